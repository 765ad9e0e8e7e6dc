import NielsenTag
import TransportStream

/// Faults of the rules in the group `transport`: packets.
extension Fault {
  static let packetFaults: [Fault] = [
    Fault(
      "ts-sync",
      "1000 bytes that are not packets precede one tag.",
      FaultChanges(junk: { tag in
        guard tag.isStruck else { return [] }
        var random = SplitMix64(seed: 0x1d3)
        return random.bytes(1000).map { $0 == TransportPacket.syncByte ? 0 : $0 }
      })
    ),
    Fault(
      "ts-packet-size",
      "The packet size changes at the third DATA tag, from 188 to 204 bytes or from a larger size to 188 bytes.",
      FaultChanges(framing: { framing, tag in
        guard tag.isStruck else { return framing }
        return framing == .plain ? .parity : .plain
      })
    ),
    Fault(
      "ts-leading-id3",
      "Two ID3 tags precede the first packet.",
      FaultChanges(leadingBytes: { ID3Bytes.timestampTag(pts: $0.pts) + clockTag($0.wallClock) })
    ),
    Fault(
      "ts-continuity",
      "One value of the continuity counter is skipped on the PID of the tags.",
      FaultChanges(skippedCounters: { $0.isStruck ? 1 : 0 })
    ),
    Fault(
      "ts-duplicate-packet",
      "The first packet of one tag is sent twice.",
      .packetsOfStruckTag { [$0[0]] + $0 }
    ),
    Fault(
      "ts-transport-error",
      "The first packet of one tag is sent twice, once with the transport error indicator.",
      .packetsOfStruckTag { packets in
        var damaged = packets[0]
        damaged.hasTransportError = true
        return [packets[0], damaged] + packets.dropFirst()
      }
    ),
    Fault(
      "ts-scrambled",
      "The packets of one tag are sent twice, once scrambled.",
      .packetsOfStruckTag { packets in packets.flatMap { [$0, scrambled($0)] } }
    ),
    Fault(
      "ts-pcr-on-metadata",
      "The last packet of one tag carries a clock reference.",
      FaultChanges(packets: { packets, tag in
        guard tag.isStruck, let last = packets.last, last.payload.count <= 176 else {
          return packets
        }
        var clocked = last
        // A plausible clock reference, counted from the start of the stream.
        clocked.pcr = Int64(tag.releaseTime) * 27_000_000
        return packets.dropLast() + [clocked]
      })
    ),
  ]

  private static func clockTag(_ wallClock: Int64) -> [UInt8] {
    ID3Bytes.tag(frames: [
      ID3Bytes.privateData(
        owner: "com.elementaltechnologies.timestamp.utc",
        Array(WallClock.secondsText(milliseconds: wallClock).utf8)
      )
    ])
  }

  /// A copy of the packet that has random bytes as payload and is marked as scrambled with the even key.
  private static func scrambled(_ packet: OutgoingPacket) -> OutgoingPacket {
    var packet = packet
    packet.scramblingControl = 0b10
    var random = SplitMix64(seed: 0x1d3)
    packet.payload = random.bytes(packet.payload.count)
    return packet
  }
}
