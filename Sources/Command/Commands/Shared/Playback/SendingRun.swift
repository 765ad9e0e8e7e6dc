import Formats
import NielsenAppApi
import PingDelivery
import Playback
import Synchronization

/// Sends the pings of a run (`--collector`) and stores identities (`--store`).
final class SendingRun {
  /// The maximum number of pings that wait in memory. Further pings are dropped.
  private static let memoryLimit = 10_000
  private static let sendingErrors: Set<DeliveryProblem.Code> = [
    .log(.failedCreateRequest), .log(.failedSendHttpRequest), .log(.failedSendPing),
    .api(.networkConnectionFailure),
  ]
  /// The number of pings after which the player waits for the sender.
  private static let lead = 1000

  private let collector: CollectorArgument?
  private let directory: String?
  private let diagnostics: Diagnostics
  private let store: DirectoryStore?
  private let delivery: PingDelivery?
  private let inbox = ProblemInbox()
  /// Whether the configuration changes the limit on waiting pings. If not, a store takes any number.
  private let isLimitGiven: Bool
  private var network: ScriptedNetwork?
  /// The sending errors that an app would have received.
  private var failures = EngineErrors()
  /// The number of pings made since all pings were last sent. Nil after a wait that did not send all pings.
  private var ahead: Int? = 0

  /// Starts to send the pings of earlier runs, if there is a collector. Nil if neither `--collector` nor `--store` is
  /// given.
  init?(_ arguments: PlaybackArguments, _ network: NetworkOptions, _ diagnostics: Diagnostics) {
    guard arguments.collector != nil || arguments.store != nil else { return nil }
    collector = arguments.collector
    directory = arguments.store
    self.diagnostics = diagnostics
    let inbox = inbox
    store = arguments.store.map { path in
      DirectoryStore(path: path) { inbox.put(.identities($0.description)) }
    }
    let configuration = arguments.configuration
    isLimitGiven = configuration.queue.limit != EngineConfiguration().queue.limit
    guard let collector = arguments.collector else {
      delivery = nil
      return
    }
    var settings = PingDelivery.Settings()
    settings.configuration = configuration
    // A whole stream is played within seconds, so more pings wait here than in an app.
    if !isLimitGiven {
      settings.configuration.queue.limit = directory == nil ? Self.memoryLimit : 0
    }
    // Lookups are sent to the server for time-shift codes, if the configuration names one.
    settings.keepsLookups = configuration.lookups.url.isEmpty
    settings.userAgent = "id3tap/\(Version.id3tap)"
    settings.isInsecure = network.insecure
    settings.caFile = network.certificates.caFile
    let delivery = PingDelivery(
      to: collector.collector,
      store: directory,
      appID: arguments.appID,
      settings: settings,
      random: RandomSource(seed: arguments.seed),
      onProblem: { inbox.put(.delivery($0)) }
    )
    self.delivery = delivery
    let waiting = delivery.summary.waiting
    if waiting > 0 {
      diagnostics.notice(
        "\(collector.text): \(Decimals.counted(waiting, "ping")) of earlier runs "
          + "\(waiting == 1 ? "is" : "are") sent first"
      )
    }
    // The first engine would also remove the first-party id, but pings of earlier runs might be sent before.
    if !arguments.usesFirstPartyID { delivery.journal.forgetFirstPartyID() }
    delivery.start()
  }

  /// Makes a player use the store and the queue.
  /// - Returns: The network that the scenario switches. Nil if no pings are sent.
  func prepare(_ options: inout PlaybackOptions) -> ScriptedNetwork? {
    options.store = store
    options.journal = delivery?.journal
    guard let delivery else { return nil }
    let network = ScriptedNetwork(delivery)
    self.network = network
    options.onConnection = { network.set(isOnline: $0, at: $1) }
    return network
  }

  /// Waits for the sender after every ``lead`` pings, so that the pings in memory do not grow with the input. Does not
  /// wait if pings are stored on disk, the network is off, or an earlier wait did not send all pings.
  func keepUp(_ made: Int) async {
    report()
    guard let delivery, directory == nil, let ahead, network?.isOnline ?? true else { return }
    self.ahead = ahead + made
    guard ahead + made >= Self.lead else { return }
    await delivery.drain()
    report()
    // If the collector is down, the player does not wait for it again: pings above the limit are dropped.
    self.ahead = delivery.summary.waiting == 0 ? 0 : nil
    delivery.start()
  }

  /// Sends the remaining pings, unless the user interrupted, and reports those that were not received. Returns false if
  /// pings were not received.
  func finish() async -> Bool {
    guard let delivery, let collector else {
      report()
      return true
    }
    if !Interruption.isRequested { await delivery.drain() }
    await delivery.pause()
    let summary = delivery.summary
    await delivery.stop()
    report()
    diagnostics.log.info("\(collector.text): \(Decimals.counted(summary.sent, "ping")) sent")
    let errors = failures.all.map { error in
      "error \(error.code) \(error.name) \(Decimals.counted(error.count, "time")) (\(error.text))"
    }
    if !errors.isEmpty {
      diagnostics.notice("\(collector.text): sending raised \(errors.joined(separator: ", "))")
    }
    return reportWhatIsLeft(summary, collector)
  }

  private func reportWhatIsLeft(
    _ summary: PingDelivery.Summary,
    _ collector: CollectorArgument
  ) -> Bool {
    if let refusal = summary.refusal {
      diagnostics.failure(
        "\(collector.text): \(Decimals.counted(summary.refused, "ping")) refused (\(refusal)): "
          + "correct the collector" + (directory.map { "; they are kept in \($0)" } ?? "")
      )
    }
    if summary.dropped > 0 {
      diagnostics.failure(
        "\(collector.text): \(Decimals.counted(summary.dropped, "ping")) dropped because too many were waiting: "
          + (isLimitGiven ? "raise queue.limit in --config" : "keep them with --store")
      )
    }
    if summary.waiting > 0 {
      diagnostics.failure(
        "\(collector.text): \(Decimals.counted(summary.waiting, "ping")) not received: "
          + (directory.map { "run again with --store \($0) when the collector runs" }
            ?? "start the collector and run again, or keep them with --store")
      )
    }
    return summary.refused == 0 && summary.dropped == 0 && summary.waiting == 0
  }

  // MARK: - Problems

  private func report() {
    for problem in inbox.empty() {
      switch problem {
      case .identities(let text):
        diagnostics.failure(text)
      case .delivery(let problem):
        report(problem)
      }
    }
  }

  private func report(_ problem: DeliveryProblem) {
    let name = collector?.text ?? ""
    // If a scenario has switched off the network, it may have caused the error, which is not counted.
    if !(network?.wasLost ?? false), Self.sendingErrors.contains(problem.code) {
      failures.count(problem.code.number, problem.description)
    }
    switch problem.code {
    case .log(.failedAccessDatabase):
      diagnostics.failure("\(directory ?? name): \(problem)")
    // If a scenario has switched off the network, the failure of a connection is only logged.
    case .api(.networkConnectionFailure) where !(network?.wasLost ?? false):
      diagnostics.notice("\(name): \(problem)")
    default:
      // Failed attempts are only logged. The result of all attempts is reported at the end.
      diagnostics.log.info("\(PrintableText.escaping("\(name): \(problem)"))")
    }
  }
}

private final class ProblemInbox: Sendable {
  enum Problem: Sendable {
    case identities(String)
    case delivery(DeliveryProblem)
  }

  private let problems = Mutex<[Problem]>([])

  func put(_ problem: Problem) { problems.withLock { $0.append(problem) } }

  func empty() -> [Problem] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }
}
