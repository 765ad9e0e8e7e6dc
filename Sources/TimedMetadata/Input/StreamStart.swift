import TransportStream

/// What a file is that begins as a stream, for those who expect another kind of file.
package enum StreamStart {
  /// What is wrong with results that begin with these bytes: `is a transport stream, not results`.
  /// Nil for text that is not a playlist or manifest.
  package static func refusal(_ bytes: UnsafeRawBufferPointer) -> String? {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(InputKind.probeSize))
    guard !start.isEmpty else { return nil }
    if let compression = Compression(start), start.first != TransportPacket.syncByte {
      return compression.reason
    }
    switch InputKind(start) {
    case .text: return nil
    case .playlist: return "is an HLS playlist, not results"
    case .manifest: return "is a manifest of DASH, not results"
    case .isoMedia: return "is an MP4 file, not results"
    case .leadingID3, .packedAudio: return "is an audio file, not results"
    case .compressed(let compression): return compression.reason
    case .transportStream:
      return start.first == TransportPacket.syncByte
        ? "is a transport stream, not results" : "is a binary file, not results"
    }
  }
}
