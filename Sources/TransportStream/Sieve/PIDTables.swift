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
}
