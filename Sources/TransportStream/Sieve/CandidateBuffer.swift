/// Packets of PIDs whose payload starts like ID3, kept until a program map declares the PIDs. Bounded: 1 MiB
/// per PID, 16 PIDs.
struct CandidateBuffer {
  /// One PID and its packets.
  struct Candidate {
    let pid: UInt16
    var packets: [UInt8] = []
    var positions: [StreamPosition] = []
    /// The reading of the clock at each packet.
    var readings: [PresentationClock.Reading?] = []
  }

  static let maximumBytes = 1 << 20
  static let maximumPIDs = 16
  /// A stream without a program map for this long after the first candidate packet has none: 8 MiB, more than
  /// three seconds of a broadcast stream that should repeat the map twice a second.
  static let waitLimitBytes: Int64 = 8 << 20

  private var candidates: [Candidate] = []

  /// Keeps a packet. Returns the PID that was dropped to make room, and whether the candidates must be decided
  /// now.
  mutating func append(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    reading: PresentationClock.Reading?
  ) -> (dropped: UInt16?, isDue: Bool) {
    var dropped: UInt16?
    let index: Int
    if let known = candidates.firstIndex(where: { $0.pid == pid }) {
      index = known
    } else {
      if candidates.count == Self.maximumPIDs { dropped = candidates.removeFirst().pid }
      candidates.append(Candidate(pid: pid))
      index = candidates.count - 1
    }
    candidates[index].packets.append(contentsOf: packet.bytes)
    candidates[index].positions.append(position)
    candidates[index].readings.append(reading)
    let oldest = candidates.compactMap(\.positions.first?.distance).min() ?? position.distance
    let isFull = candidates[index].packets.count + packet.bytes.count > Self.maximumBytes
    return (dropped, isFull || position.distance - oldest > Self.waitLimitBytes)
  }

  /// Takes all candidates.
  mutating func removeAll() -> [Candidate] {
    defer { candidates.removeAll() }
    return candidates
  }
}
