import Dispatch
import Presentation
import Synchronization
import Testing

@testable import Fetching
@testable import System

@Suite struct ByteQueueTests {
  private let failure = ResourceError(.timedOut, url: "u", reason: "late", remedy: "wait")
  private let cancellation = ResourceError(.cancelled, url: "u", reason: "enough", remedy: "none")

  private func read(_ queue: ByteQueue, _ count: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let filled = try buffer.withUnsafeMutableBytes { (bytes) throws(ResourceError) in
      try queue.read(into: bytes)
    }
    return Array(buffer.prefix(filled))
  }

  /// Whether there is room for more.
  @discardableResult
  private func append(
    _ queue: ByteQueue,
    _ bytes: [UInt8],
    whenRoom: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    bytes.withUnsafeBytes { queue.append($0, whenRoom: whenRoom) }
  }

  @Test("bytes come in order, as many as there are, before the end or the failure")
  func order() throws {
    let queue = ByteQueue(capacity: 100)
    #expect(append(queue, [1, 2, 3]))
    #expect(append(queue, [4, 5]))
    queue.finish(.failure(failure))
    #expect(try read(queue, 2) == [1, 2])
    #expect(try read(queue, 10) == [3, 4, 5])
    #expect(throws: failure) { try read(queue, 1) }
    #expect(throws: failure) { try read(queue, 1) }
  }

  @Test("a full queue asks to pause until half of it is read")
  func pause() throws {
    let queue = ByteQueue(capacity: 20_000)
    let part = [UInt8](repeating: 1, count: 10_000)
    #expect(append(queue, part))
    let rooms = Mutex(0)
    #expect(!append(queue, part) { rooms.withLock { $0 += 1 } })
    #expect(rooms.withLock { $0 } == 0)
    #expect(try read(queue, 1) == [1])
    #expect(rooms.withLock { $0 } == 1)
    queue.finish(.success(()))
  }

  /// Puts in bytes whenever there is room.
  private func keepFull(_ queue: ByteQueue) {
    let part = [UInt8](repeating: 1, count: 10_000)
    while append(queue, part, whenRoom: { keepFull(queue) }), !queue.hasEnded {}
  }

  @Test("a reader whose bytes come without end lets other work of its thread go on")
  func endless() throws {
    let worker = CoroutineWorker()
    #expect(ReadingThread.startThread { worker.run() })
    let queue = ByteQueue(capacity: 100_000)
    keepFull(queue)
    let (isOver, hasEnded) = (Monitor(false), Monitor(false))
    let hasStarted = worker.start {
      // Only what hangs takes as long.
      let end = MonotonicClock.now + 60
      while !isOver.withLock({ $0 }), MonotonicClock.now < end { _ = try? read(queue, 1000) }
      let wasLetGo = isOver.withLock { $0 }
      hasEnded.withLock { $0 = wasLetGo }
    }
    #expect(hasStarted)
    #expect(worker.start { isOver.withLock { $0 = true } })
    #expect(hasEnded.wait(atMost: 600) { $0 ? true : nil } == true)
    queue.finish(.success(()))
  }

  @Test("many tiny parts do not hold memory of their own")
  func tinyParts() throws {
    let queue = ByteQueue(capacity: 1 << 20)
    for number in 0..<10_000 {
      #expect(append(queue, [UInt8(truncatingIfNeeded: number)]))
    }
    queue.finish(.success(()))
    let bytes = try read(queue, 20_000)
    #expect(bytes == (0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try read(queue, 1).isEmpty)
  }

  @Test("cancelling drops what is there, gives room, and later bytes count for nothing")
  func cancel() throws {
    let queue = ByteQueue(capacity: 1)
    let hasRoom = Mutex(false)
    #expect(!append(queue, [1, 2]) { hasRoom.withLock { $0 = true } })
    queue.cancel(cancellation)
    #expect(hasRoom.withLock { $0 })
    #expect(append(queue, [3]))
    #expect(throws: cancellation) { try read(queue, 1) }
    #expect(throws: cancellation) { try queue.response() }
  }

  @Test("a waiting reader wakes by bytes, by the end and by cancelling", arguments: 0..<3)
  func wakes(how: Int) throws {
    let queue = ByteQueue(capacity: 100)
    let outcome = Mutex<Result<[UInt8], any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "reader").async {
      let result = Result { try read(queue, 10) }
      outcome.withLock { $0 = result }
      done.signal()
    }
    switch how {
    case 0: append(queue, [9])
    case 1: queue.finish(.success(()))
    default: queue.cancel(cancellation)
    }
    #expect(done.wait(timeout: .now() + 600) == .success)
    let result = try #require(outcome.withLock { $0 })
    switch how {
    case 0: #expect(try result.get() == [9])
    case 1: #expect(try result.get().isEmpty)
    default: #expect(throws: cancellation) { try result.get() }
    }
  }

  @Test("what nobody has seen can begin anew, what somebody has seen cannot")
  func restart() throws {
    let queue = ByteQueue(capacity: 100)
    append(queue, [1])
    #expect(queue.restart())
    append(queue, [2])
    #expect(try read(queue, 10) == [2])
    #expect(!queue.restart())
  }

  @Test("a wait for bytes ends with its time")
  func patience() {
    let queue = ByteQueue(capacity: 100)
    queue.waitUntilReady(atMost: .milliseconds(1))
    #expect(!queue.isReady)
    append(queue, [1])
    queue.waitUntilReady(atMost: .seconds(3600))
    #expect(queue.isReady)
  }
}
