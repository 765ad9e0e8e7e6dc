import Glibc

/// A value that several threads share, and that a thread can wait for to change.
package final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Waits must not depend on the wall clock, which may be set.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value; waiting threads check it again.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body(&state)
  }

  /// Waits until `body` gives a result. It is asked at once and after every change.
  @discardableResult
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    lock()
    defer { unlock() }
    while true {
      if let result = body(&state) { return result }
      waitForChange()
    }
  }

  /// Waits until `body` gives a result, for at most this many seconds; nil when it gave none.
  package func wait<Result>(atMost seconds: Double, for body: (inout State) -> Result?) -> Result? {
    lock()
    defer { unlock() }
    // No wait lasts longer than a year; what is not a number is not a time.
    let deadline = MonotonicClock.now + (seconds > 0 ? min(seconds, 31_536_000) : 0)
    while true {
      if let result = body(&state) { return result }
      if !waitForChange(until: deadline) { return body(&state) }
    }
  }

  // MARK: - Locking and waiting

  private func lock() { pthread_mutex_lock(mutex) }

  /// Releases the value, and wakes all that wait to check it.
  private func unlock() {
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Releases the value until it may have changed.
  private func waitForChange() { pthread_cond_wait(condition, mutex) }

  /// The same, up to `deadline`; false when that has come.
  private func waitForChange(until deadline: Double) -> Bool {
    var time = timespec()
    time.tv_sec = Int(deadline)
    time.tv_nsec = Int(deadline.truncatingRemainder(dividingBy: 1) * 1e9)
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }
}
