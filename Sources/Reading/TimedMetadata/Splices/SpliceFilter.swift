import SCTE35

/// Removes repeated splice announcements of one source, because encoders repeat important announcements. If segments
/// are nested, only the outermost segment counts as a break.
package struct SpliceFilter {
  static let capacity = 256
  /// Seconds by which the times of an announcement and its repeat may differ.
  private static let closeness = 1.0
  /// Seconds after an immediate announcement within which an equal announcement is a repeat.
  private static let immediateCloseness = 10.0
  /// Seconds after which a segmentation event without a known end counts as ended: an hour.
  private static let longestSegment = 3600.0

  private struct Key: Hashable {
    var announcement: SpliceAnnouncement?
    var duration: Double?
    var isOut: Bool?
    var isImmediate: Bool
  }

  private struct Open {
    var type: SegmentationType
    var eventID: UInt32?
    var end: Double
  }

  private var latest: [Key: Double] = [:]
  private var order: [Key] = []
  private var open: [Open] = []

  package init() {}

  /// Returns the marker if it is new, or nil if it is a repeat. `now` is the time, in seconds, at which the marker
  /// arrived.
  package mutating func pass(_ mark: TimelineMarker, at now: Double?) -> TimelineMarker? {
    let key = Key(
      announcement: mark.announcement,
      duration: mark.duration,
      isOut: mark.isOut,
      isImmediate: mark.pts == nil
    )
    let time = mark.time ?? now ?? 0
    let limit = mark.pts == nil ? Self.immediateCloseness : Self.closeness
    let isRepeat = latest[key].map { abs($0 - time) <= limit } ?? false
    if latest.updateValue(time, forKey: key) == nil {
      order.append(key)
      if order.count > Self.capacity { latest[order.removeFirst()] = nil }
    }
    guard !isRepeat else { return nil }
    forgetOpposite(of: mark.announcement)
    var mark = mark
    mark.isOut = isOut(mark, at: time)
    return mark
  }

  /// Forgets the opposite announcements of an event. A cancelled event may be announced again, and cancelled again;
  /// neither announcement is then a repeat.
  private mutating func forgetOpposite(of announcement: SpliceAnnouncement?) {
    guard let announcement, let id = announcement.eventID else { return }
    let isCancelled = announcement.isCancelled
    let opposite = latest.keys.filter {
      $0.announcement?.eventID == id && $0.announcement?.isCancelled == !isCancelled
    }
    for key in opposite { latest[key] = nil }
    if isCancelled { open.removeAll { $0.eventID == id } }
  }

  /// Whether the marker begins or ends a break; nil if neither, or within a broader break, such as an ad in a break.
  private mutating func isOut(_ mark: TimelineMarker, at time: Double) -> Bool? {
    guard let isOut = mark.isOut,
      let type = mark.announcement?.segmentationType.map(SegmentationType.init(rawValue:))
    else { return mark.isOut }
    let id = mark.announcement?.eventID
    open.removeAll { $0.end < time }
    if !isOut { open.removeAll { $0.type == type.start && $0.eventID == id } }
    let isWithin = open.contains { $0.type.breadth > type.breadth }
    if isOut, open.count < Self.capacity {
      let end = time + (mark.duration ?? Self.longestSegment)
      open.removeAll { $0.type == type && $0.eventID == id }
      open.append(Open(type: type, eventID: id, end: end))
    }
    return isWithin ? nil : isOut
  }
}
