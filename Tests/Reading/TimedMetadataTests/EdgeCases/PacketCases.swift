import ReaderTestSupport
import TestSupport
import TimedMetadata

@testable import TransportStream

private typealias Builder = StreamBuilder

/// A clean stream of three tags.
private func clean() -> StreamBuilder {
  var builder = StreamBuilder()
  builder.tables()
  builder.tags(3)
  return builder
}

private func framed(_ packets: [OutgoingPacket], _ framing: PacketFraming) -> [UInt8] {
  var bytes: [UInt8] = []
  for packet in packets {
    packet.encoded.withUnsafeBytes { framing.append($0, arrival: 0, to: &bytes) }
  }
  return bytes
}

/// Bytes without a sync byte.
private func junk(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 61) } }

/// Edge cases of packets and their order.
let packetCases: [EdgeCase] = [
  EdgeCase(
    "packets of 192 bytes are read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["ts-packet-size"]
  ) { $0.append(raw: framed(clean().packets, .timestamped)) },
  EdgeCase(
    "packets of 204 bytes are read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["ts-packet-size"]
  ) { $0.append(raw: framed(clean().packets, .parity)) },
  EdgeCase(
    "tags are read if the packet size changes, and the change is reported",
    tags: EdgeCase.numbered(0..<6),
    streamNotes: ["ts-packet-size"]
  ) {
    $0.tables()
    $0.tags(3)
    var second = Builder()
    second.writer = $0.writer
    second.tags(3, start: 900_000 + 270_000, firstIndex: 3)
    $0.append(raw: framed(second.packets, .parity))
  },
  EdgeCase(
    "other bytes before the first packet are skipped",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["ts-sync"]
  ) {
    $0.append(raw: junk(70_001))
    $0.append(raw: clean().bytes)
  },
  EdgeCase(
    "other bytes between packets are skipped",
    tags: EdgeCase.numbered(0..<6),
    streamNotes: ["ts-sync"]
  ) {
    $0.tables()
    $0.tags(3)
    $0.append(raw: junk(70_144))
    $0.tags(3, start: 1_170_000, firstIndex: 3)
  },
  EdgeCase(
    "a file that starts in the middle of a packet is read",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["ts-partial-packet"]
  ) {
    $0.append(raw: OutgoingPacket.null.encoded.dropFirst(77))
    $0.append(raw: clean().bytes)
  },
  EdgeCase(
    "an ID3 tag before the first packet has the start time",
    tags: [StreamBuilder.tag(7)] + EdgeCase.numbered(0..<3),
    tagNotes: ["ts-leading-id3"],
    streamNotes: ["ts-leading-id3"],
    times: [0, 0.9, 1.9, 2.9]
  ) {
    $0.append(raw: StreamBuilder.tag(7))
    $0.append(raw: clean().bytes)
  },
  EdgeCase(
    "a transport packet that is repeated once is used once",
    tags: EdgeCase.numbered(0..<1),
    tagNotes: [],
    streamNotes: ["ts-duplicate-packet"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000) { $0.insert($0[0], at: 1) }
  },
  EdgeCase(
    "a tag that lost a packet is kept if its Nielsen payload is whole",
    tags: [Array(largeTag.prefix(354)), StreamBuilder.tag(1)],
    tagNotes: ["tag-truncated", "tag-header"],
    streamNotes: ["ts-continuity", "tag-truncated"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    // 14 bytes of PES header and 354 of the tag fill two packets.
    $0.id3(largeTag, pts: 900_000) { $0.remove(at: 2) }
    $0.id3(Builder.tag(1), pts: 990_000)
  },
  EdgeCase(
    "a tag that lost a packet of its Nielsen payload is dropped",
    tags: EdgeCase.numbered(1..<2),
    streamNotes: ["ts-continuity", "tag-truncated"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000) { $0.remove(at: 1) }
    $0.id3(Builder.tag(1), pts: 990_000)
  },
  EdgeCase(
    "if the end of one tag and the start of the next are lost, the remaining parts are not joined",
    tags: EdgeCase.numbered(2..<3),
    streamNotes: ["ts-continuity", "tag-truncated"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000) { $0.remove(at: 1) }
    $0.id3(Builder.tag(1), pts: 990_000) { $0.remove(at: 0) }
    $0.id3(Builder.tag(2), pts: 1_080_000)
  },
  EdgeCase(
    "a declared discontinuity of the continuity counter is not reported",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: []
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.writer.skipCounter(pid: Builder.id3PID, by: 5)
    $0.id3(Builder.tag(1), pts: 990_000) { packets in
      // The indicator needs two bytes of an adaptation field, so the payload is divided differently.
      let unit = packets.flatMap(\.payload)
      packets[0].isDiscontinuous = true
      packets[0].payload = Array(unit.prefix(packets[0].payloadCapacity))
      packets[1].payload = Array(unit.dropFirst(packets[0].payloadCapacity))
    }
  },
  EdgeCase(
    "a counter discontinuity that a packet without payload declares is not reported",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: []
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000)
    for pid in [0, Builder.mapPID, Builder.audioPID, Builder.id3PID] {
      $0.writer.skipCounter(pid: pid, by: 5)
      $0.append([OutgoingPacket(pid: pid, continuityCounter: 9, isDiscontinuous: true)])
    }
    $0.tables()
    $0.audio(pts: 990_000)
    $0.id3(Builder.tag(1), pts: 990_000)
  },
  EdgeCase(
    "a declared discontinuity of the continuity counter applies only to the next packet",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["ts-continuity"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.append([OutgoingPacket(pid: Builder.id3PID, continuityCounter: 1, isDiscontinuous: true)])
    $0.id3(Builder.tag(1), pts: 990_000)
    $0.writer.skipCounter(pid: Builder.id3PID, by: 5)
    $0.id3(Builder.tag(2), pts: 1_080_000)
  },
  EdgeCase(
    "packets with transport errors are skipped",
    tags: EdgeCase.numbered(1..<2),
    streamNotes: ["ts-transport-error"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(2), pts: 900_000) {
      for index in $0.indices { $0[index].hasTransportError = true }
    }
    $0.id3(Builder.tag(1), pts: 990_000)
  },
  EdgeCase(
    "scrambled packets are reported and not read",
    tags: EdgeCase.numbered(0..<1),
    streamNotes: ["ts-scrambled"]
  ) {
    $0.tables()
    $0.tags(1)
    for index in 1..<4 {
      $0.id3(Builder.tag(index), pts: 900_000) {
        for index in $0.indices { $0[index].scramblingControl = 2 }
      }
    }
  },
  EdgeCase(
    "the last complete tag of a truncated stream is read",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["tag-at-input-end"]
  ) {
    $0.tables()
    $0.tags(2)
    $0.audio(pts: 1_080_000)
    $0.id3(Builder.tag(2), pts: 1_080_000) { $0.removeLast() }
    $0.append(raw: [0x47, 0x01, 0x02])
  },
]

/// A tag of 620 bytes whose Nielsen frame comes first.
private let largeTag: [UInt8] = {
  let frame = Array(StreamBuilder.tag(0).dropFirst(10))
  let text: [UInt8] =
    Array("TXXX".utf8) + [0, 0, 2, 77, 0, 0, 3] + [UInt8](repeating: 0x41, count: 332)
  let body = frame + text
  return [0x49, 0x44, 0x33, 4, 0, 0x20, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F)]
    + body
}()
