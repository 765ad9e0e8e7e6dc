import NielsenTag
import TimedMetadata

/// Selects the tags of a stream that are played, and checks the plausibility of their times.
///
/// With several programs or renditions, only the first one with a Nielsen tag is played, because a
/// viewer sees one at a time.
package struct PlayedTagSelection: Sendable {
  /// The maximum number of seconds by which a plausible time is after all earlier times, or before 0.
  private static let largestStep = 86_400.0

  /// The program and the rendition whose tags are played; nil if the first Nielsen tag has none.
  private struct Program {
    var number: Int?
    var rendition: String?
  }

  private var program: Program?
  private var latestTime = 0.0

  /// The programs, in the played rendition, whose Nielsen tags are not played, in order of appearance.
  package private(set) var skippedPrograms: [Int] = []
  /// The number of Nielsen tags of the played rendition that were not played because they are in another program.
  package private(set) var skippedTagCount = 0

  package init() {}

  package var hasBegun: Bool { program != nil }

  /// The number of the program that is played; nil before the first Nielsen tag, or if that tag has no program.
  package var playedProgram: Int? { program?.number }

  /// The rendition that is played; nil before the first Nielsen tag, or if that tag has no rendition.
  package var playedRendition: String? { program?.rendition }

  /// The data of a tag to play; nil if the tag has no Nielsen owner or is in another program or
  /// rendition. A tag without a plausible time gets the latest time of the tags before it.
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
    // Other renditions should have the same tags, so their tags are not counted as skipped.
    guard program.rendition == tag.rendition else { return false }
    guard program.number != tag.program else { return true }
    skippedTagCount += 1
    if let number = tag.program, !skippedPrograms.contains(number) {
      skippedPrograms.append(number)
    }
    return false
  }

  private func believable(_ time: Double) -> Double? {
    guard time.isFinite, time >= -Self.largestStep,
      time <= Double(SynthesizedPlayer.latestSecond), time - latestTime <= Self.largestStep
    else { return nil }
    return time
  }
}

/// The data of a tag that the player keeps until it is due.
package struct HeldTag: Sendable, Equatable {
  /// When the tag is sent, in seconds on the presentation timeline; at least 0.
  package var time: Double
  /// The tag's time on the presentation timeline in seconds, possibly negative; nil if the tag has no plausible time.
  var streamTime: Double?
  /// The wall clock of the tag in Unix seconds; nil if unknown.
  var wallClock: Double?
  /// The owner identifiers to be sent, in the order of their frames.
  package var owners: [String]

  /// The length in bytes above which an owner identifier is shortened.
  private static let ownerLimit = 1024

  /// Makes a value. Owner identifiers over 1024 bytes lose their meaningless padding. Those that are still too long are
  /// cut, and `~` is added, so that they cannot become valid payloads.
  init(time: Double, streamTime: Double?, wallClock: Double?, owners: [String]) {
    self.time = time
    self.streamTime = streamTime
    self.wallClock = wallClock.flatMap { $0.isFinite ? $0 : nil }
    self.owners = owners.map { owner in
      guard owner.utf8.count > Self.ownerLimit else { return owner }
      let end = owner.utf8.lastIndex { !Self.isPadding($0) }
      let bytes = end.map { owner.utf8[...$0] } ?? owner.utf8.prefix(0)
      let start = String(decoding: bytes.prefix(Self.ownerLimit), as: UTF8.self)
      return bytes.count > Self.ownerLimit ? start + "~" : start
    }
  }

  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x0A || byte == 0x0D || byte == 0x20
  }

  /// The unencrypted last tag time, in Unix seconds, of the first owner identifier that has a plausible one; nil if
  /// there is none.
  var lastTagTime: Int64? {
    for var owner in owners {
      let time = owner.withUTF8 { bytes in
        NielsenPayload.lastTagTime(
          ofPayload: UnsafeBufferPointer(rebasing: bytes.prefix(NielsenPayload.byteCount))
        )
      }
      if let time, NielsenPayload.plausibleTagTimes.contains(time) { return time }
    }
    return nil
  }
}

/// Sorts late tags and the tags of several PIDs by time.
///
/// A tag is held until a tag arrives that is 20 s later, more than 1024 owner identifiers are held, or the stream ends.
struct ReorderWindow: Sendable {
  /// The distance in seconds to a later tag at which a tag is released.
  static let span = 20.0
  /// The number of held owner identifiers above which tags are released.
  static let capacity = 1024

  private(set) var tags: [HeldTag] = []
  private var ownerCount = 0

  mutating func insert(_ tag: HeldTag) {
    // The search begins at the end, because streams are nearly in order.
    var index = tags.count
    while index > 0, tags[index - 1].time > tag.time { index -= 1 }
    tags.insert(tag, at: index)
    ownerCount += tag.owners.count
  }

  var isDue: Bool {
    guard let first = tags.first, let last = tags.last else { return false }
    return last.time - first.time >= Self.span || ownerCount > Self.capacity
  }

  mutating func releaseDue() -> [HeldTag] {
    guard let last = tags.last?.time else { return [] }
    var count = 0
    while count < tags.count,
      last - tags[count].time >= Self.span || ownerCount > Self.capacity
    {
      ownerCount -= tags[count].owners.count
      count += 1
    }
    defer { tags.removeFirst(count) }
    return Array(tags.prefix(count))
  }

  mutating func releaseAll() -> [HeldTag] {
    defer {
      tags = []
      ownerCount = 0
    }
    return tags
  }
}

/// Determines a stream's clock time at second 0.
///
/// The first choice is the unencrypted last tag time of the first tag that has one, minus the whole seconds of its
/// stream time, so that the tag is sent at its own time. The second choice is the first wall clock of a tag minus its
/// stream time; the third is 2000-01-01T00:00:00Z. Tags without a stream time are ignored.
enum ClockStart {
  /// The start if the tags do not determine one: 2000-01-01T00:00:00Z.
  static let standard: Int64 = 946_684_800

  /// The first value that the engine reads as Unix seconds: 2001-09-09T01:46:40Z.
  static let earliestLive: Int64 = 1_000_000_000
  /// The valid times of a clock in Unix seconds: 1970 to 2100.
  static let range: ClosedRange<Int64> = 0...4_102_444_800

  /// The start for a stream that begins with `tags`, in Unix seconds.
  static func first(of tags: [HeldTag]) -> Int64 {
    for tag in tags {
      guard let time = tag.streamTime, let released = tag.lastTagTime else { continue }
      return bounded(Double(released) - time.rounded(.down))
    }
    for tag in tags {
      guard let time = tag.streamTime, let wallClock = tag.wallClock else { continue }
      return bounded(wallClock - time)
    }
    return standard
  }

  private static func bounded(_ seconds: Double) -> Int64 {
    let rounded = seconds.rounded(.down)
    return Int64(min(max(rounded, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
