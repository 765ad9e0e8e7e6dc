import ID3

/// Distinguishes audio frames from bytes that only look like a frame header, by checking the frames that follow.
enum AudioFrameChain {
  enum Verdict: Equatable {
    case confirmed
    case refused
    case undecided
  }

  /// Checks whether frames of one stream begin at a position. `needed` consecutive headers confirm this, or fewer
  /// headers if a tag, a trailer or the end of the segment directly follows a frame. `isLast` means that no bytes
  /// follow in the segment. The last frame may then be cut, unless it is the only one.
  static func verdict(
    _ bytes: UnsafeRawBufferPointer,
    at start: Int,
    isLast: Bool,
    needed: Int
  ) -> Verdict {
    var position = start
    var latest: AudioFrameHeader?
    var count = 0
    while count < needed {
      let left = bytes.count - position
      if left < ID3Header.byteCount, !isLast { return .undecided }
      if count > 0, endsAudio(bytes, at: position) { return .confirmed }
      if left < AudioFrameHeader.byteCount { return count > 1 ? .confirmed : .refused }
      guard let header = AudioFrameHeader(bytes, at: position),
        latest.map({ header.continues($0) }) ?? true
      else { return .refused }
      latest = header
      count += 1
      position += header.frameSize
      if count < needed, position > bytes.count {
        return !isLast ? .undecided : count > 1 ? .confirmed : .refused
      }
    }
    return .confirmed
  }

  /// Whether four consecutive frames, or fewer before a tag or a trailer, begin at any position of the bytes.
  static func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.contains {
      (bytes[$0] == 0xFF || bytes[$0] == 0x0B)
        && verdict(bytes, at: $0, isLast: false, needed: 4) == .confirmed
    }
  }

  /// Whether the audio ends cleanly at a position: with an ID3 tag, an ID3v1 trailer, or the end of the bytes.
  private static func endsAudio(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
    position == bytes.count
      || ID3Header(bytes.dropFirst(position).prefix(ID3Header.byteCount)) != nil
      || bytes.dropFirst(position).starts(with: ID3v1.identifier)
  }
}

/// The ID3v1 trailer of 128 bytes after the audio. It is not timed metadata.
enum ID3v1 {
  static let identifier = Array("TAG".utf8)
  static let byteCount = 128
}
