import System
import Testing

@testable import HTTP

@Suite struct ByteQueueTests {
  private let failure = ResourceError(.timedOut, url: "u", reason: "late", remedy: "wait")
  private let cancellation = ResourceError(.cancelled, url: "u", reason: "enough", remedy: "none")

  /// The next bytes; nil if the task was cancelled.
  private func next(_ queue: ByteQueue) async throws -> [UInt8]? { try await queue.next()?.get() }

  /// Whether the queue has room for more bytes.
  @discardableResult
  private func append(
    _ queue: ByteQueue,
    _ bytes: [UInt8],
    whenRoom: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    bytes.withUnsafeBytes { queue.append($0, whenRoom: whenRoom) }
  }

  @Test("all bytes are delivered in order before the failure that ended the queue")
  func order() async throws {
    let queue = ByteQueue(capacity: 100)
    #expect(append(queue, [1, 2, 3]))
    #expect(append(queue, [4, 5]))
    #expect(try await next(queue) == [1, 2, 3, 4, 5])
    #expect(append(queue, [6]))
    queue.finish(.failure(failure))
    // Only the first ending has an effect.
    queue.finish(.success(()))
    #expect(try await next(queue) == [6])
    await #expect(throws: failure) { try await next(queue) }
    await #expect(throws: failure) { try await next(queue) }
  }

  @Test("a full queue requests a pause until half of it is read")
  func pause() async throws {
    let queue = ByteQueue(capacity: 150_000)
    // Two of these parts do not fit into one block.
    let part = [UInt8](repeating: 1, count: 50_000)
    #expect(append(queue, part))
    #expect(append(queue, part))
    let rooms = Shared(0)
    #expect(!append(queue, part) { rooms.withLock { $0 += 1 } })
    for expected in [0, 1, 1] {
      #expect(try await next(queue)?.count == part.count)
      #expect(rooms.withLock { $0 } == expected)
    }
    queue.finish(.success(()))
    #expect(try await next(queue)?.isEmpty == true)
  }

  @Test("many tiny parts are delivered as one block")
  func tinyParts() async throws {
    let queue = ByteQueue(capacity: 1 << 20)
    for number in 0..<10_000 {
      #expect(append(queue, [UInt8(truncatingIfNeeded: number)]))
    }
    queue.finish(.success(()))
    let bytes = try await next(queue)
    #expect(bytes == (0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try await next(queue)?.isEmpty == true)
  }

  @Test("cancelling a queue drops its bytes, resumes the sender and ignores later bytes")
  func cancel() async {
    let queue = ByteQueue(capacity: 1)
    let hasRoom = Shared(false)
    #expect(!append(queue, [1, 2]) { hasRoom.withLock { $0 = true } })
    queue.cancel(cancellation)
    #expect(hasRoom.withLock { $0 })
    #expect(append(queue, [3]))
    await #expect(throws: cancellation) { try await next(queue) }
    #expect(await queue.response() == .failure(cancellation))
  }

  @Test("a waiting reader is woken by bytes, by the end and by cancelling", arguments: 0..<3)
  func wakes(how: Int) async throws {
    let queue = ByteQueue(capacity: 100)
    let reader = Task { try await next(queue) }
    switch how {
    case 0: append(queue, [9])
    case 1: queue.finish(.success(()))
    default: queue.cancel(cancellation)
    }
    let result = await reader.result
    switch how {
    case 0: #expect(try result.get() == [9])
    case 1: #expect(try result.get()?.isEmpty == true)
    default: #expect(throws: cancellation) { try result.get() }
    }
  }

  @Test("a waiting task gets the first announced response, even after a later failure")
  func response() async {
    let queue = ByteQueue(capacity: 100)
    let reader = Task { await queue.response() }
    let (first, second) = (ResourceResponse(url: "a"), ResourceResponse(url: "b"))
    #expect(queue.announce(first) == first)
    #expect(queue.announce(second) == first)
    queue.finish(.failure(failure))
    #expect(await reader.value == .success(first))
  }

  @Test("a waiting task that is cancelled gets nil, and takes no bytes from other tasks")
  func cancelledTask() async throws {
    let queue = ByteQueue(capacity: 100)
    let readers = (Task { await queue.response() }, Task { await queue.next() })
    readers.0.cancel()
    readers.1.cancel()
    #expect(await readers.0.value == nil)
    #expect(await readers.1.value == nil)
    append(queue, [7])
    #expect(try await next(queue) == [7])
  }

  @Test("a queue can be restarted until the consumer has received bytes")
  func restart() async throws {
    let queue = ByteQueue(capacity: 100)
    append(queue, [1])
    #expect(queue.restart())
    append(queue, [2])
    #expect(try await next(queue) == [2])
    #expect(!queue.restart())
  }
}
