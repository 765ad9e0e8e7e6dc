import Testing

@testable import System

@Suite struct MonitorTests {
  @Test("a wait ends when another thread changes the value")
  func wakesUp() {
    let monitor = Monitor(0)
    let hasStarted = ReadingThread.start {
      monitor.wait { $0 == 1 ? true : nil }
      monitor.withLock { $0 = 2 }
    }
    #expect(hasStarted)
    monitor.withLock { $0 = 1 }
    #expect(monitor.wait { $0 == 2 ? $0 : nil } == 2)
  }

  @Test(
    "a wait of no time, a negative one or one that is no number asks once and returns",
    arguments: [0, -1, -Double.infinity, .nan]
  )
  func noTime(seconds: Double) {
    let monitor = Monitor(0)
    var count = 0
    let result: Int? = monitor.wait(atMost: seconds) { _ in
      count += 1
      return nil
    }
    #expect(result == nil)
    #expect((1...2).contains(count))
  }

  @Test("a wait of endless time ends with a result", arguments: [Double.infinity, 1e300, 1e9])
  func endlessTime(seconds: Double) {
    let monitor = Monitor(0)
    let hasStarted = ReadingThread.start { monitor.withLock { $0 = 1 } }
    #expect(hasStarted)
    #expect(monitor.wait(atMost: seconds) { $0 == 1 ? true : nil } == true)
  }

  @Test("no wake-up is lost between many threads that hand on a token")
  func token() {
    let monitor = Monitor(0)
    let threads = 8, rounds = 500
    for thread in 0..<threads {
      let hasStarted = ReadingThread.start {
        for round in 0..<rounds {
          monitor.wait { value -> Bool? in
            guard value == round * threads + thread else { return nil }
            value += 1
            return true
          }
        }
      }
      #expect(hasStarted)
    }
    #expect(monitor.wait { $0 == threads * rounds ? $0 : nil } == threads * rounds)
  }

  @Test("an error leaves the value unlocked")
  func unlocksAfterError() {
    struct Failure: Error {}
    let monitor = Monitor(0)
    #expect(throws: Failure.self) { try monitor.withLock { _ in throw Failure() } }
    #expect(monitor.withLock { $0 } == 0)
  }
}
