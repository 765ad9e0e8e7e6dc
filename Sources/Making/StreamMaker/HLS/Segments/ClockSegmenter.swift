import TransportStream

/// The segments of a presentation without media: all as long as asked for, except for the last one.
struct ClockSegmenter: Sequence, IteratorProtocol {
  private let source: ClockSource
  private let length: Int64
  private var number = 0
  private var start: Int64

  /// The segments of what `source` writes, each of `seconds`.
  init(_ source: ClockSource, seconds: Double) {
    self.source = source
    length = Int64(seconds * Double(Timestamp.ticksPerSecond))
    start = source.firstPTS
  }

  mutating func next() -> SegmentContent? {
    guard start < source.end else { return nil }
    let end = Swift.min(start + length, source.end)
    defer { (number, start) = (number + 1, end) }
    let positions = source.positions(from: start, to: end)
    return SegmentContent(
      number: number,
      start: start,
      end: end,
      references: positions.map(source.pts(at:))
    )
  }
}
