import NielsenTag

/// Counts the sequence numbers missing between one DATA tag of a stream and the next, INFO tags included.
///
/// They distinguish the two causes of a gap: without missing numbers no tag was made, with missing
/// numbers tags were lost.
struct MissingNumbers: Sendable {
  private struct Last {
    /// The tag before, DATA or INFO.
    var blob: WatermarkBlob?
    /// Numbers missing since the DATA tag before, in either byte order; nil where they do not count up.
    var missing: [WatermarkBlob.ByteOrder: Int] = [:]
  }

  private var order = SequenceOrder()
  /// The byte order that was the best last: numbers missing later do not take away what was learned.
  private var known: WatermarkBlob.ByteOrder?
  private var last = PerStream<Last>()

  /// Takes the next Nielsen tag. For a DATA tag it gives how many numbers are missing since the DATA tag
  /// before it; nil where that is not known.
  mutating func receive(_ tag: CheckedTag) -> Int? {
    let previous = last[tag.stream] ?? Last()
    var next = Last(blob: tag.trustedBlob)
    if let before = previous.blob, let blob = next.blob {
      order.observe(before, blob)
      known = order.best ?? known
      next.missing = Self.missing(previous.missing, before, blob)
    }
    defer { _ = last.update(tag.stream, from: next) { $0 = next } }
    guard tag.kind == .data else { return nil }
    let missing = known.flatMap { next.missing[$0] }
    next.missing = WatermarkBlob.ByteOrder.allCases.reduce(into: [:]) { $0[$1] = 0 }
    return missing
  }

  private static func missing(
    _ sum: [WatermarkBlob.ByteOrder: Int],
    _ before: WatermarkBlob,
    _ next: WatermarkBlob
  ) -> [WatermarkBlob.ByteOrder: Int] {
    var sum = sum
    for (order, count) in sum {
      switch SequenceStep(before, next, order) {
      case .up: break
      case .missing(let more): sum[order] = count + more
      case .repeated, .backward: sum[order] = nil
      }
    }
    return sum
  }
}
