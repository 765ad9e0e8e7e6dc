import TimedMetadata

/// A source whose first bytes were read to detect its kind: they are delivered again.
final class ReplayedSource: ByteSource {
  let name: String
  let size: Int64?
  private let source: any ByteSource
  private var head: ArraySlice<UInt8>

  /// Delivers `head`, then the rest of `source`.
  init(_ head: [UInt8], before source: any ByteSource) {
    name = source.name
    size = source.size
    self.source = source
    self.head = head[...]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard !head.isEmpty else { return try source.read(into: buffer) }
    let piece = head.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    head = head.dropFirst(piece.count)
    return piece.count
  }

  var hole: String? { source.hole }

  func openNextPart() throws(TimedMetadataError) -> Bool { try source.openNextPart() }
}
