import Formats

/// Why bytes are not a `splice_info_section`.
package struct SpliceFault: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    /// The bytes are too few for the section or its fields.
    case cut
    /// `table_id` is not 0xFC.
    case tableID(UInt8)
    /// `section_length` is larger than the standard allows, or too small for the fields.
    case length(Int)
    /// The CRC does not match the bytes before the CRC.
    case checksum(stored: UInt32, computed: UInt32)
  }

  package var reason: Reason
  /// The offset of the fault in the section, from 0.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }
}

extension SpliceFault: CustomStringConvertible {
  package var description: String {
    let words =
      switch reason {
      case .cut: "is too short for its fields"
      case .tableID(let id): "table_id \(id.hexadecimal) is not fc"
      case .length(let length): "section_length \(length) is not valid"
      case .checksum(let stored, let computed):
        "CRC \(stored.hexadecimal), computed \(computed.hexadecimal)"
      }
    return "\(words) (byte \(offset))"
  }
}
