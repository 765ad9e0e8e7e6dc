import ISOMedia
import TransportStream

/// The kind of a file that may be part of a stream, detected from its first bytes.
package enum SegmentFile: Sendable, Equatable {
  /// The initialization section of fragmented MP4, which describes the segments and contains no media.
  case initialization
  case media
  /// Unrecognized bytes, in which a transport stream may begin later.
  case unmarked
  /// A playlist, a manifest, text, a compressed file, or an empty file.
  case other

  /// Detects the kind from the beginning of a file.
  /// - Throws: The errors of reading `source`.
  package init(_ source: any ByteSource) throws(TimedMetadataError) {
    let chunks = ChunkReader(source)
    let (kind, start) = try InputKind.detect(in: chunks)
    guard !start.isEmpty else {
      self = .other
      return
    }
    switch kind {
    case .packedAudio, .leadingID3: self = .media
    case .transportStream: self = start.first == TransportPacket.syncByte ? .media : .unmarked
    case .isoMedia:
      let bytes = try chunks.start(Self.largestInitialization)
      let isWhole = bytes.count < Self.largestInitialization
      self = isWhole && Self.isInitialization(bytes) ? .initialization : .media
    case .playlist, .manifest, .text, .compressed: self = .other
    }
  }

  /// Files of at least this size, in bytes, do not count as initialization sections: 1 MiB.
  private static let largestInitialization = 1 << 20

  private static func isInitialization(_ bytes: [UInt8]) -> Bool {
    var (hasMovie, hasMedia) = (false, false)
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: bytes[...]) { type, _ in
        if type == .movie { hasMovie = true }
        if type == .movieFragment || type == .mediaData { hasMedia = true }
      }
    } catch {
      return false
    }
    return hasMovie && !hasMedia
  }
}
