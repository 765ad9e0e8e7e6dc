import Synchronization

/// An end that one thread asks for and others look at.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  /// Whether an end was asked for.
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks for an end.
  package func request() { flag.store(true, ordering: .relaxed) }
}
