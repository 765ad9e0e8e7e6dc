import Dispatch
import Synchronization

/// Writes messages beside the tasks of a watch: a terminal that is held, or a pipe that is not read, holds up none of them.
final class WatchMessages: Sendable {
  /// The most messages that wait; further ones are dropped.
  private static let capacity = 1000

  private let queue = DispatchQueue(label: "id3tap.messages")
  private let waiting = Atomic<Int>(0)

  /// Lets `write` write a message after those before it.
  func post(_ write: @escaping @Sendable () -> Void) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.capacity else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    queue.async { [self] in
      write()
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Waits until all messages are written, at most this many seconds.
  func finish(waitingAtMost seconds: Double = 1) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + seconds)
  }
}
