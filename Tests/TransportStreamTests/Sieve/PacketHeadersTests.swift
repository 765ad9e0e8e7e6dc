import TestSupport
import Testing

@testable import TransportStream

@Suite struct PacketHeadersTests {
  /// Two seconds of video, audio and tags, with a lost packet.
  private static var packets: [UInt8] {
    var builder = StreamBuilder()
    builder.tables()
    for frame in 0..<50 {
      let time = Int64(900_000 + frame * 3600)
      builder.video(pts: time)
      builder.audio(pts: time)
      if frame % 10 == 0 { builder.id3(StreamBuilder.tag(frame / 10), pts: time) }
    }
    var bytes = builder.bytes
    bytes.removeSubrange(20 * 188..<21 * 188)
    return bytes
  }

  /// Bytes, the place of one of their packets, and what to expect of the headers.
  struct Input: CustomTestStringConvertible {
    let testDescription: String
    var bytes = PacketHeadersTests.packets
    var first = 0
    var stride = 188
    /// Of the bytes, those that headers are collected from.
    var collected: Range<Int>?

    static let all: [Input] = [
      Input(testDescription: "all headers are there"),
      Input(testDescription: "the first are missing", collected: 7 * 188 + 5..<packets.count),
      Input(testDescription: "the last are missing", collected: 0..<30 * 188 + 2),
      Input(testDescription: "they are those of another place", first: 3),
      Input(testDescription: "they are those of other packets", stride: 204),
      Input(testDescription: "sync is lost", bytes: cut(at: 40 * 188, count: 100)),
      Input(testDescription: "sync is lost twice", bytes: cut(at: 60 * 188 + 7, count: 1)),
      Input(
        testDescription: "it begins anywhere",
        bytes: [UInt8](repeating: 1, count: 100) + packets,
        first: 100
      ),
      Input(testDescription: "there are none", collected: 0..<0),
    ]

    private static func cut(at position: Int, count: Int) -> [UInt8] {
      var bytes = packets
      bytes.removeSubrange(position..<position + count)
      return bytes
    }
  }

  private struct Output: Equatable {
    var lines: [String] = []
    var packets: [UInt8] = []
  }

  private static func output(of input: Input, withHeaders: Bool, isLast: Bool) -> Output {
    let sieve = PIDSieve()
    var memory = [UInt32](repeating: 0, count: PacketHeaders.capacity(forBytes: input.bytes.count))
    var output = Output()
    let used = input.bytes.withUnsafeBytes { bytes in
      memory.withUnsafeMutableBufferPointer { memory in
        let range = input.collected ?? 0..<bytes.count
        let phase = (input.first - range.lowerBound) % input.stride
        let headers = PacketHeaders(
          of: UnsafeRawBufferPointer(rebasing: bytes[range]),
          from: phase < 0 ? phase + input.stride : phase,
          stride: input.stride,
          into: memory
        )
        return sieve.process(
          bytes,
          isLast: isLast,
          headers: withHeaders ? headers.counted(from: -range.lowerBound) : nil
        )
      }
    }
    output.lines.append("\(used) bytes, \(sieve.packetCount) packets, \(sieve.stride ?? 0)")
    if isLast { sieve.finish() }
    let items = sieve.takeItems()
    output.lines += items.map { "\($0)" }
    output.packets = items.packets.flatMap(\.packets)
    return output
  }

  @Test("what a sieve gives does not depend on headers", arguments: Input.all, [true, false])
  func sieved(input: Input, isLast: Bool) {
    let output = Self.output(of: input, withHeaders: true, isLast: isLast)
    #expect(output == Self.output(of: input, withHeaders: false, isLast: isLast))
    #expect(output.lines.count > 1 && !output.packets.isEmpty)
  }

  @Test("headers are those of the packets, and only whole ones", arguments: [188, 192, 204])
  func collected(stride: Int) {
    let count = 10 * stride + 3
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var memory = [UInt32](repeating: 0, count: PacketHeaders.capacity(forBytes: count))
    let (words, indexes) = bytes.withUnsafeBytes { bytes in
      memory.withUnsafeMutableBufferPointer { memory -> ([UInt32], [Int?]) in
        let headers = PacketHeaders(of: bytes, from: 0, stride: stride, into: memory)
          .counted(from: 2 * stride)
        let places = [-2 * stride, -2 * stride + 1, 0, 7 * stride, 8 * stride]
        return (
          Array(headers.words), places.map { headers.index(at: $0, stride: stride) }
        )
      }
    }
    let expected = (0..<10).map { packet in
      bytes[packet * stride..<packet * stride + 4].reversed().reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
    }
    #expect(words == expected)
    #expect(indexes == [0, nil, 2, 9, nil])
  }
}
