import CCoroutines
import Glibc

/// Work on one of the few threads of ``CoroutinePool``, with a stack of its own. Where it has to wait for a
/// ``Monitor``, the thread goes on with other work.
///
/// It stays on its thread. It must not hold a lock where it waits for a monitor.
final class Coroutine: @unchecked Sendable {
  /// Bytes of a stack, of which only the pages that are used take memory.
  private static let stackSize = 512 << 10
  private static let pageSize = Int(getpagesize())

  private let body: @Sendable () -> Void
  private unowned let worker: CoroutineWorker
  private let stack: UnsafeMutableRawPointer
  private var context: OpaquePointer?
  /// Of the worker's thread.
  private var hasEnded = false
  /// Guarded by the worker: whether it is going to be entered.
  var isReady = false
  /// Guarded by the worker: counts its waits, so that a moment it no longer waits for can be told.
  var waitCount = 0

  /// The one that the calling thread is in.
  static var current: Coroutine? {
    id3tap_coroutine_argument().map { Unmanaged<Coroutine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Prepares work for `worker`. Nil: there is no memory left.
  init?(on worker: CoroutineWorker, _ body: @escaping @Sendable () -> Void) {
    let size = Self.stackSize + Self.pageSize
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK
    guard let stack = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), stack != MAP_FAILED
    else {
      return nil
    }
    // A stack that grows too far meets this page, not the memory of others.
    mprotect(stack, Self.pageSize, PROT_NONE)
    self.stack = stack
    self.worker = worker
    self.body = body
    context = id3tap_coroutine_create(
      stack + Self.pageSize,
      Self.stackSize,
      { argument in
        guard let argument else { return }
        Unmanaged<Coroutine>.fromOpaque(argument).takeUnretainedValue().body()
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    guard context != nil else { return nil }
  }

  deinit {
    id3tap_coroutine_free(context)
    munmap(stack, Self.stackSize + Self.pageSize)
  }

  /// Goes on with it on the worker's thread, until it waits or ends; whether it has ended now. One that had
  /// ended before stays so: it may have been woken for a last time.
  func enter() -> Bool {
    guard !hasEnded else { return false }
    hasEnded = id3tap_coroutine_enter(context) != 0
    return hasEnded
  }

  /// Leaves it until ``wake()``, or until `deadline` (seconds of ``MonotonicClock``), or sooner. To be
  /// called on this coroutine.
  func wait(until deadline: Double?) {
    if let deadline { worker.note(self, waitsUntil: deadline) }
    id3tap_coroutine_leave()
  }

  /// Lets it go on; may be called on any thread, also while it has not left yet.
  func wake() { worker.wake(self) }
}
