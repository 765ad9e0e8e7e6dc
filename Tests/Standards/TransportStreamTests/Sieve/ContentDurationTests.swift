import TestSupport
import Testing

@testable import TransportStream

/// The end of the content, which depends on the last audio PES packet.
@Suite struct ContentDurationTests {
  /// The duration in ticks of ten audio PES packets whose time stamps are `step` ticks apart. Their sizes repeat
  /// `sizes`, except that the last packet has the size `last`.
  private func duration(_ sizes: [Int], last: Int, step: Int64) -> Int64? {
    var builder = StreamBuilder()
    builder.tables()
    for index in 0..<10 {
      let size = index == 9 ? last : sizes[index % sizes.count]
      let payload = [UInt8](repeating: 0x55, count: size)
      let pts = 900_000 + Int64(index) * step
      builder.unit(
        PESPacket(streamID: 0xC0, pts: pts, payload: payload).encoded,
        pid: StreamBuilder.audioPID
      )
    }
    let sieve = PIDSieve()
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    sieve.finish()
    return sieve.contentDuration()
  }

  @Test(
    "a much smaller last PES packet ends the content earlier if audio packets have several frames",
    arguments: [
      ([2992], 2992, 27_000, 270_000), ([2992], 292, 27_000, 245_700),
      ([2992], 2500, 27_000, 270_000), ([2992], 3500, 27_000, 270_000),
      // With one frame in each packet, the number of bytes does not matter.
      ([400], 200, 1920, 19_200), ([400, 300], 100, 1920, 19_200),
    ] as [([Int], Int, Int64, Int64)]
  )
  func lastPacket(_ sizes: [Int], _ last: Int, _ step: Int64, _ expected: Int64) {
    #expect(duration(sizes, last: last, step: step) == expected)
  }
}
