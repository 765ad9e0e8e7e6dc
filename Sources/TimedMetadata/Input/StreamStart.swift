import TransportStream

/// The kind of stream at the start of a file, for commands that expect results.
package enum StreamStart {
  /// The problem with results that begin with these bytes, and its remedy. Nil for text that is not a
  /// playlist or manifest.
  package static func refusal(_ bytes: UnsafeRawBufferPointer) -> String? {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(InputKind.probeSize))
    guard !start.isEmpty else { return nil }
    if start.first != TransportPacket.syncByte, let compression = Compression(start) {
      return "\(compression.reason): unpack it first"
    }
    return words(start).map {
      "is \($0), not results: run 'id3tap check' or 'id3tap batch' on it, and report on what they write"
    }
  }

  private static func words(_ start: UnsafeRawBufferPointer) -> String? {
    switch InputKind(start) {
    case .text: nil
    case .playlist: "an HLS playlist"
    case .manifest: "a manifest of DASH"
    case .isoMedia: "an MP4 file"
    case .leadingID3, .packedAudio: "an audio file"
    case .transportStream:
      start.first == TransportPacket.syncByte ? "a transport stream" : "a binary file"
    case .compressed: "a compressed file"
    }
  }
}
