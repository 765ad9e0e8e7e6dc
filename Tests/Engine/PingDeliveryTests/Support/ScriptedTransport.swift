import NielsenAppApi
import Synchronization

@testable import PingDelivery

/// A transport that gives scripted answers and records the URLs sent.
final class ScriptedTransport: PingTransport {
  private let state: Mutex<(answers: [TransportAnswer], urls: [String])>

  /// Gives `answers` in order. After them, every ping is received.
  init(_ answers: [TransportAnswer] = []) { state = Mutex((answers, [])) }

  var urls: [String] { state.withLock { $0.urls } }

  func send(_ url: String) async -> TransportAnswer {
    state.withLock { state in
      state.urls.append(url)
      return state.answers.isEmpty ? .received : state.answers.removeFirst()
    }
  }
}

extension TransportAnswer {
  /// The answer of a collector that currently cannot receive pings.
  static func busy(status: Int, retryAfter: String?) -> TransportAnswer {
    .failed(
      reason: "http-\(status)",
      explanation: "the collector answered \(status)",
      retryAfter: retryAfter
    )
  }
}

final class ProblemLog: Sendable {
  private let state = Mutex<[DeliveryProblem]>([])

  var problems: [DeliveryProblem] { state.withLock { $0 } }
  var codes: [DeliveryProblem.Code] { problems.map(\.code) }

  func add(_ problem: DeliveryProblem) { state.withLock { $0.append(problem) } }
}
