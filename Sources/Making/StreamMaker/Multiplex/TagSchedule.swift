import NielsenTag

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
    let tags = SyntheticTags(seed: options.seed, start: options.start)
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
      due.append(number(tag))
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
