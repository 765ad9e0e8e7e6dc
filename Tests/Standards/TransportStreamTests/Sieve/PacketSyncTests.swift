import Testing

@testable import TransportStream

@Suite struct PacketSyncTests {
  /// Packets at a distance of `stride` bytes, after other bytes.
  private func bytes(_ junk: Int, then count: Int, stride: Int) -> [UInt8] {
    [UInt8](repeating: 0x11, count: junk)
      + (0..<count * stride).map { $0 % stride == 0 ? 0x47 : 0 }
  }

  @Test(
    "the number of bytes skipped before the first packet is reported",
    arguments: [
      (0, []),
      (1, ["ts-partial-packet: 1 byte skipped before the first packet"]),
      (203, ["ts-partial-packet: 203 bytes skipped before the first packet"]),
      (204, ["ts-sync: 204 bytes skipped before the first packet"]),
      (12_345, ["ts-sync: 12 345 bytes skipped before the first packet"]),
    ] as [(Int, [String])]
  )
  func skipped(count: Int, expected: [String]) {
    var alignment = PacketSync()
    alignment.skip(1000)
    var notes: [TransportNote] = []
    var position = 0
    bytes(count, then: 6, stride: 188).withUnsafeBytes {
      alignment.synchronize($0, from: &position, isLast: true, notes: &notes)
    }
    #expect(alignment.isSynchronized)
    #expect(position == count)
    #expect(notes.map { "\($0.rule): \($0.detail)" } == expected)
    #expect(notes.allSatisfy { $0.position.offset == 1000 })
    #expect(alignment.longestSkip == 0)
  }

  @Test(
    "a packet size other than 188 bytes is reported",
    arguments: PacketFraming.allCases
  )
  func framing(_ framing: PacketFraming) {
    var alignment = PacketSync()
    var notes: [TransportNote] = []
    var position = 0
    bytes(0, then: 6, stride: framing.stride).withUnsafeBytes {
      alignment.synchronize($0, from: &position, isLast: true, notes: &notes)
    }
    #expect(alignment.framing == framing)
    #expect(alignment.stride == framing.stride)
    #expect(notes.map(\.detail) == (framing == .plain ? [] : ["\(framing.stride)-byte packets"]))
  }

  @Test("the longest run of skipped bytes after the first packet is kept, also across chunks")
  func longestSkip() {
    var alignment = PacketSync()
    var notes: [TransportNote] = []
    let stream = bytes(0, then: 6, stride: 188) + bytes(3000, then: 6, stride: 188)
    var position = 0
    stream.withUnsafeBytes {
      alignment.synchronize($0, from: &position, isLast: false, notes: &notes)
    }
    alignment.count(6)
    alignment.loseSync()
    #expect(alignment.consume(6 * 188, of: stream.count, isLast: false) == 6 * 188)
    #expect(alignment.position().offset == 6 * 188)
    position = 0
    stream.dropFirst(6 * 188).withUnsafeBytes {
      alignment.synchronize($0, from: &position, isLast: true, notes: &notes)
    }
    #expect(position == 3000)
    #expect(notes.map(\.detail) == ["lost sync, 3000 bytes skipped"])
    #expect(notes.map(\.position.offset) == [6 * 188])
    #expect(alignment.longestSkip == 3000)
  }

  @Test("an input without a packet is reported at its end")
  func junk() {
    var alignment = PacketSync()
    var notes: [TransportNote] = []
    let stream = bytes(5000, then: 0, stride: 188)
    var position = 0
    stream.withUnsafeBytes {
      alignment.synchronize($0, from: &position, isLast: true, notes: &notes)
    }
    #expect(!alignment.isSynchronized)
    #expect(alignment.consume(position, of: stream.count, isLast: true) == 5000)
    #expect(notes.isEmpty)
    let end = alignment.position()
    #expect(alignment.endSkipping(at: end)?.amount == 5000)
    #expect(alignment.endSkipping(at: end) == nil)
  }
}
