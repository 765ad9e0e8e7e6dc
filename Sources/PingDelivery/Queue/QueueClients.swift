import NielsenAppApi
import Synchronization

/// The engines that use a queue.
final class QueueClients: Sendable {
  private struct Client {
    var onProblem: @Sendable (DeliveryProblem) -> Void
    var isHeld = false
  }

  private struct State {
    var clients: [String: Client] = [:]
    /// What was wrong with the store before there was an engine.
    var early: [DeliveryProblem] = []
  }

  private static let earlyLimit = 8
  private let state = Mutex(State())

  /// Whether an engine is switched off: then nothing is sent.
  var isHeld: Bool { state.withLock { $0.clients.values.contains(where: \.isHeld) } }

  /// Adds an engine, which later hears of what was wrong with the store from the beginning.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {
    let early = state.withLock { state in
      state.clients[instance] = Client(onProblem: onProblem)
      defer { state.early = [] }
      return state.early
    }
    guard !early.isEmpty else { return }
    Task { for problem in early { onProblem(problem) } }
  }

  func hold(_ instance: String, _ isHeld: Bool) {
    state.withLock { $0.clients[instance]?.isHeld = isHeld }
  }

  func close(_ instance: String) { _ = state.withLock { $0.clients.removeValue(forKey: instance) } }

  /// Tells all engines, in the order of their instances.
  func tell(_ problem: DeliveryProblem) {
    let clients = state.withLock { state in
      let isOfStore = problem.code == .log(.failedAccessDatabase)
      if state.clients.isEmpty, isOfStore, state.early.count < Self.earlyLimit {
        state.early.append(problem)
      }
      return state.clients
    }
    for (_, client) in clients.sorted(by: { $0.key < $1.key }) { client.onProblem(problem) }
  }
}
