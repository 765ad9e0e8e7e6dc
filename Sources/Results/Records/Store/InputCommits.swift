import Synchronization

/// Writes finished inputs, each in a transaction of its own, without keeping threads waiting: a thread that
/// finds another one writing leaves the input to it and continues.
///
/// Threads that queue up for the database instead would alternate, and with two of them each
/// would sleep through a quarter of its time.
final class InputCommits: Sendable {
  private struct State {
    var left: [FinishedInput] = []
    var size = 0
    var isWriting = false
  }

  private let write: @Sendable (FinishedInput) throws -> Void
  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - capacity: The most that is left to others, in bytes.
  ///   - write: Writes an input; waits for others that write.
  init(capacity: Int, write: @escaping @Sendable (FinishedInput) throws -> Void) {
    self.capacity = capacity
    self.write = write
  }

  /// Commits an input, or leaves it to the thread that is committing: that one will have done it before
  /// it returns from here.
  /// - Throws: The error of writing, for this input or for an earlier one.
  func commit(_ input: FinishedInput) throws {
    switch turn(input) {
    case .left: return
    case .full: try write(input)
    case .writing:
      do {
        try write(input)
        while let next = nextLeft() { try write(next) }
      } catch {
        state.withLock { $0.isWriting = false }
        throw error
      }
    }
  }

  private enum Turn {
    case writing, left, full
  }

  private func turn(_ input: FinishedInput) -> Turn {
    state.withLock { state in
      guard state.isWriting else {
        state.isWriting = true
        return .writing
      }
      guard state.size + input.size <= capacity else { return .full }
      state.left.append(input)
      state.size += input.size
      return .left
    }
  }

  private func nextLeft() -> FinishedInput? {
    state.withLock { state in
      guard !state.left.isEmpty else {
        state.isWriting = false
        return nil
      }
      let next = state.left.removeFirst()
      state.size -= next.size
      return next
    }
  }
}
