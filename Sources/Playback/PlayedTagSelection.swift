import TimedMetadata

/// Chooses the tags of a stream that are played, and decides what to believe of their times.
///
/// Of several programs, and of several renditions of a playlist, the first one that carries a Nielsen tag
/// is played: a viewer sees one at a time.
package struct PlayedTagSelection: Sendable {
  /// The largest step from one tag time to the next that is accepted, in seconds.
  private static let largestStep = 86_400.0

  /// The program being played; a stream without programs is one of its own.
  private struct Program {
    var number: Int?
    var rendition: String?
  }

  private var program: Program?
  private var latestTime = 0.0

  /// The programs that carry Nielsen tags and are not played, in order of appearance.
  package private(set) var skippedPrograms: [Int] = []
  /// The number of Nielsen tags that were not played because of their program.
  package private(set) var skippedTagCount = 0

  package init() {}

  /// Whether a tag to play has come.
  package var hasBegun: Bool { program != nil }

  /// The number of the program whose tags are played; nil before the first tag, and for tags without a
  /// program.
  package var playedProgram: Int? { program?.number }

  /// The rendition whose tags are played; nil before the first tag, and for tags without a rendition.
  package var playedRendition: String? { program?.rendition }

  /// The data to play for a tag; nil when it has no Nielsen owner, or is not one of those played. A tag
  /// without a plausible time gets the latest time of the tags before it.
  package mutating func take(_ tag: TimedTag) -> HeldTag? {
    let owners = tag.nielsenOwners
    guard !owners.isEmpty, isPlayed(tag) else { return nil }
    let streamTime = tag.time.flatMap(believable)
    let time = streamTime.map { max(0, $0) } ?? latestTime
    latestTime = max(latestTime, time)
    return HeldTag(
      time: time,
      streamTime: streamTime,
      wallClock: tag.wallClock,
      owners: owners
    )
  }

  private mutating func isPlayed(_ tag: TimedTag) -> Bool {
    guard let program else {
      program = Program(number: tag.program, rendition: tag.rendition)
      return true
    }
    // Other renditions carry the same tags.
    guard program.rendition == tag.rendition else { return false }
    guard program.number != tag.program else { return true }
    skippedTagCount += 1
    if let number = tag.program, !skippedPrograms.contains(number) {
      skippedPrograms.append(number)
    }
    return false
  }

  /// `time`; nil when it cannot be right.
  private func believable(_ time: Double) -> Double? {
    guard time.isFinite, time >= -Self.largestStep,
      time <= Double(SynthesizedPlayer.latestSecond), time - latestTime <= Self.largestStep
    else { return nil }
    return time
  }
}
