import TimedMetadata

/// The ad breaks of a stream, by the marks of its playlists, EXT-X-CUE-OUT and -IN, and by SCTE-35 in playlists
/// or in the media.
public struct AdBreaks: Sendable {
  /// An ad break.
  public struct Break: Sendable, Equatable {
    /// The name in the playlist, otherwise its number from 1.
    public var id: String
    /// Seconds on the presentation timeline, whole: the first second of the break. Below 0 for one that
    /// had begun before the stream was read.
    public var start: Int64
    /// The first second after it; nil while it is not known.
    public var end: Int64?

    /// The metadata that an app loads into the engine when it begins.
    public var metadata: [String: String] {
      ["type": start <= 0 ? "preroll" : "midroll", "assetid": id]
    }
  }

  /// Breaks that are remembered at most.
  static let capacity = 4096

  /// The breaks so far in the order of their starts; they do not overlap.
  private(set) var breaks: [Break] = []
  private var count = 0

  /// No breaks.
  public init() {}

  /// Receives a mark. Those that neither begin nor end a break change nothing.
  public mutating func receive(_ marker: TimelineMarker) {
    guard let time = marker.effectiveTime, time.isFinite, abs(time) < 1e9, let isOut = marker.isOut
    else { return }
    let second = Int64(time.rounded(.down))
    guard isOut else { return end(at: second, by: marker) }
    let end = Self.end(of: marker, from: second)
    // Marks for the same break: a date range and the tag beside it, or a later version of the first.
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

  /// The break that holds a second.
  public func breakAt(_ second: Int64) -> Break? {
    breaks.last { $0.start <= second && second < $0.end ?? .max }
  }

  /// The seconds of breaks before `second`, from 0 on.
  public func seconds(before second: Int64) -> Int64 {
    breaks.reduce(0) { sum, one in
      sum + max(0, min(one.end ?? .max, second) - max(0, one.start))
    }
  }

  /// A planned end may change; a mark of another kind only adds what is not known.
  private mutating func correct(_ index: Int, to end: Int64?, isLaterVersion: Bool) {
    guard let end, isLaterVersion || breaks[index].end == nil else { return }
    breaks[index].end = max(end, breaks[index].start + 1)
    clip(index)
  }

  /// A break ends at the latest where the next begins.
  private mutating func clip(_ index: Int) {
    guard index + 1 < breaks.count, let end = breaks[index].end else { return }
    breaks[index].end = min(end, breaks[index + 1].start)
  }

  /// The end of a date range holds in the place of its planned one, also where it is later.
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
