import NielsenAppApi
import Synchronization

/// Starts an engine for nothing but to see whether it starts.
final class EngineTrial: NielsenAppApiDelegate {
  private let problem = Mutex<String?>(nil)

  /// Tries the appInfo and the configuration of `options`.
  static func run(_ options: PlaybackOptions) throws(PlaybackError) {
    let trial = EngineTrial()
    let engine = PlaybackEngine(
      options: options.silent,
      clock: { 0 },
      errors: trial,
      onPings: { _ in }
    )
    let isUsable = engine.api?.lastEventDict != nil
    guard !isUsable else { return }
    throw PlaybackError(
      code: .engineRefused,
      description: trial.problem.withLock { $0 } ?? "the engine did not start"
    )
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
    problem.withLock { $0 = $0 ?? error["Error Description"] as? String }
  }
}
