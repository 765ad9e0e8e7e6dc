/// Flat tables over the 8192 PIDs, which the hot loop reads and writes for every packet.
final class PIDTables {
  static let count = 8192
  /// The entry of a PID without a packet so far.
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

  /// Records the continuity counter of a packet with payload. Returns the number of packets missing before it.
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

/// The roles of a PID, which decide how the sieve handles its packets.
struct PIDRole: OptionSet {
  let rawValue: UInt8

  /// A program map declares the PID as audio or video: the PTS of each PES packet is read.
  static let frames = PIDRole(rawValue: 1 << 0)
  /// The PID carries PAT or PMT sections.
  static let tables = PIDRole(rawValue: 1 << 1)
  /// The PID carries ID3: its packets are passed on.
  static let metadata = PIDRole(rawValue: 1 << 2)
  /// The PID carries the PCR of a program.
  static let clock = PIDRole(rawValue: 1 << 3)
  /// The payload looked like ID3 before all program maps arrived: the packets are kept.
  static let candidate = PIDRole(rawValue: 1 << 4)
  /// A program map declares the PID as audio: the PTS of tags is compared with its PTS.
  static let audio = PIDRole(rawValue: 1 << 5)
  /// A program map declares the PID as splice information: its sections are passed on.
  static let splices = PIDRole(rawValue: 1 << 6)
  /// The PID carries null packets.
  static let ignored = PIDRole(rawValue: 1 << 7)

  /// The roles whose packets are all inspected, or all ignored.
  static let watched =
    tables.rawValue | metadata.rawValue | candidate.rawValue | splices.rawValue | ignored.rawValue
}
