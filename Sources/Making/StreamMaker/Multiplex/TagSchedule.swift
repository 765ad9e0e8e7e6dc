import Formats
import NielsenTag
import TransportStream

/// Says which tags are due, and numbers them in the order in which they leave.
struct TagSchedule {
  private var tags: SyntheticTags.Iterator
  private let changes: FaultChanges
  private let seconds: Double
  /// Planned tags in the order of their release.
  private var pending: [PlannedTag] = []
  private var counts: [NielsenPayload.Kind: Int] = [:]
  private var plannedUntil = 0.0
  private var nextSequence: UInt16
  private var previous: TagContent?
  /// Before this time, in seconds from the start of the stream, no tag is due, and none is to be planned.
  private(set) var nextChange = 0.0

  /// Seconds that planning is ahead, because a tag may be written before its time.
  private static let lookahead = 40.0

  /// The schedule of a stream of `seconds`.
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

  /// The tags that are due at `time`, in seconds from the start of the stream.
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

/// Gives every tag the PTS of the frame at which it is due, and says when it is to be written.
struct TagPlacement {
  private var schedule: TagSchedule
  /// The last PTS of the reference; the time it represents, in ticks from the start of the stream.
  private var reference: (pts: Int64, time: Int64)?
  /// Seconds from the start of the stream, by its reference.
  private(set) var seconds = 0.0
  /// Tags whose frame has passed, with the PTS they take.
  private var waiting: [(tag: PlannedTag, pts: Int64)] = []

  /// The placement of the tags of `schedule`.
  init(_ schedule: TagSchedule) {
    self.schedule = schedule
  }

  /// Says that a frame of the reference has this PTS: tags that are due at it take the PTS.
  mutating func noteReference(pts: Int64) {
    let time = reference.map { $0.time + Timestamp.difference(pts, $0.pts) } ?? 0
    reference = (pts, time)
    seconds = Double(time) / Double(Timestamp.ticksPerSecond)
    guard seconds >= schedule.nextChange else { return }
    for tag in schedule.take(at: seconds) {
      // A tag ahead of its frame takes the PTS that the frame will have.
      let ahead = max(tag.releaseTime - seconds, 0) * Double(Timestamp.ticksPerSecond)
      waiting.append((tag, pts + Int64(ahead.rounded()) + tag.ptsShift))
    }
  }

  /// Whether there are tags whose frame has passed.
  var hasWaitingTags: Bool { !waiting.isEmpty }

  /// The tags that are to be written now.
  mutating func takeDue() -> [(tag: PlannedTag, pts: Int64)] {
    let now = seconds
    let due = waiting.filter { $0.tag.releaseTime + $0.tag.arrivalShift <= now }
    waiting.removeAll { $0.tag.releaseTime + $0.tag.arrivalShift <= now }
    return due
  }
}

extension PlannedTag {
  /// The bytes of the tag, with what a fault changes in them.
  func bytes(_ changes: FaultChanges) throws -> [UInt8] {
    var bytes = try content.tag()
    changes.bytes?(&bytes, self)
    return bytes
  }
}

/// A tag on its way into the stream.
struct PlannedTag: Sendable {
  /// DATA or INFO.
  var kind: NielsenPayload.Kind
  /// Which tag of its kind it is, from 0.
  var index: Int
  /// Seconds from the start of the stream to the frame whose PTS the tag takes.
  var releaseTime: Double
  /// The content of the tag. Its sequence number is set when the tag's turn comes.
  var content: TagContent
  /// Whether this repeats the tag before it, byte for byte.
  var isRepeat = false
  /// Seconds by which the tag is later in the multiplex than its PTS asks; earlier when negative.
  var arrivalShift = 0.0
  /// Ticks of 90 kHz that are added to the PTS of its frame.
  var ptsShift: Int64 = 0

  /// The DATA tag that faults of one tag strike: the third, released at 30 s.
  static let struckIndex = 2

  /// Whether this is the tag that faults of one tag strike.
  var isStruck: Bool { kind == .data && index == Self.struckIndex && !isRepeat }
}

/// Times of the day as streams and playlists carry them: RFC 3339, UTC.
enum WallClock {
  /// `2023-11-14T22:13:20Z`, of milliseconds since 1970; the fraction is left out.
  static func secondsText(milliseconds: Int64) -> String {
    UTCTime.text((Double(milliseconds) / 1000).rounded(.down)) ?? ""
  }

  /// `2023-11-14T22:13:20.000Z`, of milliseconds since 1970.
  static func text(milliseconds: Int64) -> String {
    UTCTime.milliseconds(Double(milliseconds) / 1000) ?? ""
  }
}
