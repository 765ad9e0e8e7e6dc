import ISOMedia

/// The end of a part within a box, as a download leaves it that was broken off.
struct BoxCut: Equatable {
  /// Nil where the part ends within the header of the box.
  var type: BoxType?
  /// Bytes after the header that the box declares.
  var size: Int64 = 0
  /// Bytes of the box that the part has: after the header, or of the header.
  var arrived: Int64

  /// A description, without the name of the input or segment.
  var words: String {
    guard let type else {
      return "ends within the header of a box: \(arrived) byte\(arrived == 1 ? "" : "s") arrived"
    }
    return "ends within box \(type): \(arrived) of \(size) bytes arrived"
  }

  /// Whether what arrived holds boxes that no such box has: then its size is wrong, and nothing is cut.
  static func swallows(_ payload: ArraySlice<UInt8>) -> Bool {
    let types = [BoxType.movieFragment, .mediaData].map { type in
      (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> (24 - 8 * $0)) }
    }
    return payload.indices.dropLast(3).contains { start in
      types.contains { payload[start..<start + 4].elementsEqual($0) }
    }
  }
}
