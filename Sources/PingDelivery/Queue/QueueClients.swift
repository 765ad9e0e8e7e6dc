import NielsenAppApi
import Synchronization

/// The engines that use a queue.
final class QueueClients: Sendable {
  private struct State {
    /// The listeners for problems, by instance.
    var listeners: [String: @Sendable (DeliveryProblem) -> Void] = [:]
    /// The instances that are disabled. An engine may be so before it opens the queue.
    var held: Set<String> = []
    /// Problems with the store from before there was an engine.
    var early: [DeliveryProblem] = []
  }

  private static let earlyLimit = 8
  private let state = Mutex(State())

  /// Whether an engine is disabled: then nothing is sent.
  var isHeld: Bool { state.withLock { !$0.held.isEmpty } }

  /// Adds an engine, which later receives what was wrong with the store from the beginning.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    let early = state.withLock { state in
      state.listeners[instance] = onProblem
      defer { state.early = [] }
      return state.early
    }
    guard !early.isEmpty else { return }
    Task { for problem in early { onProblem(problem) } }
  }

  func hold(_ instance: String, _ isHeld: Bool) {
    state.withLock { state in
      if isHeld { state.held.insert(instance) } else { state.held.remove(instance) }
    }
  }

  func close(_ instance: String) {
    state.withLock { state in
      state.listeners[instance] = nil
      state.held.remove(instance)
    }
  }

  /// Reports to all engines, in the order of their instances.
  func report(_ problem: DeliveryProblem) {
    let listeners = state.withLock { state in
      let isOfStore = problem.code == .log(.failedAccessDatabase)
      if state.listeners.isEmpty, isOfStore, state.early.count < Self.earlyLimit {
        state.early.append(problem)
      }
      return state.listeners
    }
    for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener(problem) }
  }
}
