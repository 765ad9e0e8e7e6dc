#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds packets in bytes that may begin with other data or be interrupted by it.
enum PacketSearch {
  /// The number of consecutive sync bytes that identify a stream. In random bytes, even four sync bytes at one distance
  /// occur at only one in 2³² positions.
  static let syncBytesNeeded = 5
  /// The number of bytes that are needed to decide about a position in every framing.
  static let lookahead = (syncBytesNeeded - 1) * PacketFraming.parity.stride + 1

  enum Outcome: Equatable {
    /// Packets start at `position`.
    case found(position: Int, framing: PacketFraming)
    /// No packet starts before `position`. More bytes are needed to decide about later positions.
    case undecided(position: Int)
  }

  /// Searches `bytes` from `start`. `beginsInput` means that `bytes` begin at the start of the input. `allowsShortRun`
  /// means that the input is short or continues a stream. Fewer sync bytes are then enough at the end of the input, if
  /// every expected position has one and one packet is complete.
  static func search(
    _ bytes: UnsafeRawBufferPointer,
    from start: Int,
    isLast: Bool,
    beginsInput: Bool,
    allowsShortRun: Bool,
    preferring current: PacketFraming
  ) -> Outcome {
    guard let base = bytes.baseAddress else { return .undecided(position: start) }
    var position = start
    while position < bytes.count {
      guard
        let match = memchr(base + position, Int32(TransportPacket.syncByte), bytes.count - position)
      else { return .undecided(position: bytes.count) }
      position = UnsafeRawPointer(match) - base
      if !isLast, position + lookahead > bytes.count { return .undecided(position: position) }
      let isCutShort = position + lookahead > bytes.count
      if !isCutShort || allowsShortRun,
        let framing = framing(
          of: bytes,
          at: position,
          isWholeInput: beginsInput && position == 0,
          preferring: current
        )
      {
        return .found(position: position, framing: framing)
      }
      position += 1
    }
    return .undecided(position: position)
  }

  /// The framing whose sync bytes are at `position` and at the next four positions, or at those before the end of
  /// `bytes`. A single packet is accepted only if it is the whole input: one byte in 256 is a sync byte by chance.
  private static func framing(
    of bytes: UnsafeRawBufferPointer,
    at position: Int,
    isWholeInput: Bool,
    preferring current: PacketFraming
  ) -> PacketFraming? {
    guard position + TransportPacket.byteCount <= bytes.count else { return nil }
    let candidates = [current] + PacketFraming.allCases
    return candidates.first { framing in
      (isWholeInput || position + framing.stride < bytes.count)
        && hasSyncBytes(bytes, at: position, stride: framing.stride)
    }
  }

  private static func hasSyncBytes(
    _ bytes: UnsafeRawBufferPointer,
    at position: Int,
    stride: Int
  ) -> Bool {
    for index in 1..<syncBytesNeeded {
      let place = position + index * stride
      guard place < bytes.count else { return true }
      guard bytes[place] == TransportPacket.syncByte else { return false }
    }
    return true
  }
}
