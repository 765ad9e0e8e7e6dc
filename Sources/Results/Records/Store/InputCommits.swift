import Synchronization

/// Writes finished inputs to the database, one transaction each. A thread that finds another thread writing hands its
/// input over to that thread instead of waiting, unless too many bytes were handed over already.
///
/// If threads waited for the database, they would alternate and often sleep.
final class InputCommits: Sendable {
  private struct State {
    var left: [FinishedInput] = []
    var size = 0
    var isWriting = false
  }

  private let write: @Sendable (FinishedInput) throws -> Void
  private let capacity: Int
  private let state = Mutex(State())

  /// Makes an empty queue.
  /// - Parameters:
  ///   - capacity: The maximum total size, in bytes, of inputs that were handed over but not written yet.
  ///   - write: Writes an input, after waiting for other writers.
  init(capacity: Int, write: @escaping @Sendable (FinishedInput) throws -> Void) {
    (self.capacity, self.write) = (capacity, write)
  }

  /// Writes an input, or hands it over to the thread that is writing. That thread writes the input before it returns
  /// from this function, unless writing fails.
  /// - Throws: The error of writing this input, or an input that another thread handed over.
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
