import Testing
import TransportStream

@Suite struct TimestampTests {
  @Test(
    "the difference of two time stamps is the shorter signed distance across the wrap",
    arguments: [
      (Int64(0), (1 << 33) - 1, Int64(1)), ((1 << 33) - 1, 0, -1), (900_000, 0, 900_000),
      (0, 1 << 32, -(1 << 32)), ((1 << 32) - 1, 0, (1 << 32) - 1),
    ] as [(Int64, Int64, Int64)]
  )
  func difference(later: Int64, earlier: Int64, expected: Int64) {
    #expect(Timestamp.difference(later, earlier) == expected)
  }
}
