import ReaderTestSupport
import Testing

@testable import TimedMetadata

@Suite struct RTPSequencerTests {
  private func makePacket(_ sequence: UInt16, source: UInt32 = 1) -> RTPPacket? {
    var bytes = hex("80210000" + "00000000" + "00000000") + [0]
    bytes[2] = UInt8(sequence >> 8)
    bytes[3] = UInt8(sequence & 0xFF)
    bytes[11] = UInt8(source)
    return bytes.withUnsafeBytes { RTPPacket($0) }
  }

  /// The output for packets with the sequence numbers `numbers`, whose payload is their number.
  private func run(
    _ numbers: [Int],
    sources: [UInt32] = [],
    flushes: Bool = true
  ) throws -> (out: [Int], lost: Int, useless: Int) {
    var sequencer = RTPSequencer()
    var out: [Int] = []
    func take() {
      while let payload = sequencer.next() { out.append(Int(payload[0]) << 8 | Int(payload[1])) }
    }
    for (index, number) in numbers.enumerated() {
      let number = UInt16(truncatingIfNeeded: number)
      let packet = try #require(makePacket(number, source: sources.isEmpty ? 1 : sources[index]))
      sequencer.add(packet, [UInt8(number >> 8), UInt8(number & 0xFF)])
      take()
    }
    if flushes { sequencer.flush() }
    take()
    return (out, sequencer.lostCount, sequencer.uselessCount)
  }

  @Test("packets stay in order when the sequence number wraps")
  func wrap() throws {
    let result = try run([65_534, 65_535, 0, 1])
    #expect(result.out == [65_534, 65_535, 0, 1])
    #expect(result.lost == 0)
  }

  @Test("packets that arrive too early wait for the packets before them")
  func reordered() throws {
    let result = try run([1, 3, 2, 6, 5, 4, 7], flushes: false)
    #expect(result.out == Array(1...7))
    #expect(result.lost == 0)
  }

  @Test("packets that arrive twice or too late are dropped")
  func useless() throws {
    let result = try run([1, 2, 2, 1, 3, 5, 5, 4])
    #expect(result.out == [1, 2, 3, 5 - 1, 5])
    #expect(result.useless == 3)
  }

  @Test("missing packets count as lost when the window is full, or at the end")
  func lost() throws {
    let numbers = [1] + Array(4...4 + RTPSequencer.window)
    let result = try run(numbers, flushes: false)
    #expect(result.out == numbers)
    #expect(result.lost == 2)
    #expect(try run([1, 4]).lost == 2)
  }

  @Test("another source or a large jump of the sequence number counts as a restart, not as a loss")
  func restart() throws {
    let jumped = try run([1, 2, 20_000, 20_001, 5])
    #expect(jumped.out == [1, 2, 20_000, 20_001, 5])
    #expect(jumped.lost == 0)
    let replaced = try run([1, 2, 1, 2], sources: [1, 1, 2, 2])
    #expect(replaced.out == [1, 2, 1, 2])
    #expect(replaced.lost == 0)
  }

  @Test("the number of waiting packets is limited by the window")
  func bounded() throws {
    let numbers = (0..<5000).map { $0 * 2 }
    let result = try run(numbers, flushes: false)
    #expect(result.out.count >= numbers.count - RTPSequencer.window)
    #expect(result.out == result.out.sorted())
  }
}
