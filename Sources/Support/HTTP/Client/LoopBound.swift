import Glibc
import Synchronization

/// A value that is used only on the thread of ``TransferLoop``.
///
/// `@unchecked Sendable`: every access checks that it runs on that thread.
package final class LoopBound<Value>: @unchecked Sendable {
  private var stored: Value

  package init(_ value: sending Value) { stored = value }

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

/// Identifies the network thread.
enum LoopThread {
  private static let id = Atomic<UInt>(0)

  static var isCurrent: Bool { id.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Makes the calling thread the network thread.
  static func adopt() { id.store(UInt(pthread_self()), ordering: .relaxed) }

  static func check() { precondition(isCurrent, "not on the network thread") }
}
