import Synchronization

/// A request to end, set by one thread and polled by others.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  /// Whether an end was asked for.
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks for an end.
  package func request() { flag.store(true, ordering: .relaxed) }
}
