import ID3
import TransportStream

/// The kind of an input, detected from its first bytes. The file name is ignored.
package enum InputKind: Equatable {
  /// An MPEG transport stream, or unrecognized bytes that may contain one later.
  case transportStream
  case playlist
  case manifest
  /// ISO base media: MP4, fragmented MP4 or CMAF.
  case isoMedia
  /// An ID3 tag, after which packed audio or a transport stream may follow.
  case leadingID3
  /// Audio frames without a container.
  case packedAudio
  case text
  /// A compressed file or an archive.
  case compressed(Compression)

  /// The number of bytes that are usually needed to detect the kind.
  package static let probeSize = 4096
  /// The number of bytes that are searched for audio frames if nothing else was recognized: four of the longest frames.
  private static let audioProbeSize = 32 << 10

  /// Detects the kind of an input from its first bytes, and requests more of them as needed. Up to 1 MiB of ID3 tags at
  /// the start is skipped: they precede packed audio, and some packagers write them before a transport stream.
  package struct Detection {
    /// The number of first bytes that are needed for the next attempt.
    package private(set) var needed: Int
    private let comesInParts: Bool

    /// Makes a detection. If the input `comesInParts`, fewer bytes may be enough, because the next part may take a long
    /// time to arrive.
    package init(comesInParts: Bool = false) {
      self.comesInParts = comesInParts
      needed = comesInParts ? 1 : InputKind.probeSize
    }

    /// The kind of an input that begins with `start`; nil if `needed` bytes are required. If `start` has fewer bytes
    /// than `needed`, it must be the whole input.
    package mutating func kind(of start: [UInt8]) -> InputKind? {
      while true {
        let isAll = start.count < needed
        if comesInParts, !isAll, needed < probeSize, !start.withUnsafeBytes(isCertain) {
          needed = min(start.count + 1, probeSize)
          return nil
        }
        let verdict = start.withUnsafeBytes {
          detect($0, isAll: isAll || comesInParts && isCertain($0))
        }
        switch verdict {
        case .known(let kind): return kind
        case .needs(let count):
          needed = count
          if start.count < count { return nil }
        }
      }
    }
  }

  /// Detects the kind of an input before any of its bytes are returned, and returns it with the first bytes. If
  /// `readsText` is true, the kind is `text`.
  package static func detect(
    in chunks: ChunkReader,
    readsText: Bool = false
  ) throws(TimedMetadataError) -> (kind: InputKind, start: [UInt8]) {
    if readsText { return (.text, try chunks.start(1)) }
    var detection = Detection()
    while true {
      let start = try chunks.start(detection.needed)
      if let kind = detection.kind(of: start) { return (kind, start) }
    }
  }

  /// The detected kind, or the number of first bytes that are needed to detect it.
  private enum Verdict {
    case known(InputKind)
    case needs(Int)
  }

  /// Detects the kind of an input that begins with `bytes`. `isAll` means that no more bytes are available.
  private static func detect(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> Verdict {
    var position = 0
    while true {
      guard isAll || bytes.count >= position + probeSize else {
        return .needs(position + probeSize)
      }
      guard position == 0 || position < bytes.count else { return .known(.packedAudio) }
      let start = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(position).prefix(probeSize))
      // An uncompressed archive contains the packets of a stream unchanged, and may begin like text.
      if position == 0, Compression(start) == .tar, start.first != TransportPacket.syncByte {
        return .known(.compressed(.tar))
      }
      var kind = InputKind(start)
      if kind == .leadingID3, let header = ID3Header(start),
        position + header.tagSize <= HeldBytes.maximumTagSize
      {
        position += header.tagSize
        continue
      }
      if kind == .transportStream, start.first != TransportPacket.syncByte {
        // A ZIP archive may contain its files uncompressed.
        if let compression = Compression(start), compression.isArchive || !hasSyncBytes(start) {
          return .known(position > 0 ? .packedAudio : .compressed(compression))
        }
        // The first bytes were not recognized, so the input may be audio.
        let audioEnd = position + audioProbeSize
        guard isAll || bytes.count >= audioEnd else { return .needs(audioEnd) }
        let probe = UnsafeRawBufferPointer(rebasing: bytes[position..<min(audioEnd, bytes.count)])
        if holdsAudioFrames(probe, isAll: isAll && audioEnd >= bytes.count) { kind = .packedAudio }
      }
      guard position > 0 || kind == .leadingID3 else { return .known(kind) }
      return .known(kind == .transportStream ? .transportStream : .packedAudio)
    }
  }

  /// The number of bytes after which the detection of a stream is certain: whatever bytes follow, the input is neither
  /// text nor an archive.
  private static let certainSize = 1024

  /// Whether further bytes cannot change the detected kind: the input begins with transport packets or boxes.
  private static func isCertain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= certainSize, !isText(bytes), Compression(bytes) == nil else {
      return false
    }
    let isStream = (0..<5).allSatisfy {
      bytes[$0 * TransportPacket.byteCount] == TransportPacket.syncByte
    }
    return isStream || isISOMedia(bytes)
  }

  /// Detects the kind from the first bytes alone, without searching for audio frames.
  init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.first == TransportPacket.syncByte {
      self = Self.isText(bytes) ? .text : .transportStream
    } else if Self.unmarked(bytes).starts(with: "#EXTM3U".utf8) {
      self = .playlist
    } else if ManifestMark.begins(bytes) {
      self = .manifest
    } else if ID3Header(bytes.prefix(ID3Header.byteCount)) != nil {
      self = .leadingID3
    } else if Self.isText(bytes) {
      // Text is checked before boxes: it may contain the letters of a box type, but the size of a real box is hardly
      // ever text.
      self = .text
    } else if Self.isISOMedia(bytes) {
      self = .isoMedia
    } else {
      self = .transportStream
    }
  }

  /// Whether a file that begins with `bytes` may be a stream, a playlist, a manifest, or a compressed file or archive.
  /// False for an empty file and for other text.
  package static func isStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(probeSize))
    return !start.isEmpty && (Compression(start) != nil || InputKind(start) != .text)
  }

  /// Whether text looks like a playlist without the `#EXTM3U` that RFC 8216 (section 4.3.1.1) requires in its first
  /// line: it begins with a playlist tag, after any blank lines.
  static func isUnmarkedPlaylist(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let line = unmarked(bytes).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return ["#EXTINF:", "#EXT-X-"].contains { line.starts(with: $0.utf8) }
  }

  /// The bytes without a byte order mark at their start.
  private static func unmarked(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  private static func isISOMedia(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8 else { return false }
    let boxes = ["ftyp", "styp", "moof", "moov", "sidx", "emsg", "prft", "mdat", "free"]
    return boxes.contains { bytes[4..<8].elementsEqual($0.utf8) }
  }

  /// Whether the bytes contain consecutive audio frames. A recording may begin within a frame. Transport streams may
  /// contain frames too, so packets are excluded.
  private static func holdsAudioFrames(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> Bool {
    guard !hasSyncBytes(bytes) else { return false }
    return AudioFrameChain.verdict(bytes, at: 0, isLast: isAll, needed: 2) == .confirmed
      || AudioFrameChain.occurs(in: bytes)
  }

  /// Whether the bytes contain five sync bytes at the distance of transport stream packets.
  private static func hasSyncBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    PacketFraming.allCases.contains { framing in
      (0..<framing.stride).contains { start in
        start + 4 * framing.stride < bytes.count
          && (0..<5).allSatisfy { bytes[start + $0 * framing.stride] == TransportPacket.syncByte }
      }
    }
  }

  /// Whether the bytes are UTF-8 text without control characters other than white space and escape. An incomplete
  /// character at the end is accepted.
  private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isPrintable = bytes.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B
    }
    return isPrintable && !bytes.isEmpty
      && (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// The format of a playlist or a manifest; nil for other kinds.
  package var playlistFormat: PlaylistFormat? {
    switch self {
    case .playlist: .hls
    case .manifest: .dash
    default: nil
    }
  }

  /// The reason why this kind cannot be a segment; nil if it can.
  package var segmentRefusal: String? {
    switch self {
    case .transportStream, .packedAudio, .isoMedia, .leadingID3: nil
    case .playlist: "is a playlist, not a segment"
    case .manifest: "is a DASH manifest, not a segment"
    case .text: "is text, not media"
    case .compressed(let compression): compression.reason
    }
  }
}
