import CSystemParts
import Glibc

/// Work on one of the few threads of ``CoroutinePool``, with a stack of its own. Where it must wait for a
/// ``Monitor``, the thread continues with other work.
///
/// It stays on its thread. It must not hold a lock where it waits for a monitor.
final class Coroutine: @unchecked Sendable {
  /// Bytes of a stack, of which only the pages that are used take memory.
  static let stackSize = 512 << 10
  private static let pageSize = Int(getpagesize())

  /// Bytes below the lowest frame that may be in use: what the function that leaves and the switch put there.
  private static let frameMargin = 1 << 10

  /// Seconds that a coroutine may keep its thread while others are ready.
  private static let longestTurn = 0.01

  /// Nil once it has ended.
  private var body: (@Sendable () -> Void)?
  private unowned let worker: CoroutineWorker
  /// Nil once it has ended.
  private(set) var stack: UnsafeMutableRawPointer?
  private var context: OpaquePointer?
  /// Of the worker's thread: when it was entered.
  private(set) var turnStart = 0.0
  /// Of the worker's thread: whether ``IdleStacks`` has it.
  var isStackNoted = false
  /// Guarded by the worker: whether it is going to be entered.
  var isReady = false
  /// Guarded by the worker: counts its waits, so that a deadline of an earlier wait can be detected.
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
    guard mprotect(stack, Self.pageSize, PROT_NONE) == 0 else {
      munmap(stack, size)
      return nil
    }
    self.stack = stack
    self.worker = worker
    self.body = body
    context = id3tap_coroutine_create(
      stack + Self.pageSize,
      Self.stackSize,
      { argument in
        guard let argument else { return }
        Unmanaged<Coroutine>.fromOpaque(argument).takeUnretainedValue().body?()
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    guard context != nil else { return nil }
  }

  deinit { free() }

  /// Continues it on the worker's thread, until it waits or ends; whether it has ended now. One that
  /// has ended is not continued: it may have been woken for a last time.
  func enter() -> Bool {
    guard let context else { return false }
    turnStart = MonotonicClock.now
    guard id3tap_coroutine_enter(context) != 0 else { return false }
    free()
    return true
  }

  /// Frees the stack, and all that the work holds. A moment for which it no longer waits may keep the
  /// coroutine itself much longer, and the worker drops it while it holds its lock.
  private func free() {
    id3tap_coroutine_free(context)
    context = nil
    if let stack { munmap(stack, Self.stackSize + Self.pageSize) }
    stack = nil
    body = nil
  }

  /// Gives the system the pages below what the stack holds. To be called on the worker's thread while it waits.
  func releaseUnusedStack() {
    guard let context, let stack, let frame = id3tap_coroutine_lowest_frame(context) else { return }
    let start = stack + Self.pageSize
    let unused = (frame - start - Self.frameMargin) / Self.pageSize * Self.pageSize
    guard unused > 0 else { return }
    madvise(start, unused, MADV_DONTNEED)
  }

  /// Lets other work run if this has kept the thread for long: work that never waits, such as input that
  /// comes faster than it is read, would block all others. To be called on this coroutine.
  func endLongTurn() {
    guard MonotonicClock.now - turnStart > Self.longestTurn else { return }
    wake()
    id3tap_coroutine_leave()
  }

  /// Leaves it until ``wake()``, or until `deadline` (seconds of ``MonotonicClock``), or sooner. To be
  /// called on this coroutine.
  func wait(until deadline: Double?) {
    if let deadline { worker.note(self, waitsUntil: deadline) }
    id3tap_coroutine_leave()
  }

  /// Makes it ready; may be called on any thread, also while it has not left yet.
  func wake() { worker.wake(self) }
}
