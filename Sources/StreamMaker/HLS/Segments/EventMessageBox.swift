/// A tag in CMAF: an `emsg` box of version 1 (ISO/IEC 23009-1, 5.10.3.3) in the scheme of AOM's "Carriage
/// of ID3 Timed Metadata in CMAF".
struct EventMessageBox {
  static let scheme = "https://aomedia.org/emsg/ID3"
  /// The brand of segments with such boxes.
  static let brand = "aid3"

  /// When the tag is presented, on the media time line, in units of `timescale`.
  var presentationTime: Int64
  /// Units in a second.
  var timescale: UInt32
  /// Tells events apart.
  var id: UInt32
  /// The tag.
  var message: [UInt8]

  /// The bytes of the box.
  var bytes: [UInt8] {
    let unknownDuration = UInt32.max
    return BoxWalk.box(
      "emsg",
      [1, 0, 0, 0] + BoxWalk.bigEndian(timescale) + BoxWalk.bigEndian(presentationTime)
        + BoxWalk.bigEndian(unknownDuration) + BoxWalk.bigEndian(id)
        + Array(Self.scheme.utf8) + [0] + [0] + message
    )
  }
}
