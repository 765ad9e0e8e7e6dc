import Synchronization

/// Whether reading is to end, for all threads.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRequested: Bool { flag.load(ordering: .relaxed) }

  func request() { flag.store(true, ordering: .relaxed) }
}
