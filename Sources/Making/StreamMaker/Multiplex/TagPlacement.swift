import TransportStream

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
