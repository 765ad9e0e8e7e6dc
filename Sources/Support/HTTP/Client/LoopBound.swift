import Glibc
import Synchronization

/// A value that only the thread of ``TransferLoop`` touches.
///
/// Unchecked: every access makes sure that it is on that thread.
package final class LoopBound<Value>: @unchecked Sendable {
  private var stored: Value

  /// Takes a value that nothing else refers to.
  package init(_ value: sending Value) { stored = value }

  /// The value; only on the thread of the loop.
  package var value: Value {
    get {
      LoopThread.check()
      return stored
    }
    _modify {
      LoopThread.check()
      yield &stored
    }
  }
}

/// The one thread of the network.
enum LoopThread {
  private static let id = Atomic<UInt>(0)

  /// Whether the caller runs on it.
  static var isCurrent: Bool { id.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// The caller is it from now on.
  static func adopt() { id.store(UInt(pthread_self()), ordering: .relaxed) }

  static func check() { precondition(isCurrent, "not on the thread of the network") }
}
