import Conformance
import Reports
import TimedMetadata
import Trace

/// A tap of a chain, and the hop that ends at it. A fault is reported at the first tap that has it.
package struct ChainTap: Sendable {
  /// A tap raises an alarm if its content differs from that of the taps before it for 180 s. A shorter difference can
  /// be a delay.
  private static let longestDelay = 180.0

  private let chain: WatchedChain
  /// The position of the tap in the chain, from 0.
  private let number: Int
  private let tapName: String
  /// For each fault, the latest tag that has it.
  private var latest: [TagFault: Faulty] = [:]
  /// When the tap began to differ from the taps before it, on the steady clock; nil if no difference is known.
  private var differsSince: Double?
  /// When `isDue` last returned true, on the steady clock.
  private var reachedAt = -Double.infinity

  private struct Faulty: Sendable {
    /// When the first tap that has the tag received it, in Unix seconds.
    var arrival: Double
    var condition: AlarmBoard.Condition
  }

  init(_ chain: WatchedChain, number: Int, name: String) {
    (self.chain, self.number, tapName) = (chain, number, name)
  }

  /// The name of the tap as a feed: `News: cdn`.
  package var name: String { "\(chain.name): \(tapName)" }

  func settings(_ settings: WatchSettings) -> WatchSettings {
    settings.ofTap(isFirst: number == 0)
  }

  // MARK: - Reading

  /// Records a new connection to the tap, which begins a new timeline.
  func connect(at moment: FeedState.Moment) { chain.connect(number, at: moment.date) }

  func receive(_ event: TimedMetadataEvent, at moment: FeedState.Moment) {
    chain.change(number) { $0.receive(event, arrival: moment.date) }
  }

  /// Whether the position of a stream without segments should be recorded again. If so, a new interval begins.
  mutating func isDue(at now: Double) -> Bool {
    guard now - reachedAt >= WatchedChain.interval else { return false }
    reachedAt = now
    return true
  }

  /// Records that a stream without segments was read up to these presentation seconds.
  func reach(_ seconds: Double) { chain.change(number) { $0.reach(seconds) } }

  // MARK: - The hop

  /// The conditions of all alarms about the hop that ends at this tap. A condition is nil while it is absent.
  mutating func conditions(
    at moment: FeedState.Moment
  ) -> [(name: AlarmName, condition: AlarmBoard.Condition?)] {
    guard number > 0 else { return [] }
    let comparison = chain.comparison(now: moment.now)
    let report = comparison.report
    let compared = report.taps.filter { $0.state == .compared }
    let index = compared.firstIndex { $0.name == tapName }
    let judged = index.map { index in
      report.tags.compactMap { tag -> (arrival: Double, fault: TagFault?)? in
        switch tag.states[index] {
        case .present: tag.arrival.map { ($0, nil) }
        case .fault(let fault) where fault.raisesAlarm: tag.arrival.map { ($0, fault) }
        case .fault, .absent, .notRead: nil
        }
      }
    }
    var conditions = TagFault.allCases.filter(\.raisesAlarm).map { fault in
      (
        AlarmName(fault),
        condition(fault, judged ?? [], report.incidents, after: comparison.since)
      )
    }
    let differs = report.taps.contains { $0.name == tapName && $0.state == .nothingCommon }
    conditions.append((.otherContent, otherContent(differs, now: moment.now)))
    return conditions
  }

  /// The condition of a fault. It begins with a tag that has the fault, and ends with a later tag that lacks it.
  private mutating func condition(
    _ fault: TagFault,
    _ judged: [(arrival: Double, fault: TagFault?)],
    _ incidents: [TraceIncident],
    after since: Double
  ) -> AlarmBoard.Condition? {
    let known = latest[fault]
    let fresh = judged.filter { tag in
      tag.fault == fault && tag.arrival > max(since, known?.arrival ?? since)
    }
    if let arrival = fresh.map(\.arrival).max(),
      let incident = incidents.last(where: { $0.fault == fault && $0.to == tapName })
    {
      let severity: Severity = fault.fails ? .error : .warning
      var condition = AlarmBoard.Condition(severity, incident)
      latest[fault] = Faulty(arrival: arrival, condition: condition)
      condition.count = fresh.count
      return condition
    }
    guard let known else { return nil }
    let passed = judged.contains { $0.fault != fault && $0.arrival > known.arrival }
    return passed ? nil : known.condition
  }

  private mutating func otherContent(_ differs: Bool, now: Double) -> AlarmBoard.Condition? {
    differsSince = differs ? differsSince ?? now : nil
    guard let differsSince, now - differsSince >= Self.longestDelay else { return nil }
    return AlarmBoard.Condition(
      severity: .error,
      message: "\(tapName) does not show the content of the taps before it: "
        + "check which channel \(tapName) carries"
    )
  }
}

extension AlarmBoard.Condition {
  /// The condition for an incident. Its position is that of the incident's first tag.
  fileprivate init(_ severity: Severity, _ incident: TraceIncident) {
    self.init(
      severity: severity,
      message: "\(incident.hopWords): \(incident.sentence); repair: \(incident.repair)",
      place: Place(
        time: incident.first.time,
        wallClock: incident.first.wallClock,
        rendition: incident.first.rendition,
        segment: incident.first.segment,
        offset: incident.first.offset
      )
    )
  }
}
