/// Flat tables of the 8192 PIDs, which the hot loop reads and writes for every packet.
final class PIDTables {
  static let count = 8192
  /// The value for a PID without a packet so far.
  static let noCounter: UInt8 = 0xFF

  /// `PIDRole` of each PID.
  let roles: UnsafeMutablePointer<UInt8>
  /// The next continuity counter of each PID.
  let expectedCounters: UnsafeMutablePointer<UInt8>

  init() {
    roles = .allocate(capacity: Self.count)
    roles.initialize(repeating: 0, count: Self.count)
    roles[Int(TransportPacket.nullPID)] = PIDRole.ignored.rawValue
    expectedCounters = .allocate(capacity: Self.count)
    expectedCounters.initialize(repeating: Self.noCounter, count: Self.count)
  }

  deinit {
    roles.deallocate()
    expectedCounters.deallocate()
  }

  subscript(pid: UInt16) -> PIDRole {
    get { PIDRole(rawValue: roles[Int(pid)]) }
    set { roles[Int(pid)] = newValue.rawValue }
  }

  /// Takes the continuity counter of a packet with payload. Returns how many packets of its PID are missing
  /// before it.
  func missingPackets(before packet: TransportPacket, pid: UInt16) -> Int {
    let expected = expectedCounters[Int(pid)]
    let counter = packet.continuityCounter
    let isRepeat = (counter + 1) & 0x0F == expected
    expectedCounters[Int(pid)] = (counter + 1) & 0x0F
    guard expected != Self.noCounter, counter != expected, !isRepeat, !packet.hasDiscontinuity
    else { return 0 }
    return Int((counter &- expected) & 0x0F)
  }

  /// Allows any counter in the next packet of each PID.
  func forgetCounters() { expectedCounters.update(repeating: Self.noCounter, count: Self.count) }
}
