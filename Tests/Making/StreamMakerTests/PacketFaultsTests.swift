import StreamMaker
import Testing

@Suite struct PacketFaultsTests {
  @Test("ts-sync: 1000 junk bytes precede one tag, and the packets are unchanged")
  func sync() throws {
    let pair = try Pair("ts-sync")
    #expect(pair.faulty.junk.map(\.bytes.count) == [1000])
    #expect(pair.faulty.junk.allSatisfy { !$0.bytes.contains(0x47) })
    #expect(pair.faulty.packets.map(\.bytes) == pair.clean.packets.map(\.bytes))
    #expect(pair.faulty.pes()[3].offset == (pair.faulty.junk.first?.offset ?? 0) + 1000)
  }

  @Test("ts-packet-size: packets have 204 bytes from the tag with the fault onwards")
  func packetSize() throws {
    let fault = try #require(Fault("ts-packet-size"))
    let clean = WalkedStream(try make(StreamMakerOptions(minutes: 1)))
    let bytes = try make(StreamMakerOptions(minutes: 1, fault: fault))
    let change = clean.pes()[3].offset
    let head = WalkedStream(Array(bytes[..<change]))
    let tail = WalkedStream(Array(bytes[change...]), stride: 204)
    #expect((head.packets + tail.packets).map(\.bytes) == clean.packets.map(\.bytes))
    #expect(tail.junk.isEmpty)
    #expect(bytes.count == change + tail.packets.count * 204)
  }

  @Test("ts-leading-id3: two complete tags precede the first packet")
  func leadingID3() throws {
    let pair = try Pair("ts-leading-id3")
    var rest = pair.faulty.leading[...]
    var sizes: [Int] = []
    while rest.starts(with: "ID3".utf8) {
      let size = 10 + rest.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1) }
      sizes.append(size)
      rest = rest.dropFirst(size)
    }
    // The time stamp tag of the HLS specification has 73 bytes.
    #expect(sizes == [73, 80])
    #expect(rest.isEmpty)
    #expect(pair.faulty.packets.map(\.bytes) == pair.clean.packets.map(\.bytes))
  }

  @Test("ts-continuity: one counter value is skipped, but no tag is missing")
  func continuity() throws {
    let pair = try Pair("ts-continuity")
    #expect(pair.faulty.continuityGaps.map(\.pid) == [0x102])
    #expect(pair.faulty.continuityGaps.map(\.offset) == [pair.faulty.pes()[3].offset])
    #expect(pair.faulty.pes() == pair.clean.pes())
    #expect(pair.hasSameRest)
  }

  @Test("ts-duplicate-packet: one packet is sent twice in a row")
  func duplicate() throws {
    let pair = try Pair("ts-duplicate-packet")
    let packets = pair.faulty.packets.map(\.bytes)
    let repeated = packets.indices.dropFirst().filter { packets[$0] == packets[$0 - 1] }
    #expect(repeated.count == 1)
    var without = packets
    without.remove(at: try #require(repeated.first))
    #expect(without == pair.clean.packets.map(\.bytes))
    #expect(packets[repeated[0]].starts(with: [0x47, 0x41, 0x02]))
  }

  @Test("ts-transport-error: one packet is also sent with the transport error indicator")
  func transportError() throws {
    let pair = try Pair("ts-transport-error")
    #expect(pair.faulty.packets.filter(\.hasError).map(\.pid) == [0x102])
    let good = pair.faulty.packets.filter { !$0.hasError }.map(\.bytes)
    #expect(good == pair.clean.packets.map(\.bytes))
  }

  @Test("ts-scrambled: the two packets of one tag are also sent scrambled")
  func scrambled() throws {
    let pair = try Pair("ts-scrambled")
    let scrambled = pair.faulty.packets.filter { $0.scrambling != 0 }
    #expect(scrambled.map(\.pid) == [0x102, 0x102])
    #expect(scrambled.allSatisfy { $0.scrambling == 2 })
    let clear = pair.faulty.packets.filter { $0.scrambling == 0 }
    #expect(clear.map(\.bytes) == pair.clean.packets.map(\.bytes))
    let bodies = Set(clear.map { Array($0.payload) })
    #expect(scrambled.allSatisfy { !bodies.contains(Array($0.payload)) })
  }

  @Test("ts-pcr-on-metadata: the PID of the tags has a clock reference")
  func clockOnMetadata() throws {
    let pair = try Pair("ts-pcr-on-metadata")
    #expect(pair.clean.packets(0x102).allSatisfy { $0.pcr == nil })
    #expect(pair.faulty.packets(0x102).compactMap(\.pcr) == [30 * 90_000])
    #expect(pair.faulty.pes() == pair.clean.pes())
    #expect(pair.faulty.packets.count == pair.clean.packets.count)
    #expect(pair.hasSameRest)
  }
}
