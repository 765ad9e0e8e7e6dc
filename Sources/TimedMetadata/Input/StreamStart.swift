import TransportStream

/// The start of a file, for commands that read results and streams.
package enum StreamStart {
  /// Bytes that are enough to decide.
  package static let size = InputKind.probeSize

  /// Whether bytes at the start of a file are those of a stream, a playlist or a manifest, also a compressed
  /// one, and not of other text.
  package static func isStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
    return !start.isEmpty && (Compression(start) != nil || InputKind(start) != .text)
  }
}
