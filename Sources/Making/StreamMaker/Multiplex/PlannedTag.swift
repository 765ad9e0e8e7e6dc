import NielsenTag
import TransportStream

/// A tag on its way into the stream.
struct PlannedTag: Sendable {
  /// DATA or INFO.
  var kind: NielsenPayload.Kind
  /// Which tag of its kind it is, from 0.
  var index: Int
  /// Seconds from the start of the stream to the frame whose PTS the tag takes.
  var releaseTime: Double
  /// The content of the tag. Its sequence number is set when the tag's turn comes.
  var content: TagContent
  /// Whether this repeats the tag before it, byte for byte.
  var isRepeat = false
  /// Seconds by which the tag is later in the multiplex than its PTS asks; earlier when negative.
  var arrivalShift = 0.0
  /// Ticks of 90 kHz that are added to the PTS of its frame.
  var ptsShift: Int64 = 0

  /// The DATA tag that faults of one tag strike: the third, released at 30 s.
  static let struckIndex = 2

  /// Whether this is the tag that faults of one tag strike.
  var isStruck: Bool { kind == .data && index == Self.struckIndex && !isRepeat }
}
