import CFFmpeg
import ISOMedia
import TransportStream

/// A tag as an `emsg` box (ISO/IEC 23009-1, 5.10.3.3): version 1 with the scheme of AOM's "Carriage of ID3 Timed
/// Metadata in CMAF", or version 0 with Nielsen's scheme. Faults change the fields.
struct TagEvent {
  static let scheme = "https://aomedia.org/emsg/ID3"
  /// Nielsen's scheme for DASH, used with `nielsenValue`.
  static let nielsenScheme = "www.nielsen.com:id3:v1"
  static let nielsenValue = "1"
  /// The brand of segments that contain boxes with AOM's scheme.
  static let brand = "aid3"

  /// The version of the box. In version 0, the time counts from the start of the segment.
  var version: UInt8 = 1
  var scheme = Self.scheme
  var value = ""
  /// Whether the value has the required terminating NUL.
  var endsValue = true
  /// The presentation time of the tag on the media timeline, in 90 kHz ticks.
  var presentationTime: Int64
  /// The start of the segment on the media timeline, in 90 kHz ticks. Only version 0 needs it.
  var segmentTime: Int64 = 0
  /// Units per second in the box, usually the timescale of the track. Times are rounded to units.
  var timescale: UInt32
  /// The duration in units. `UInt32.max` means unknown.
  var duration = UInt32.max
  var id: UInt32 = 0
  var message: [UInt8] = []

  init(presentationTime: Int64, timescale: UInt32 = UInt32(Timestamp.ticksPerSecond)) {
    self.presentationTime = presentationTime
    self.timescale = timescale
  }

  /// Changes the event to version 0 with Nielsen's scheme.
  mutating func countFromSegment() {
    version = 0
    scheme = Self.nielsenScheme
    value = Self.nielsenValue
  }

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
