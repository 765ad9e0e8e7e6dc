import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("waits between attempts")
struct SendingDelaysTests {
  @Test("they double from one second to five minutes, and up to a fifth more")
  func doubling() {
    var backoff = SendingDelays(random: RandomSource(seed: 1))
    for seconds: Int64 in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] {
      let wait = backoff.next(asked: nil)
      #expect((seconds * 1000...seconds * 1200).contains(wait))
    }
    backoff.reset()
    #expect((1000...1200).contains(backoff.next(asked: nil)))
  }

  @Test("the random part differs from one source to the next, and repeats with its seed")
  func random() {
    func waits(_ seed: UInt64) -> [Int64] {
      var backoff = SendingDelays(random: RandomSource(seed: seed))
      return (0..<9).map { _ in backoff.next(asked: nil) }
    }
    #expect(waits(1) == waits(1))
    #expect(waits(1) != waits(2))
  }

  @Test(
    "a collector can ask for a longer wait, up to five minutes",
    arguments: [
      (Int64(0), Int64(1000)...1200), (30_000, 30_000...30_000), (900_000, 300_000...300_000),
    ]
  )
  func asked(_ asked: Int64, _ expected: ClosedRange<Int64>) {
    var backoff = SendingDelays(random: RandomSource(seed: 1))
    #expect(expected.contains(backoff.next(asked: asked)))
  }
}
