/// The metadata access unit wrapper of ISO/IEC 13818-1, 2.12.4, before metadata in PES packets with stream_id FC:
///
///     service_id | sequence_number | fragmentation(2) config(1) random(1) 0000 | length(16) | data
enum AccessUnitCells {
  static let headerSize = 5

  /// The data of the cells in `payload`, without zeros after the last cell; nil if the payload does not consist of
  /// cells.
  static func unwrap(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    var data: [UInt8] = []
    var rest = payload
    while rest.count > headerSize {
      let start = rest.startIndex
      let length = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
      guard length > 0 else { break }
      guard length <= rest.count - headerSize else { return nil }
      data += rest[(start + headerSize)..<(start + headerSize + length)]
      rest = rest.dropFirst(headerSize + length)
    }
    guard !data.isEmpty, rest.allSatisfy({ $0 == 0 }) else { return nil }
    return data
  }
}
