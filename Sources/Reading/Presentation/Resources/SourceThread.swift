import Dispatch
import System
import TimedMetadata

/// Reads a blocking source, such as a feed received by libavformat, on a separate thread, and
/// passes its bytes to a task.
package final class SourceThread: Sendable {
  private let name: String
  private let queue = Queue()

  /// Starts the thread, which opens the source with `open` and reads it. The argument of `open`
  /// returns whether the source should stop.
  package init(
    name: String,
    open:
      @escaping @Sendable (_ isCancelled: @escaping () -> Bool) throws(TimedMetadataError) ->
      any ByteSource
  ) {
    self.name = name
    let hasStarted = ReadingThread.start { [queue] in
      do throws(TimedMetadataError) {
        try queue.fill(from: open { queue.state.read { $0.isCancelled } })
        queue.state.withLock { $0.ending = .success(()) }
      } catch {
        queue.state.withLock { $0.ending = .failure(error) }
      }
    }
    guard !hasStarted else { return }
    let error = TimedMetadataError(
      .cannotOpen,
      input: name,
      reason: "the system cannot create another thread",
      remedy: "read fewer feeds at the same time"
    )
    queue.state.withLock { $0.ending = .failure(error) }
  }

  deinit { cancel() }

  /// Waits for the next bytes, the next part, or the end.
  /// - Throws: The reason why the source could not be opened or read; `cancelled`.
  package func next() async throws(TimedMetadataError) -> TimedMetadataEvents.Item {
    let next = await queue.state.wait {
      state -> Result<TimedMetadataEvents.Item, TimedMetadataError>? in
      if let item = state.items.popFirst() {
        if case .bytes(let bytes) = item { state.byteCount -= bytes.count }
        return .success(item)
      }
      return state.ending.map { $0.map { .end } }
    }
    queue.wakeThread()
    guard let next else {
      cancel()
      throw .interrupted(input: name)
    }
    return try next.get()
  }

  package func cancel() {
    queue.state.withLock { $0.isCancelled = true }
    queue.wakeThread()
  }
}

private final class Queue: Sendable {
  struct State {
    var items = Fifo<TimedMetadataEvents.Item>()
    var byteCount = 0
    var ending: Result<Void, TimedMetadataError>?
    var isCancelled = false
    /// Whether the thread waits until the queue has room.
    var isWaiting = false

    var hasRoom: Bool { byteCount < Queue.capacity || isCancelled }
  }

  /// The number of bytes that are read ahead: 1 MiB.
  private static let capacity = 1 << 20
  private static let chunkSize = 64 << 10

  let state = Shared(State())
  private let room = DispatchSemaphore(value: 0)

  func fill(from source: any ByteSource) throws(TimedMetadataError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try source.read(into: chunk)
      if count > 0 {
        append(.bytes(Array(chunk[..<count])))
      } else if try source.openNextPart() {
        append(.part(missing: source.hole))
      } else {
        return
      }
    }
  }

  private func append(_ item: TimedMetadataEvents.Item) {
    while state.withLock({ state in
      state.isWaiting = !state.hasRoom
      return state.isWaiting
    }) { room.wait() }
    state.withLock { state in
      state.items.append(item)
      if case .bytes(let bytes) = item { state.byteCount += bytes.count }
    }
  }

  func wakeThread() {
    let isWoken = state.withLock { state in
      guard state.isWaiting, state.hasRoom else { return false }
      state.isWaiting = false
      return true
    }
    if isWoken { room.signal() }
  }
}
