import NielsenTag
import StreamMaker
import Testing
import TransportStream

@Suite struct StreamMakerTests {
  private func walk(_ options: StreamMakerOptions) throws -> WalkedStream {
    WalkedStream(try make(options))
  }

  @Test("a stream without media has only tables, a clock and tags")
  func withoutMedia() throws {
    let stream = try walk(StreamMakerOptions(minutes: 6.5))
    #expect(Set(stream.packets.map(\.pid)) == [0, 0x1000, 0x1fe, 0x102])
    #expect(stream.junk.isEmpty)
    #expect(stream.leading.isEmpty)
    #expect(stream.continuityGaps.isEmpty)
    let clock = stream.packets(0x1fe).compactMap(\.pcr)
    #expect(clock.count == 3900)
    #expect(clock.first == 891_000)
    #expect(zip(clock, clock.dropFirst()).allSatisfy { $1 - $0 == 9000 })
  }

  @Test("tags are in PES packets as Apple requires, with the PTS of their release time")
  func carriage() throws {
    let stream = try walk(StreamMakerOptions(minutes: 6.5))
    let pes = stream.pes()
    #expect(pes.count == 38 + 2)
    for packet in pes {
      #expect(packet.streamID == 0xbd)
      #expect(packet.isAligned)
      #expect(packet.flags == 2)
      #expect(packet.length == 279)
      #expect(packet.rest == 279)
      let payload = try #require(NielsenPayload(bytes: Array(packet.payload[20..<269])))
      #expect(payload.faults == [])
      let release = try #require(payload.lastTagTime) - Int64(SyntheticTags.defaultStart)
      #expect(packet.pts == 900_000 + 90_000 * release)
    }
    let kinds = pes.compactMap { NielsenPayload(bytes: Array($0.payload[20..<269]))?.kind }
    #expect(kinds.filter { $0 == .info }.count == 2)
  }

  @Test("a stream has the tags that SyntheticTags generates")
  func generator() throws {
    let stream = try walk(StreamMakerOptions(minutes: 1.5, seed: 9))
    let expected = try SyntheticTags(seed: 9).prefix(9).map { try $0.content.tag() }
    #expect(stream.tags == expected)
  }

  @Test("tables declare the tags and are repeated every 0.4 s")
  func tables() throws {
    let stream = try walk(StreamMakerOptions(minutes: 0.5))
    let map = try #require(stream.maps().first)
    #expect(stream.maps().allSatisfy { $0 == map })
    #expect(map.descriptors == [.id3MetadataPointer(programNumber: 1)])
    #expect(map.pcrPID == 0x1fe)
    #expect(
      map.streams == [
        ElementaryStream(type: .metadataInPES, pid: 0x102, descriptors: [.id3Metadata()])
      ]
    )
    #expect(stream.maps().count == 75)
    #expect(stream.sections.allSatisfy { $0.hasValidCRC })
    #expect(stream.packets.first?.pid == 0)
    #expect(stream.packets.dropFirst().first?.pid == 0x1000)
  }

  @Test("the same seed gives the same bytes, and another seed gives different bytes")
  func deterministic() throws {
    let options = StreamMakerOptions(minutes: 1, seed: 4)
    var other = options
    other.seed = 5
    #expect(try make(options) == make(options))
    #expect(try make(options) != make(other))
  }

  @Test(
    "packets of 192 and 204 bytes contain the same packets of 188 bytes",
    arguments: [PacketFraming.timestamped, .parity]
  )
  func framings(framing: PacketFraming) throws {
    let plain = try walk(StreamMakerOptions(minutes: 1))
    let bytes = try make(StreamMakerOptions(minutes: 1, packetFraming: framing))
    let start = framing == .timestamped ? 4 : 0
    #expect(bytes.count == plain.packets.count * framing.stride)
    let packets = stride(from: start, to: bytes.count, by: framing.stride).map {
      Array(bytes[$0..<$0 + 188])
    }
    #expect(packets == plain.packets.map(\.bytes))
    guard framing == .timestamped else { return }
    let times = stride(from: 0, to: bytes.count, by: 192).map { offset in
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    #expect(times.allSatisfy { $0 < 1 << 30 })
    // A minute at 27 MHz wraps 30 bits at most twice.
    #expect(zip(times, times.dropFirst()).filter { $0 >= $1 }.count <= 2)
  }

  @Test("tags continue when clocks wrap at 33 bits")
  func wrap() throws {
    let first = Timestamp.modulus - 20 * 90_000
    let stream = try walk(StreamMakerOptions(minutes: 1, firstPTS: first))
    #expect(
      stream.pes().map(\.pts)
        == [10, 12, 20, 30, 40, 50].map {
          (first + $0 * 90_000) % Timestamp.modulus
        }
    )
    #expect(stream.packets(0x1fe).compactMap(\.pcr).allSatisfy { $0 < Timestamp.modulus })
  }

  @Test("an invalid duration is refused", arguments: [0, -1, .nan, .infinity, 1e12] as [Double])
  func minutes(minutes: Double) {
    let error = #expect(throws: StreamMakerError.self) {
      try make(StreamMakerOptions(minutes: minutes))
    }
    #expect(error?.code == .minutes)
  }

  @Test("an error of the sink stops the maker and is thrown")
  func sinkError() {
    struct Full: Error {}
    var count = 0
    #expect(throws: Full.self) {
      try StreamMaker(StreamMakerOptions(minutes: 1)).write { _ in
        count += 1
        if count == 5 { throw Full() }
      }
    }
    #expect(count == 5)
  }
}
