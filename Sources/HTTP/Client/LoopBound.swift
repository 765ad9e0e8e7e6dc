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

  /// Starts a thread without signals: other threads handle those of the process, and a connection that is
  /// closed by the peer must not end the process with SIGPIPE.
  /// - Returns: `errno` or 0.
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        let box = Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
        LoopThread.adopt()
        box.body()
        return nil
      },
      box.toOpaque()
    )
    guard result == 0 else {
      box.release()
      return result
    }
    pthread_detach(thread)
    return 0
  }
}
