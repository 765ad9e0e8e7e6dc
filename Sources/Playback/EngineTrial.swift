import NielsenAppApi
import Synchronization

/// Starts an engine for nothing but to see whether it starts.
final class EngineTrial: NielsenAppApiDelegate {
  private let problem = Mutex<String?>(nil)

  /// Tries the appInfo and the configuration of `options`.
  static func run(_ options: PlaybackOptions) throws(PlaybackError) {
    let trial = EngineTrial()
    var environment = EngineEnvironment.offline(seed: 0)
    environment.configuration = options.configuration
    environment.device = options.device
    environment.privacy = options.privacy
    environment.processName = PlaybackOptions.processName
    let engine = NielsenAppApi(
      appInfo: options.appInfo,
      delegate: trial,
      environment: environment
    )
    let isUsable = engine?.lastEventDict != nil
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
