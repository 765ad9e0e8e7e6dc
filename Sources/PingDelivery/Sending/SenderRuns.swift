import Synchronization

/// Sees that a sender does one thing at a time: every run begins when the one before has ended.
final class SenderRuns: Sendable {
  private struct Run {
    let number: Int
    let isBackground: Bool
    let task: Task<Void, Never>
  }

  private struct State {
    /// Those that have not ended, in the order in which they run.
    var runs: [Run] = []
    var count = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Runs `body` in the background, after what runs now; nothing when it is in the background already,
  /// or will be.
  func startInBackground(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.runs.contains(where: { $0.isBackground && !$0.task.isCancelled }) else { return }
      _ = begin(isBackground: true, body, &state)
    }
  }

  /// Ends what runs in the background, then runs `body`. Cancelled with the calling task.
  func run(_ body: @escaping @Sendable () async -> Void) async {
    let task = state.withLock { state in
      for run in state.runs where run.isBackground { run.task.cancel() }
      return begin(isBackground: false, body, &state)
    }
    guard let task else { return }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels everything begun so far and returns when it has ended. `forGood`: no run can start later.
  func cancel(forGood: Bool = false) async {
    let last = state.withLock { state in
      if forGood { state.isClosed = true }
      for run in state.runs { run.task.cancel() }
      return state.runs.last?.task
    }
    await last?.value
  }

  private func begin(
    isBackground: Bool,
    _ body: @escaping @Sendable () async -> Void,
    _ state: inout State
  ) -> Task<Void, Never>? {
    guard !state.isClosed else { return nil }
    let before = state.runs.last?.task
    let number = state.count
    state.count += 1
    let task = Task {
      await before?.value
      if !Task.isCancelled { await body() }
      self.state.withLock { state in state.runs.removeAll { $0.number == number } }
    }
    state.runs.append(Run(number: number, isBackground: isBackground, task: task))
    return task
  }
}
