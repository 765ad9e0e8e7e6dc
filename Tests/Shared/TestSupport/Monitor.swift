import Foundation

/// A value that several threads of tests share and whose changes a thread can wait for. Tasks use `Shared` of the
/// module System instead.
///
/// `@unchecked Sendable`: the value is read and changed only while the condition is locked.
package final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let condition = NSCondition()

  package init(_ state: sending State) { self.state = state }

  /// Reads or changes the value. Waiting threads check the value again.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Waits until `body` returns a result. `body` is called immediately and after every change.
  @discardableResult
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) { return result }
      condition.wait()
    }
  }

  /// Waits until `body` returns a result, for at most `seconds`; nil if there was no result.
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
