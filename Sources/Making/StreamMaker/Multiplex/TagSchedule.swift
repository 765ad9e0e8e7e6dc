import Formats
import NielsenTag
import TransportStream

/// Plans tags, and numbers them in the order in which they are due.
struct TagSchedule {
  private var tags: SyntheticTags.Iterator
  private let changes: FaultChanges
  private let seconds: Double
  /// The planned tags, ordered by release time.
  private var pending: [PlannedTag] = []
  private var counts: [NielsenPayload.Kind: Int] = [:]
  private var plannedUntil = 0.0
  private var nextSequence: UInt16
  private var previous: TagContent?
  /// The time until which no tag is due and nothing needs planning, in seconds from the start of the stream.
  private(set) var nextChange = 0.0

  /// The number of seconds that tags are planned ahead, because a tag may be written before its release time.
  private static let lookahead = 40.0

  init(options: StreamMakerOptions, seconds: Double, changes: FaultChanges) {
    let tags = SyntheticTags(
      seed: options.seed,
      start: options.start,
      firstSequence: options.firstSequence
    )
    self.tags = tags.makeIterator()
    self.changes = changes
    self.seconds = seconds
    nextSequence = tags.firstSequence
  }

  /// Removes and returns the tags that are due at `time`, in seconds from the start of the stream.
  mutating func take(at time: Double) -> [PlannedTag] {
    plan(until: time + Self.lookahead)
    var due: [PlannedTag] = []
    while let tag = pending.first, tag.releaseTime + min(tag.arrivalShift, 0) <= time {
      pending.removeFirst()
      let numbered = number(tag)
      if changes.loses?(numbered) != true { due.append(numbered) }
    }
    nextChange = plannedUntil - Self.lookahead
    if let tag = pending.first {
      nextChange = min(nextChange, tag.releaseTime + min(tag.arrivalShift, 0))
    }
    return due
  }

  private mutating func plan(until time: Double) {
    while plannedUntil <= time, let tag = tags.next() {
      plannedUntil = Double(tag.releaseTime)
      let index = counts[tag.kind, default: 0]
      counts[tag.kind] = index + 1
      let planned = PlannedTag(
        kind: tag.kind,
        index: index,
        releaseTime: plannedUntil,
        content: tag.content
      )
      for changed in changes.plan?(planned, seconds) ?? [planned] {
        let place = pending.firstIndex { $0.releaseTime > changed.releaseTime } ?? pending.endIndex
        pending.insert(changed, at: place)
      }
    }
  }

  private mutating func number(_ tag: PlannedTag) -> PlannedTag {
    var tag = tag
    if tag.isRepeat, let previous {
      tag.content = previous
      changes.repeatedContent?(&tag.content, tag)
      return tag
    }
    tag.content.sequence = nextSequence
    nextSequence &+= 1
    changes.content?(&tag.content, tag)
    previous = tag.content
    return tag
  }
}

/// Gives each tag the PTS of the frame at which it is due, and returns the tag when it must be written.
struct TagPlacement {
  private var schedule: TagSchedule
  /// The latest PTS of the reference stream, with the time since the start of the stream, in 90 kHz ticks.
  private var reference: (pts: Int64, time: Int64)?
  /// The time of the latest reference frame, in seconds from the start of the stream.
  private(set) var seconds = 0.0
  /// Tags that have a PTS but are not yet written.
  private var waiting: [(tag: PlannedTag, pts: Int64)] = []

  init(_ schedule: TagSchedule) {
    self.schedule = schedule
  }

  /// Records that a frame of the reference stream has this PTS. Tags that are due at that frame get its PTS.
  mutating func noteReference(pts: Int64) {
    let time = reference.map { $0.time + Timestamp.difference(pts, $0.pts) } ?? 0
    reference = (pts, time)
    seconds = Double(time) / Double(Timestamp.ticksPerSecond)
    guard seconds >= schedule.nextChange else { return }
    for tag in schedule.take(at: seconds) {
      // A tag written before its frame gets the PTS that the frame will have.
      let ahead = max(tag.releaseTime - seconds, 0) * Double(Timestamp.ticksPerSecond)
      waiting.append((tag, pts + Int64(ahead.rounded()) + tag.ptsShift))
    }
  }

  var hasWaitingTags: Bool { !waiting.isEmpty }

  /// Removes and returns the tags that must be written now.
  mutating func takeDue() -> [(tag: PlannedTag, pts: Int64)] {
    let now = seconds
    let due = waiting.filter { $0.tag.releaseTime + $0.tag.arrivalShift <= now }
    waiting.removeAll { $0.tag.releaseTime + $0.tag.arrivalShift <= now }
    return due
  }
}

extension PlannedTag {
  func bytes(_ changes: FaultChanges) throws -> [UInt8] {
    var bytes = try content.tag()
    changes.bytes?(&bytes, self)
    return bytes
  }
}

struct PlannedTag: Sendable {
  var kind: NielsenPayload.Kind
  var index: Int
  /// The time of the frame whose PTS the tag gets, in seconds from the start of the stream.
  var releaseTime: Double
  /// The content of the tag. The sequence number is set when the tag is due.
  var content: TagContent
  /// Whether the tag is a copy of the previous tag, with its sequence number.
  var isRepeat = false
  /// Seconds by which the tag is multiplexed after its PTS. Negative if the tag is multiplexed before its PTS.
  var arrivalShift = 0.0
  /// 90 kHz ticks added to the PTS of the frame.
  var ptsShift: Int64 = 0

  /// The index of the DATA tag that a fault of a single tag changes: the third, which is released at 30 s.
  static let struckIndex = 2

  /// Whether a fault of a single tag affects this tag.
  var isStruck: Bool { kind == .data && index == Self.struckIndex && !isRepeat }
}

/// Formats times of day for streams and playlists: RFC 3339 in UTC.
enum WallClock {
  /// Formats Unix milliseconds without the fraction, such as `2023-11-14T22:13:20Z`.
  static func secondsText(milliseconds: Int64) -> String {
    UTCTime.text((Double(milliseconds) / 1000).rounded(.down)) ?? ""
  }

  /// Formats Unix milliseconds, such as `2023-11-14T22:13:20.000Z`.
  static func text(milliseconds: Int64) -> String {
    UTCTime.milliseconds(Double(milliseconds) / 1000) ?? ""
  }
}
