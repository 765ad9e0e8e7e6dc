/// The position of an input byte.
public struct StreamPosition: Sendable, Hashable {
  /// The number of input bytes before this position, over all segments that were read.
  public var distance: Int64
  /// The number of bytes before this position in the segment's file.
  public var offset: Int64
  /// The number of the segment, as the reader of the input counts segments.
  public var segment: Int

  /// The position of the first byte of an input.
  public static let start = StreamPosition(distance: 0, offset: 0, segment: 0)

  /// The position `count` bytes later in the same segment, or earlier if `count` is negative.
  public func advanced(by count: Int64) -> StreamPosition {
    StreamPosition(distance: distance &+ count, offset: offset &+ count, segment: segment)
  }
}

/// Counts the used bytes of an input. The first bytes of a segment may follow bytes of the previous segment that have
/// not been used yet.
package struct PositionCounter: Sendable {
  package private(set) var distance: Int64 = 0
  /// The start positions of the segments that contain the next bytes: several only if a later segment has begun.
  private var starts = [StreamPosition.start]

  package init() {}

  /// Begins a segment after `held` unused bytes, at byte `offset` of its file. If `offset` is nil, the offsets continue
  /// those of the previous segment.
  package mutating func begin(segment: Int, at offset: Int64?, after held: Int) {
    let first = distance + Int64(held)
    let offset = offset ?? position(held).offset
    starts.append(StreamPosition(distance: first, offset: offset, segment: segment))
    forgetUsed()
  }

  package mutating func use(_ count: Int64) {
    distance += count
    if starts.count > 1 { forgetUsed() }
  }

  private mutating func forgetUsed() {
    while starts.count > 1, starts[1].distance <= distance { starts.removeFirst() }
  }

  /// The position of the byte that is `ahead` bytes after the next unused one.
  package func position(_ ahead: Int = 0) -> StreamPosition {
    let place = distance &+ Int64(ahead)
    var start = starts[0]
    if starts.count > 1 { start = starts.last { $0.distance <= place } ?? start }
    return start.advanced(by: place &- start.distance)
  }
}
