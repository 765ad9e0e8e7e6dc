import Logging
import NielsenAppApi
import Playback
import Synchronization

/// Receives the events and errors of an engine, on any thread.
final class EngineListener: NielsenAppApiDelegate, Sendable {
  private let heard = Mutex<[LogEntry.Content]>([])

  /// Takes the content that was received since the last call.
  func empty() -> [LogEntry.Content] {
    heard.withLock { heard in
      guard !heard.isEmpty else { return [] }
      defer { heard = [] }
      return heard
    }
  }

  /// Receives a line of the engine's log.
  func hear(_ level: Logger.Level, _ text: String) {
    heard.withLock { $0.append(.note("engine: \(level): \(text)")) }
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
    let code = event["EventStatus"] as? Int ?? 0
    let text = event["Event Description"] as? String ?? ""
    heard.withLock { $0.append(.event(code: code, text)) }
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
    let code = error["ErrorStatus"] as? Int ?? 0
    let text = error["Error Description"] as? String ?? ""
    let name = EngineErrorCount.name(of: code)
    heard.withLock { $0.append(.error(code: code, name: name, text)) }
  }
}
