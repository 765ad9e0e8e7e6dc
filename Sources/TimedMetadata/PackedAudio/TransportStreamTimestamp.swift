import Formats
import ID3
import TransportStream

/// The PRIV frame at the start of a packed audio segment that gives the time stamp of its first frame
/// (RFC 8216, section 3.4): eight bytes, of which the lower 33 bits count at 90 kHz.
package struct TransportStreamTimestamp: Equatable {
  package static let owner = "com.apple.streaming.transportStreamTimestamp"
  private static let byteCount = 8

  /// 33 bits; nil when the frame has another size than eight bytes: players ignore it then.
  var stamp: Int64?
  /// The violation of the rule, as text.
  var fault: String?

  /// The first time stamp in a tag; nil when it holds none.
  init?(_ tag: ID3Tag) {
    guard let frame = tag.privateFrames.first(where: { $0.owner == Self.owner }) else {
      return nil
    }
    guard frame.data.count == Self.byteCount else {
      fault = "timestamp of \(frame.data.count) bytes, expected \(Self.byteCount): ignored"
      return
    }
    let value = frame.data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    stamp = Int64(value & UInt64(Timestamp.modulus - 1))
    if value >> 33 != 0 {
      fault = "upper 31 bits of the timestamp not 0: only the lower 33 are used"
    }
  }

  /// Why a tag is not a time stamp though it was probably meant to be one: its owner is nearly the right one.
  static func fault(ofOwnerIn tag: ID3Tag) -> String? {
    let near = tag.privateFrames.first { NearestName.isNear($0.owner, owner) }
    return near.map {
      "the owner is \"\(PrintableText.escaping($0.owner))\", expected \"\(owner)\""
    }
  }
}
