import CFFmpeg
import ISOMedia
import TransportStream

/// A tag in CMAF: an `emsg` box of version 1 (ISO/IEC 23009-1, 5.10.3.3) in the scheme of AOM's "Carriage
/// of ID3 Timed Metadata in CMAF", or one of version 0 in Nielsen's, and what a fault changes of it.
struct TagEvent {
  static let scheme = "https://aomedia.org/emsg/ID3"
  /// Nielsen's scheme in DASH, and its value.
  static let nielsenScheme = "www.nielsen.com:id3:v1"
  static let nielsenValue = "1"
  /// The brand of segments with boxes in AOM's scheme.
  static let brand = "aid3"

  /// 1; with 0 the time counts from the start of the segment.
  var version: UInt8 = 1
  var scheme = Self.scheme
  var value = ""
  /// Whether the value ends with NUL, as it must.
  var endsValue = true
  /// When the tag is presented, on the media time line, in ticks of 90 kHz.
  var presentationTime: Int64
  /// The same for the start of the segment; only version 0 needs it.
  var segmentTime: Int64 = 0
  /// Units in a second, as the box says; usually those of the track. Times are rounded to them.
  var timescale: UInt32
  /// In units; the largest number says that it is not known.
  var duration = UInt32.max
  /// Identifies the event.
  var id: UInt32 = 0
  /// The tag.
  var message: [UInt8] = []

  /// The event of a tag that is due at `presentationTime`.
  init(presentationTime: Int64, timescale: UInt32 = UInt32(Timestamp.ticksPerSecond)) {
    self.presentationTime = presentationTime
    self.timescale = timescale
  }

  /// Makes it one of version 0 in Nielsen's scheme.
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
