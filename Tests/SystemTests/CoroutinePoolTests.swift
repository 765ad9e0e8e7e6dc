import Glibc
import Testing

@testable import System

@Suite("work that waits on a few threads")
struct CoroutinePoolTests {
  private struct Progress {
    var arrived = 0
    var isOpen = false
    var threads: Set<UInt> = []
  }

  private static var threadCount: Int { max(2, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  @Test("two thousand pieces of work wait at once on about two threads a core")
  func many() {
    let progress = Monitor(Progress())
    for _ in 0..<2000 {
      let hasStarted = CoroutinePool.start {
        progress.withLock { $0.arrived += 1 }
        progress.wait { $0.isOpen ? true : nil }
        progress.withLock {
          $0.threads.insert(UInt(pthread_self()))
          $0.arrived -= 1
        }
      }
      #expect(hasStarted)
    }
    progress.wait { $0.arrived == 2000 ? true : nil }
    progress.withLock { $0.isOpen = true }
    progress.wait { $0.arrived == 0 ? true : nil }
    #expect(progress.withLock(\.threads.count) <= Self.threadCount)
  }

  @Test("work begun by work is more of it, and begun by a thread it is a thread")
  func inheritance() {
    let kinds = Monitor<[Bool]>([])
    #expect(
      CoroutinePool.start { _ = ReadingThread.start { kinds.note(Coroutine.current != nil) } }
    )
    kinds.wait { $0.count == 1 ? true : nil }
    #expect(ReadingThread.start { kinds.note(Coroutine.current != nil) })
    #expect(kinds.wait { $0.count == 2 ? $0 : nil } == [true, false])
  }

  @Test("a thread and work hand a value to each other, and no change is missed")
  func handingOver() {
    let ball = Monitor(0)
    let rounds = 20_000
    let hasStarted = CoroutinePool.start {
      for round in 0..<rounds { ball.wait { $0 == 2 * round + 1 ? ($0 += 1) : nil } }
    }
    #expect(hasStarted)
    for round in 0..<rounds { ball.wait { $0 == 2 * round ? ($0 += 1) : nil } }
    #expect(ball.wait { $0 == 2 * rounds ? $0 : nil } == 2 * rounds)
  }

  @Test("waits end at their moments, the earliest first, and without a change")
  func moments() {
    let order = Monitor<[Int]>([])
    let never = Monitor(false)
    for index in [3, 1, 2] {
      let hasStarted = CoroutinePool.start {
        let found: Bool? = never.wait(atMost: Double(index) / 5) { $0 ? true : nil }
        if found == nil { order.withLock { $0.append(index) } }
      }
      #expect(hasStarted)
    }
    #expect(order.wait { $0.count == 3 ? $0 : nil } == [1, 2, 3])
  }

  /// Changes itself while it waits, as readers do.
  private struct Reader {
    var count = 0

    mutating func read(_ turn: Monitor<Int>, until last: Int) {
      while count < last {
        turn.wait { $0 > count ? true : nil }
        count += 1
      }
    }
  }

  private final class Holder: @unchecked Sendable {
    var reader = Reader()
  }

  @Test("values that are being changed while their work waits are in nobody's way")
  func exclusivity() {
    let turn = Monitor(0)
    let ended = Monitor(0)
    for _ in 0..<200 {
      let hasStarted = CoroutinePool.start {
        let holder = Holder()
        holder.reader.read(turn, until: 50)
        ended.withLock { $0 += holder.reader.count }
      }
      #expect(hasStarted)
    }
    for _ in 0..<50 { turn.withLock { $0 += 1 } }
    #expect(ended.wait { $0 == 10_000 ? $0 : nil } == 10_000)
  }

  /// Says when nothing holds it any more.
  private final class Held: Sendable {
    private let gone: Monitor<Int>
    init(_ gone: Monitor<Int>) { self.gone = gone }
    deinit { gone.withLock { $0 += 1 } }
  }

  @Test("work that has ended holds nothing, though a moment that it waited for is still to come")
  func givingBack() {
    let (gone, arrived, gate) = (Monitor(0), Monitor(0), Monitor(false))
    for _ in 0..<16 {
      let held = Held(gone)
      let hasStarted = CoroutinePool.start {
        withExtendedLifetime(held) {
          arrived.withLock { $0 += 1 }
          _ = gate.wait(atMost: 3600) { $0 ? true : nil }
        }
      }
      #expect(hasStarted)
    }
    arrived.wait { $0 == 16 ? true : nil }
    gate.withLock { $0 = true }
    #expect(gone.wait(atMost: 600) { $0 == 16 ? true : nil } == true)
  }

  @Test("work that never has to wait lets other work of its thread go on")
  func longTurns() {
    let worker = CoroutineWorker()
    #expect(ReadingThread.startThread { worker.run() })
    let (isOver, turns) = (Monitor(false), Monitor<Int?>(nil))
    let busy = worker.start {
      var count = 0
      // Only what hangs takes as long.
      let end = MonotonicClock.now + 60
      while !isOver.withLock({ $0 }), MonotonicClock.now < end {
        count += 1
        CoroutinePool.endLongTurn()
      }
      turns.withLock { $0 = isOver.withLock { $0 } ? count : -1 }
    }
    #expect(busy)
    #expect(worker.start { isOver.withLock { $0 = true } })
    #expect(turns.wait { $0 } > 0)
  }

  @Test("what waited for a moment and was woken before it is not woken again for nothing")
  func staleMoments() {
    let changes = Monitor(0)
    let hasStarted = CoroutinePool.start {
      for round in 1...5000 {
        _ = changes.wait(atMost: 3600) { $0 == 2 * round - 1 ? ($0 += 1) : nil }
      }
    }
    #expect(hasStarted)
    for round in 1...5000 {
      changes.wait { $0 == 2 * round - 2 ? ($0 += 1) : nil }
    }
    #expect(changes.wait { $0 == 10_000 ? $0 : nil } == 10_000)
  }
}

extension Monitor<[Bool]> {
  fileprivate func note(_ kind: Bool) { withLock { $0.append(kind) } }
}

@Suite("what waits for moments")
struct DeadlineQueueTests {
  @Test(
    "elements come in the order of their moments",
    arguments: [[], [1], [3, 1, 2], [5, 4, 3, 2, 1, 0], [1, 1, 2, 2, 0]] as [[Double]]
  )
  func order(deadlines: [Double]) {
    var queue = DeadlineQueue<Double, Double>()
    for deadline in deadlines { queue.insert(deadline, at: deadline) }
    #expect(queue.first == deadlines.min())
    var taken: [Double] = []
    while let next = queue.removeFirst(upTo: .infinity) { taken.append(next) }
    #expect(taken == deadlines.sorted())
  }

  @Test("nothing comes before its moment, and what is not kept never")
  func limits() {
    var queue = DeadlineQueue<Double, Int>()
    for number in [9, 2, 7, 4] { queue.insert(number, at: Double(number)) }
    #expect(queue.removeFirst(upTo: 1.9) == nil)
    queue.keep { $0 != 4 }
    #expect(queue.count == 3)
    #expect((0..<4).map { _ in queue.removeFirst(upTo: 8) } == [2, 7, nil, nil])
  }
}
