import StreamMaker
import Testing

@Suite struct PESFaultsTests {
  private typealias PES = WalkedStream.PES
  private let struck = 3

  private func pair(_ fault: String) throws -> Pair {
    let pair = try Pair(fault)
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
    #expect(pair.faulty.continuityGaps.isEmpty)
    return pair
  }

  /// Expects that applying `change` to the clean PES packets gives the faulty ones, except for their offsets.
  private func expect(
    _ pair: Pair,
    _ change: (inout PES, Int) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = pair.clean.pes().enumerated().map { index, pes in
      var pes = pes
      change(&pes, index)
      pes.offset = 0
      return pes
    }
    let found = pair.faulty.pes().map { pes in
      var pes = pes
      pes.offset = 0
      return pes
    }
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test("pes-pts-missing: one tag has no PTS")
  func ptsMissing() throws {
    expect(try pair("pes-pts-missing")) { pes, index in
      guard index == struck else { return }
      (pes.pts, pes.flags, pes.length, pes.rest) = (nil, 0, 274, 274)
    }
  }

  @Test("pes-stream-id: stream_id is 0x0D")
  func streamID() throws {
    expect(try pair("pes-stream-id")) { pes, _ in pes.streamID = 0x0d }
  }

  @Test("pes-mau-header: a cell header of five bytes precedes each tag, and stream_id is 0xFC")
  func cell() throws {
    let pair = try pair("pes-mau-header")
    expect(pair) { pes, index in
      pes.streamID = 0xfc
      pes.payload = [0, UInt8(index + 1), 0xdf, 0x01, 0x0f] + pes.payload
      (pes.length, pes.rest) = (284, 284)
    }
  }

  @Test("pes-alignment: the data alignment indicator is 0")
  func alignment() throws {
    expect(try pair("pes-alignment")) { pes, _ in pes.isAligned = false }
  }

  @Test("pes-length: PES_packet_length is 0")
  func length() throws {
    expect(try pair("pes-length")) { pes, _ in pes.length = 0 }
  }

  @Test("pes-dts: each tag has a DTS equal to its PTS")
  func dts() throws {
    expect(try pair("pes-dts")) { pes, _ in
      (pes.dts, pes.flags, pes.length, pes.rest) = (pes.pts, 3, 284, 284)
    }
  }

  @Test("pes-marker-bits: three bits of one packet are cleared")
  func markerBits() throws {
    let pair = try pair("pes-marker-bits")
    let changed = zip(pair.clean.packets, pair.faulty.packets).filter { $0.bytes != $1.bytes }
    #expect(changed.count == 1)
    let bits = try #require(changed.first.map { Array(zip($0.bytes, $1.bytes)) })
    #expect(bits.filter { $0 != $1 }.map { $0 ^ $1 } == [1, 1, 1])
  }

  @Test("pes-multiple-tags: one PES packet contains a second complete tag")
  func multipleTags() throws {
    let pair = try pair("pes-multiple-tags")
    let second = pair.faulty.tags[struck].dropFirst(271)
    #expect(second.starts(with: "ID3".utf8))
    let size = second.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1) }
    #expect(size == second.count - 10)
    expect(pair) { pes, index in
      guard index == struck else { return }
      pes.payload += second
      pes.length += second.count
      pes.rest += second.count
    }
  }

  @Test("pes-split-tag: the rest of one tag is in a PES packet without PTS and alignment indicator")
  func split() throws {
    let pair = try pair("pes-split-tag")
    let (clean, faulty) = (pair.clean.pes(), pair.faulty.pes())
    #expect(faulty.count == clean.count + 1)
    #expect(faulty[struck].payload + faulty[struck + 1].payload == clean[struck].payload)
    #expect(faulty[struck].pts == clean[struck].pts)
    #expect(faulty[struck].isAligned)
    #expect(faulty[struck + 1].pts == nil)
    #expect(!faulty[struck + 1].isAligned)
    #expect(faulty.allSatisfy { $0.length == $0.rest })
    var others = pair.faulty.tags
    others.removeSubrange(struck...struck + 1)
    var cleanOthers = pair.clean.tags
    cleanOthers.remove(at: struck)
    #expect(others == cleanOthers)
  }

  @Test("pes-payload-start: sixteen bytes precede each tag")
  func payloadStart() throws {
    expect(try pair("pes-payload-start")) { pes, _ in
      pes.payload = [UInt8](repeating: 0x55, count: 16) + pes.payload
      pes.length += 16
      pes.rest += 16
    }
  }

  @Test("pes-empty: a separate PES packet contains ten zeros")
  func empty() throws {
    let pair = try pair("pes-empty")
    let faulty = pair.faulty.pes()
    #expect(faulty[struck + 1].payload == [UInt8](repeating: 0, count: 10))
    var tags = pair.faulty.tags
    tags.remove(at: struck + 1)
    #expect(tags == pair.clean.tags)
    #expect(faulty.allSatisfy { $0.length == $0.rest })
  }

  @Test("ffmpeg-stripped-header: every tag starts with its flags byte")
  func stripped() throws {
    let pair = try pair("ffmpeg-stripped-header")
    #expect(pair.faulty.tags.allSatisfy { $0.starts(with: [0x20, 0, 0, 2, 5, 0x50, 0x52]) })
    expect(pair) { pes, _ in
      pes.payload.removeFirst(5)
      pes.length -= 5
      pes.rest -= 5
    }
  }
}
