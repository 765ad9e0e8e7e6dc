import TimedMetadata

/// The ad breaks of a stream, from the markers on its timeline.
public struct AdBreaks: Sendable {
  /// An ad break on the presentation timeline.
  public struct Break: Sendable, Equatable {
    /// The id of the marker that announced the break; `break-` and a number from 1 if the marker has no id.
    public var id: String
    /// The first second of the break on the presentation timeline; negative if the break began before the timeline.
    public var start: Int64
    /// The first second after the break; nil while the end is unknown.
    public var end: Int64?

    /// The metadata that an app passes to `loadMetadata` when the break begins.
    public var metadata: [String: String] {
      ["type": start <= 0 ? "preroll" : "midroll", "assetid": id]
    }
  }

  static let capacity = 4096

  private(set) var breaks: [Break] = []
  private var count = 0

  /// Makes an empty list of breaks.
  public init() {}

  /// Receives a marker, which may begin, correct or end a break, or be ignored.
  public mutating func receive(_ marker: TimelineMarker) {
    guard let time = marker.effectiveTime, time.isFinite, abs(time) < 1e9, let isOut = marker.isOut
    else { return }
    let second = Int64(time.rounded(.down))
    guard isOut else { return end(at: second, by: marker) }
    let end = Self.end(of: marker, from: second)
    // Two markers can describe the same break: a date range and the tag next to it, or two versions of a marker.
    if let known = breaks.firstIndex(where: { abs($0.start - second) <= 1 }) {
      return correct(known, to: end, isLaterVersion: breaks[known].id == marker.id)
    }
    guard end ?? .max > 0,
      !breaks.contains(where: { $0.start < second && second < $0.end ?? .max })
    else { return }
    count += 1
    let index = breaks.firstIndex { $0.start > second } ?? breaks.count
    breaks.insert(Break(id: marker.id ?? "break-\(count)", start: second, end: end), at: index)
    clip(index)
    if breaks.count > Self.capacity { breaks.removeFirst() }
  }

  /// The break that contains `second`; nil if `second` is in no break.
  public func breakAt(_ second: Int64) -> Break? {
    breaks.last { $0.start <= second && second < $0.end ?? .max }
  }

  /// The number of seconds from 0 to `second` that are in breaks.
  public func seconds(before second: Int64) -> Int64 {
    breaks.reduce(0) { sum, one in
      sum + max(0, min(one.end ?? .max, second) - max(0, one.start))
    }
  }

  /// Corrects the end of a break. A later version of the same marker may change a planned end;
  /// another marker only adds a missing end.
  private mutating func correct(_ index: Int, to end: Int64?, isLaterVersion: Bool) {
    guard let end, isLaterVersion || breaks[index].end == nil else { return }
    breaks[index].end = max(end, breaks[index].start + 1)
    clip(index)
  }

  private mutating func clip(_ index: Int) {
    guard index + 1 < breaks.count, let end = breaks[index].end else { return }
    breaks[index].end = min(end, breaks[index + 1].start)
  }

  /// Ends the latest break that began before `second`. The end of the break's own date range replaces the planned end,
  /// even when it is later; another marker can only shorten the break.
  private mutating func end(at second: Int64, by marker: TimelineMarker) {
    guard let open = breaks.lastIndex(where: { $0.start < second }) else { return }
    let isOwn = marker.kind == .dateRange && marker.id == breaks[open].id
    breaks[open].end = isOwn ? second : min(breaks[open].end ?? second, second)
  }

  private static func end(of marker: TimelineMarker, from second: Int64) -> Int64? {
    guard let duration = marker.duration, duration.isFinite, duration > 0, duration < 1e9 else {
      return nil
    }
    return second + max(1, Int64(duration.rounded()))
  }
}
