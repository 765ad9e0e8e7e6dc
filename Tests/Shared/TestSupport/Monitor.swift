import Foundation

/// A value that several threads of tests share, and that a thread can wait for to change. Tasks wait for `Shared` of module
/// System.
///
/// `@unchecked Sendable`: the value is read and changed only while the condition is locked.
package final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let condition = NSCondition()

  package init(_ state: sending State) { self.state = state }

  /// Reads or changes the value; waiting threads check it again.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Waits until `body` gives a result. It is asked at once and after every change.
  @discardableResult
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) { return result }
      condition.wait()
    }
  }

  /// The same, for at most this many seconds; nil when there was no result.
  package func wait<Result>(atMost seconds: Double, for body: (inout State) -> Result?) -> Result? {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      if let result = body(&state) { return result }
      if !condition.wait(until: end) { return body(&state) }
    }
  }
}
