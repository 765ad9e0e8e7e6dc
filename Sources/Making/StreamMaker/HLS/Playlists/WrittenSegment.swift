/// A segment as its playlist lists it.
struct WrittenSegment {
  /// The name of the file, beside the playlist.
  var uri: String
  /// Which of the file's bytes it is; nil means all.
  var byteRange: SegmentRange?
  /// The number of its bytes.
  var byteCount: Int
  /// When it starts on the clock of the media, in ticks of 90 kHz.
  var start: Int64 = 0
  /// How long it is, in ticks of 90 kHz.
  var duration: Int64
  /// When it starts, in milliseconds since 1970.
  var wallClock: Int64
  /// Whether its time stamps do not continue those of the segment before.
  var isDiscontinuous: Bool
  /// Whether the playlist says that it is not there.
  var isGap = false
  /// The key that encrypts it; nil when it is not encrypted.
  var key: SegmentKey?
  /// The parts that it was published in, while they are listed.
  var parts: [WrittenPart] = []
}

/// A range of the bytes of a file.
struct SegmentRange {
  /// The number of bytes.
  var length: Int
  /// Where they start.
  var offset: Int

  /// `length@offset`, as EXT-X-BYTERANGE has it (RFC 8216, 4.3.2.2).
  var text: String { "\(length)@\(offset)" }
}
