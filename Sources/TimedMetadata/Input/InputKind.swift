import ID3

/// What an input is, by its first bytes. The file name proves nothing.
enum InputKind: Equatable {
  /// An MPEG transport stream, or anything that may hold one further on.
  case transportStream
  /// An HLS playlist.
  case playlist
  /// ISO base media: MP4, fragmented MP4, CMAF.
  case isoMedia
  /// An ID3 tag in front: packed audio, or a transport stream behind it.
  case leadingID3
  /// Audio frames without a container.
  case packedAudio
  /// Readable text.
  case text

  /// Bytes that a decision wants to see.
  static let probeSize = 4096

  /// What a part is, without using any of its bytes. ID3 tags in front are looked behind: they stand
  /// before packed audio, and before the transport streams of some packagers.
  static func detect(in chunks: ChunkReader) throws(TimedMetadataError) -> InputKind {
    try chunks.fill(to: probeSize)
    var position = 0
    var kind = InputKind(probe(chunks, from: position))
    while kind == .leadingID3, let header = ID3Header(probe(chunks, from: position)),
      position + header.tagSize <= LeadingTags.maximumTagSize
    {
      position += header.tagSize
      try chunks.fill(to: position + probeSize)
      guard position < chunks.bytes.count else { return .packedAudio }
      kind = InputKind(probe(chunks, from: position))
    }
    guard position > 0 else { return kind == .leadingID3 ? .packedAudio : kind }
    return kind == .transportStream ? .transportStream : .packedAudio
  }

  private static func probe(_ chunks: ChunkReader, from position: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: chunks.bytes.dropFirst(position).prefix(probeSize))
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.first == 0x47 {
      self = Self.isText(bytes) ? .text : .transportStream
    } else if Self.text(bytes, startsWith: "#EXTM3U") {
      self = .playlist
    } else if ID3Header(bytes.prefix(ID3Header.byteCount)) != nil {
      self = .leadingID3
    } else if Self.isISOMedia(bytes) {
      self = .isoMedia
    } else if Self.isText(bytes) {
      self = .text
    } else if Self.startsAudioFrames(bytes) {
      self = .packedAudio
    } else {
      self = .transportStream
    }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, startsWith prefix: String) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    return body.starts(with: prefix.utf8)
  }

  private static func isISOMedia(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8 else { return false }
    let boxes = ["ftyp", "styp", "moof", "moov", "sidx", "emsg", "prft", "mdat", "free"]
    return boxes.contains { bytes[4..<8].elementsEqual($0.utf8) }
  }

  /// ADTS, MPEG audio layers and AC-3: two frames in a row where the first says its length.
  private static func startsAudioFrames(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 7 else { return false }
    if bytes[0] == 0x0B, bytes[1] == 0x77 { return true }
    guard bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return false }
    let length = Int(bytes[3] & 0x03) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    guard length >= 7, length + 2 <= bytes.count else { return false }
    return bytes[length] == 0xFF && bytes[length + 1] & 0xF6 == 0xF0
  }

  /// Whether the bytes are UTF-8 without control characters but white space and escape. A character
  /// that the end of the bytes cuts is forgiven.
  private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isPrintable = bytes.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B
    }
    return isPrintable && !bytes.isEmpty
      && (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// Why a segment of this kind is none; nil when it is one.
  var segmentRefusal: String? {
    switch self {
    case .transportStream, .packedAudio, .isoMedia, .leadingID3: nil
    case .playlist: "is a playlist, not a segment"
    case .text: "is text, not media"
    }
  }

  /// Why this version cannot read the kind, and what to do; nil when it can.
  var refusal: (reason: String, remedy: String)? {
    switch self {
    case .transportStream, .leadingID3, .isoMedia: return nil
    case .playlist:
      return ("is an HLS playlist", "this version reads transport streams; name its segments")
    case .packedAudio:
      return ("is audio without a container", "this version reads transport streams")
    case .text: return ("is text, not media", "name a transport stream")
    }
  }
}
