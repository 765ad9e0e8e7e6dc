/// Flat tables over the 8192 PIDs, for fast access in the hot loop.
final class PIDTables {
  static let count = 8192
  /// The entry of a PID whose next packet may have any counter.
  static let noCounter: UInt8 = 0xFF

  /// The raw value of each PID's `PIDRole`.
  let roles: UnsafeMutablePointer<UInt8>
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

  /// Records the counter of a packet with payload. Returns how many packets are missing before the packet: 0 to 14.
  func missingPackets(before packet: TransportPacket, pid: UInt16) -> Int {
    let expected = expectedCounters[Int(pid)]
    let counter = packet.continuityCounter
    let isRepeat = (counter + 1) & 0x0F == expected
    expectedCounters[Int(pid)] = (counter + 1) & 0x0F
    guard expected != Self.noCounter, counter != expected, !isRepeat, !packet.hasDiscontinuity
    else { return 0 }
    return Int((counter &- expected) & 0x0F)
  }

  func forgetCounters() { expectedCounters.update(repeating: Self.noCounter, count: Self.count) }
}

/// The roles of a PID, which decide how the sieve handles its packets.
struct PIDRole: OptionSet {
  let rawValue: UInt8

  /// A program map declares the PID as audio or video: the PTS of its PES packets is read.
  static let frames = PIDRole(rawValue: 1 << 0)
  /// The PID carries PAT or PMT sections.
  static let tables = PIDRole(rawValue: 1 << 1)
  /// The PID carries ID3: its packets are passed on.
  static let metadata = PIDRole(rawValue: 1 << 2)
  /// A program map declares the PID as PCR PID.
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
