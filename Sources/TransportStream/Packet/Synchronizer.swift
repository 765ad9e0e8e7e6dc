#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds packets in bytes that may begin with, or be interrupted by, anything.
enum Synchronizer {
  /// This many sync bytes in a row make a stream. One more than the four that random bytes give
  /// once in 2³² positions.
  static let syncBytesNeeded = 5
  /// Bytes that must be in view before a position can be judged in every framing.
  static let lookahead = (syncBytesNeeded - 1) * PacketFraming.parity.stride + 1

  /// What a search found.
  enum Outcome: Equatable {
    /// Packets stand from `position` on.
    case found(position: Int, framing: PacketFraming)
    /// None starts before `position`; more bytes are needed to judge from there on.
    case undecided(position: Int)
  }

  /// Searches `bytes` from `start` on. At the end of the input, with `allowsShortRun`, fewer sync
  /// bytes suffice, provided that every place where one is due within the bytes holds one and one
  /// packet is whole: a short input, or the rest of a stream that was read before.
  static func search(
    _ bytes: UnsafeRawBufferPointer,
    from start: Int,
    isLast: Bool,
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
        let framing = framing(of: bytes, at: position, preferring: current)
      {
        return .found(position: position, framing: framing)
      }
      position += 1
    }
    return .undecided(position: position)
  }

  /// The framing whose sync bytes are at `position` and at every further place of the next four
  /// that lies within `bytes`. A place beyond the end counts only when the input ends there, and a
  /// packet alone only when it is the whole input: one byte in 256 is a sync byte by chance.
  private static func framing(
    of bytes: UnsafeRawBufferPointer,
    at position: Int,
    preferring current: PacketFraming
  ) -> PacketFraming? {
    guard position + TransportPacket.byteCount <= bytes.count else { return nil }
    if hasSyncBytes(bytes, at: position, stride: current.stride) { return current }
    for framing in PacketFraming.allCases
    where hasSyncBytes(bytes, at: position, stride: framing.stride) {
      return framing
    }
    return nil
  }

  private static func hasSyncBytes(
    _ bytes: UnsafeRawBufferPointer,
    at position: Int,
    stride: Int
  ) -> Bool {
    if position > 0, position + stride >= bytes.count { return false }
    for index in 1..<syncBytesNeeded {
      let place = position + index * stride
      guard place < bytes.count else { return true }
      guard bytes[place] == TransportPacket.syncByte else { return false }
    }
    return true
  }
}
