/// Flat tables over the 8192 PIDs: what the hot loop reads and writes for every packet.
final class PIDTables {
  static let count = 8192
  /// No packet of the PID has been seen.
  static let noCounter: UInt8 = 0xFF

  /// `PIDRole` of each PID.
  let roles: UnsafeMutablePointer<UInt8>
  /// The continuity counter that comes next on each PID.
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

  /// Takes the continuity counter of a packet with payload. Gives how many packets of its PID are missing before it.
  func missingPackets(before packet: TransportPacket, pid: UInt16) -> Int {
    let expected = expectedCounters[Int(pid)]
    let counter = packet.continuityCounter
    let isRepeat = (counter + 1) & 0x0F == expected
    expectedCounters[Int(pid)] = (counter + 1) & 0x0F
    guard expected != Self.noCounter, counter != expected, !isRepeat, !packet.hasDiscontinuity
    else { return 0 }
    return Int((counter &- expected) & 0x0F)
  }

  /// The counters of the next packets need not go on.
  func forgetCounters() { expectedCounters.update(repeating: Self.noCounter, count: Self.count) }
}
