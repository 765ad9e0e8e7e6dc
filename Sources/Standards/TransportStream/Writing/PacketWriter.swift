/// Writes PES packets, sections and clock references as transport stream packets, and numbers the packets of every PID
/// with the continuity counter.
public struct PacketWriter: Sendable {
  private var counters: [UInt16: UInt8] = [:]

  /// Makes a writer whose counters start at 0.
  public init() {}

  /// The packets of one unit, such as a whole PES packet. The first packet has the unit start flag; an adaptation field
  /// fills up a short last packet.
  public mutating func packets(carrying unit: [UInt8], pid: UInt16) -> [OutgoingPacket] {
    var packets: [OutgoingPacket] = []
    var rest = unit[...]
    while !rest.isEmpty {
      packets.append(
        OutgoingPacket(
          pid: pid,
          startsUnit: packets.isEmpty,
          continuityCounter: nextCounter(pid: pid),
          payload: Array(rest.prefix(OutgoingPacket.largestPayload))
        )
      )
      rest = rest.dropFirst(OutgoingPacket.largestPayload)
    }
    return packets
  }

  /// The packets of one section: pointer_field 0, and stuffing bytes 0xFF after the section (ISO/IEC 13818-1, 2.4.4).
  public mutating func packets(carryingSection section: [UInt8], pid: UInt16) -> [OutgoingPacket] {
    var unit: [UInt8] = [0]
    unit += section
    let overhang = unit.count % OutgoingPacket.largestPayload
    if overhang > 0 {
      unit += [UInt8](repeating: 0xff, count: OutgoingPacket.largestPayload - overhang)
    }
    return packets(carrying: unit, pid: pid)
  }

  /// A packet with a clock reference and without payload. It repeats the counter of the previous packet (2.4.3.3).
  public func clockPacket(pcr: Int64, pid: UInt16) -> OutgoingPacket {
    OutgoingPacket(pid: pid, continuityCounter: ((counters[pid] ?? 0) &+ 15) & 0x0f, pcr: pcr)
  }

  /// Skips `count` values of the counter of `pid`, as if `count` packets had been lost.
  public mutating func skipCounter(pid: UInt16, by count: UInt8) {
    counters[pid] = ((counters[pid] ?? 0) &+ count) & 0x0f
  }

  private mutating func nextCounter(pid: UInt16) -> UInt8 {
    let counter = counters[pid] ?? 0
    counters[pid] = (counter + 1) & 0x0f
    return counter
  }
}
