import NielsenTag
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

/// The data of a tag that the player keeps until the tag is due.
package struct HeldTag: Sendable, Equatable {
  /// When to send the tag: seconds on the presentation timeline, not below 0.
  package var time: Double
  /// The tag's own time on the presentation timeline in seconds, which may be before 0; nil when it
  /// has none that can be right.
  var streamTime: Double?
  /// Unix seconds of the presentation time, when the stream has them.
  var wallClock: Double?
  /// The owners to send, in the order of their frames.
  package var owners: [String]

  /// The length in bytes from which an owner cannot be a payload.
  private static let ownerLimit = 1024

  /// The padding after an owner, which means nothing, is not kept. Of an owner that is far too long
  /// only the beginning is kept, and something that keeps it from becoming a payload.
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

  /// NUL, CR, LF and space.
  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x0A || byte == 0x0D || byte == 0x20
  }

  /// The clear last tag time of the first owner that has one, in Unix seconds.
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

/// Sorts tags of several PIDs, and late ones, by their times.
///
/// A tag is held until one comes that is 20 s later, until more than 1024 owners are held, or until
/// the stream ends.
struct ReorderWindow: Sendable {
  /// How much later, in seconds, a tag must be to release another.
  static let span = 20.0
  /// The number of owners held at most.
  static let capacity = 1024

  /// The tags held, in the order of their times.
  private(set) var tags: [HeldTag] = []
  private var ownerCount = 0

  /// Inserts `tag` after those of the same time.
  mutating func insert(_ tag: HeldTag) {
    // Mostly the last place: streams are nearly in order.
    var index = tags.count
    while index > 0, tags[index - 1].time > tag.time { index -= 1 }
    tags.insert(tag, at: index)
    ownerCount += tag.owners.count
  }

  /// Whether the first tag need not be held any longer.
  var isDue: Bool {
    guard let first = tags.first, let last = tags.last else { return false }
    return last.time - first.time >= Self.span || ownerCount > Self.capacity
  }

  /// The tags that need not be held any longer, in the order of their times.
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

  /// All tags in the order of their times.
  mutating func releaseAll() -> [HeldTag] {
    defer {
      tags = []
      ownerCount = 0
    }
    return tags
  }
}

/// The time of the clock at second 0 of a stream.
///
/// The clear last tag time of the first tag that has one, minus the whole seconds of its time in the
/// stream, so that the tag is sent at its own time; else the wall clock of the first tag that has
/// one, minus its time; else 2000-01-01T00:00:00Z. A tag without a time in the stream says nothing.
enum ClockStart {
  /// 2000-01-01T00:00:00Z.
  static let standard: Int64 = 946_684_800

  /// The first second that the engine reads as a Unix time: 2001-09-09T01:46:40Z.
  static let earliestLive: Int64 = 1_000_000_000
  /// 1970 to 2100.
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
