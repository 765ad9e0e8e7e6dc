import Conformance

/// The state of a feed at one moment.
struct FeedSnapshot: Sendable {
  /// The moment on the steady clock.
  private let now: Double
  let identity: FeedIdentity
  let delivery: FeedDelivery
  private let known: FeedTracks
  private let frozenAfter: Double
  let alarms: [ActiveAlarm]
  let raised: [AlarmName: Int]
  /// The names of the alarms, and of the loss, whose events have all been muted.
  let muted: Set<AlarmName>
  let lossConsequences: [AlarmName]

  init(_ state: FeedState, now: Double) {
    self.now = now
    (identity, delivery, known) = (state.identity, state.delivery, state.tracks)
    frozenAfter = state.settings.frozenAfter
    alarms = state.board.active
    // Every alarm of a hop has a count, even if it was never raised.
    let hops = state.tap == nil ? [] : AlarmName.ofHops
    raised = state.board.raised.merging(hops.map { ($0, 0) }) { count, _ in count }
    (muted, lossConsequences) = (state.muted.names, state.lossConsequences)
  }

  /// The number of the feed. Numbers are not reused.
  var number: Int { identity.index }
  var name: String { identity.name }
  var title: String { identity.title }
  var labels: FeedLabels { identity.labels }
  var phase: FeedPhase { delivery.phase }
  /// The seconds since the phase began.
  var phaseAge: Double { max(0, now - phase.since) }

  // MARK: - Tracks

  /// The tracks of the feed, in the order of the playlist.
  var tracks: [TrackState] { known.listed }

  /// The counters of each current and former track. Counts that belong to none of these tracks are added to the feed as
  /// a whole.
  var counted: [(key: TrackKey, counters: TrackCounters)] {
    var all = (known.listed + known.gone).map { (key: $0.key, counters: $0.counters) }
    var rest = known.departed
    rest.add(TrackCounters(faults: known.faults))
    guard rest != TrackCounters() else { return all }
    if let index = all.firstIndex(where: { $0.key == .feed }) {
      all[index].counters.add(rest)
    } else {
      all.append((key: TrackKey.feed, counters: rest))
    }
    return all
  }

  /// Seconds since the last Nielsen tag of a track; nil before the first tag.
  func tagAge(of track: TrackState) -> Double? { track.lastTag.map { max(0, now - $0) } }

  /// Seconds since the last Nielsen tag in any current track; nil if no current track has had a tag.
  var tagAge: Double? { tracks.compactMap { tagAge(of: $0) }.min() }

  func isFrozen(_ track: TrackState) -> Bool {
    track.playlist.isFrozen(now: now, after: frozenAfter)
  }

  func marks(_ range: WatchRange, of track: TrackState) -> [StateStrip.Mark] {
    track.strip.marks(range, upTo: now)
  }

  /// The marks of the feed, combined with those of its current tracks: the highest mark wins.
  func marks(_ range: WatchRange) -> [StateStrip.Mark] {
    tracks.map { marks(range, of: $0) }.reduce(known.strip.marks(range, upTo: now)) {
      zip($0, $1).map { max($0, $1) }
    }
  }

  // MARK: - The condition

  var condition: FeedCondition {
    if phase.isLost { return .lost }
    let worst = alarms.map(\.severity).max().map { FeedCondition($0) } ?? .ok
    return (!phase.isUp || !hasTags) && worst == .ok ? .waiting : worst
  }

  /// Whether a DATA tag has arrived since the watch began.
  private var hasTags: Bool { counted.contains { $0.counters.tags.data > 0 } }

  /// Seconds since the condition began: the age of the phase, or of the oldest alarm with the highest severity.
  /// - Parameter date: The current time, in Unix seconds.
  /// - Returns: The seconds; never negative.
  func conditionAge(at date: Double) -> Double {
    let condition = condition
    guard condition == .alarm || condition == .warning else { return phaseAge }
    let since = alarms.filter { FeedCondition($0.severity) == condition }.map(\.since).min()
    return since.map { max(0, date - $0) } ?? phaseAge
  }
}

/// The condition of a feed. The cases are in the order of urgency, most urgent first.
enum FeedCondition: Int, Sendable, Comparable, CaseIterable {
  /// The feed is lost.
  case lost
  /// An alarm with the severity `error` is raised.
  case alarm
  /// An alarm with the severity `warning` is raised.
  case warning
  /// No DATA tag has arrived yet, or reading is interrupted, and there are no alarms other than notices.
  case waiting
  /// The feed delivers, DATA tags have arrived, and there are no alarms other than notices.
  case ok

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The word for the condition, which is also its CSS class on a page.
  var word: String { "\(self)" }

  var isTrouble: Bool { self <= .warning }

  /// The condition of a feed whose most severe alarm has this severity.
  init(_ severity: Severity) {
    switch severity {
    case .error: self = .alarm
    case .warning: self = .warning
    case .info: self = .ok
    }
  }
}
