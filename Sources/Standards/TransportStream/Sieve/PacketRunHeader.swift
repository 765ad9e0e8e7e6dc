/// The header that the next packet has if it continues the previous one: payload without a unit start, on the same PID,
/// with the next counter.
struct PacketRunHeader {
  /// A header in host order. The value of `none` is wider than any header, so no packet has it.
  private var expected: UInt64

  static let none = PacketRunHeader(expected: .max)

  private init(expected: UInt64) { self.expected = expected }

  /// A run that begins with a packet whose `header` is in host order.
  @inline(__always)
  init(after header: UInt32) { expected = Self.next(UInt64(header)) }

  /// The PID of the run; nil if there is no run.
  @inline(__always)
  var pid: Int? { expected == .max ? nil : Int(expected >> 8 & 0x1FFF) }

  @inline(__always)
  var nextCounter: UInt8 { UInt8(truncatingIfNeeded: expected & 0x0F) }

  /// Whether a packet continues the run. If so, the run now expects the next packet.
  @inline(__always)
  mutating func isContinued(by header: UInt32) -> Bool {
    guard UInt64(header) == expected else { return false }
    expected = Self.next(expected)
    return true
  }

  @inline(__always)
  private static func next(_ header: UInt64) -> UInt64 {
    header & ~0x0F | (header &+ 1) & 0x0F
  }
}
