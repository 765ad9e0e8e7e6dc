import ID3

extension ChunkReader {
  /// Larger tags before and between media are not read: 1 MiB.
  static let maximumTagSize = carryCapacity

  /// The header of the ID3 tag that begins with the first byte in view.
  func tagHeader() throws(TimedMetadataError) -> ID3Header? {
    try fill(to: ID3Header.byteCount)
    return ID3Header(bytes.prefix(ID3Header.byteCount))
  }

  /// Takes the ID3 tag that begins with the first byte in view. Nil when none does, it is too large, or
  /// its declared end is after the end of the part: nothing is used then.
  func takeTag() throws(TimedMetadataError) -> [UInt8]? {
    guard let size = try tagHeader()?.tagSize, size <= Self.maximumTagSize else { return nil }
    try fill(to: size)
    guard bytes.count >= size else { return nil }
    defer { use(size) }
    return Array(bytes.prefix(size))
  }
}
