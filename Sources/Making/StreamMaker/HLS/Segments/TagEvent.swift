import CFFmpeg
import ISOMedia
import TransportStream

/// A tag in CMAF: an `emsg` box of version 1 (ISO/IEC 23009-1, 5.10.3.3) with the scheme of AOM's "Carriage
/// of ID3 Timed Metadata in CMAF", or of version 0 with Nielsen's scheme. Faults change its fields.
struct TagEvent {
  static let scheme = "https://aomedia.org/emsg/ID3"
  /// Nielsen's scheme in DASH, and the value that belongs to it.
  static let nielsenScheme = "www.nielsen.com:id3:v1"
  static let nielsenValue = "1"
  /// The brand of segments with boxes in AOM's scheme.
  static let brand = "aid3"

  /// The version of the box. With 0, the time counts from the start of the segment.
  var version: UInt8 = 1
  var scheme = Self.scheme
  var value = ""
  /// Whether the value ends with the NUL that is required.
  var endsValue = true
  /// The presentation time of the tag on the media's timeline, in ticks of 90 kHz.
  var presentationTime: Int64
  /// The start of the segment on the same timeline, in ticks of 90 kHz. Only version 0 needs it.
  var segmentTime: Int64 = 0
  /// Units per second in the box, usually those of the track. Times are rounded to units.
  var timescale: UInt32
  /// The duration in units; the largest number means unknown.
  var duration = UInt32.max
  /// Identifies the event.
  var id: UInt32 = 0
  /// The bytes of the tag.
  var message: [UInt8] = []

  /// An event without a message.
  init(presentationTime: Int64, timescale: UInt32 = UInt32(Timestamp.ticksPerSecond)) {
    self.presentationTime = presentationTime
    self.timescale = timescale
  }

  /// Changes the event to version 0 and Nielsen's scheme.
  mutating func countFromSegment() {
    version = 0
    scheme = Self.nielsenScheme
    value = Self.nielsenValue
  }

  /// The bytes of the box.
  var bytes: [UInt8] {
    EventMessageBox(
      scheme: scheme,
      value: value,
      timescale: timescale,
      due: version == 0
        ? .delta(UInt32(clamping: units(presentationTime) - units(segmentTime)))
        : .presentation(UInt64(bitPattern: units(presentationTime))),
      duration: duration,
      id: id,
      data: message[...]
    ).bytes(endsValue: endsValue)
  }

  private func units(_ ticks: Int64) -> Int64 {
    av_rescale(ticks, Int64(timescale), Timestamp.ticksPerSecond)
  }
}
