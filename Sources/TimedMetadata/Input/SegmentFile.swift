import ISOMedia
import TransportStream

/// The kind of a file as a part of a stream, from its first bytes.
package enum SegmentFile: Sendable, Equatable {
  /// The initialization section of fragmented MP4: it describes the segments and has no media.
  case initialization
  case media
  /// Bytes without a mark of their own: a transport stream may begin further on in them.
  case unmarked
  /// Neither: a playlist, a text, something compressed, nothing.
  case other

  /// Reads the beginning of a file.
  /// - Throws: `cannotRead`.
  package init(_ source: any ByteSource) throws(TimedMetadataError) {
    let chunks = ChunkReader(source)
    let kind = try InputKind.detect(in: chunks)
    guard !chunks.bytes.isEmpty else {
      self = .other
      return
    }
    switch kind {
    case .packedAudio, .leadingID3: self = .media
    case .transportStream:
      self = chunks.bytes.first == TransportPacket.syncByte ? .media : .unmarked
    case .isoMedia:
      while try chunks.readMore() {}
      self = chunks.isAtEnd && Self.isInitialization(chunks.bytes) ? .initialization : .media
    case .playlist, .manifest, .text, .compressed: self = .other
    }
  }

  private static func isInitialization(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (hasMovie, hasMedia) = (false, false)
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: Array(bytes)[...]) { type, _ in
        if type == .movie { hasMovie = true }
        if type == .movieFragment || type == .mediaData { hasMedia = true }
      }
    } catch {
      return false
    }
    return hasMovie && !hasMedia
  }
}
