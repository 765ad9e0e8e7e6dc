/// The content of one segment of every rendition. Times are ticks of 90 kHz on a time line that never jumps.
struct SegmentContent {
  /// The part of one stream in a segment.
  struct Part {
    /// Its packets in decoding order.
    var packets: [HeldPacket] = []
    /// The PTS at which it starts.
    var start: Int64
    /// The PTS at which the next part starts.
    var end: Int64
  }

  /// Which segment it is, from 0.
  var number: Int
  /// Where it starts and where the next one does.
  var (start, end): (Int64, Int64)
  /// The parts of the media's streams, by their position in the media.
  var parts: [Int: Part] = [:]
  /// The PTS, in rising order, that tags can take.
  var references: [Int64]
  /// Whether the time stamps do not continue those of the segment before.
  var isDiscontinuous = false
  /// The ticks that are added to all time stamps when they are written.
  var shift: Int64 = 0
}
