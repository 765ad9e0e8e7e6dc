/// Finds what is wrong between the pings of an app session: ids after opting out, changed ids, metadata
/// that changes, ads and content mixed up, missing and overlapping segments. ``PingExplainer`` judges each
/// ping alone.
///
/// Pass it the pings of one capture in their order. The time of a ping is taken from the ping (`c61`), not
/// from its place: a ping from the queue can arrive late. A missing ping is therefore reported later than it
/// is noticed, and not at all if it arrives after all.
///
/// Memory is bounded: the 64 app sessions used last, in each the 8 viewings used last, in each 16 assets.
/// Of a session that is dropped everything is forgotten, which makes nothing a finding. One object belongs
/// to one thread.
package final class SessionLint {
  /// The limits of the state.
  struct Limits {
    var sessions = 64
    var viewings = 8
    var assets = 16
    /// Moments, spans and pings that are kept of each kind.
    var moments = 16
  }

  private let limits: Limits
  private var sessions: [RememberedText: SessionState] = [:]
  private var turn = 0

  /// Makes a lint for one capture.
  package convenience init() { self.init(limits: Limits()) }

  init(limits: Limits) { self.limits = limits }

  /// The number of sessions that are remembered.
  var sessionCount: Int { sessions.count }

  /// Whether something that is missing has not been reported yet.
  package var awaitsMore: Bool { sessions.values.contains { !$0.awaited.isEmpty } }

  /// The findings about a ping in comparison with the earlier ones.
  ///
  /// - Parameters:
  ///   - ping: The ping.
  ///   - index: Its place among the rows of the input, from 0, by which later findings name it.
  /// - Returns: The findings; each names its parameter, where it has one, and the earlier ping.
  package func findings(in ping: SentPing, at index: Int) -> [PingFinding] {
    var findings = OptOutLint.ids(in: ping)
    let id = ping.session.map(RememberedText.init)
    // Notes about the app need no session: the pings without one count as one.
    let key = id ?? RememberedText("")
    if sessions[key] == nil { findings += makeRoom() }
    turn += 1
    var session = sessions.removeValue(forKey: key) ?? SessionState(limits)
    session.lastUse = turn
    findings += ReleaseNotes.findings(in: ping, &session.notes)
    if id != nil { findings += session.findings(in: ping, PingReference(ping, at: index)) }
    sessions[key] = session
    return findings
  }

  /// The pings that are still missing at the end of the capture. The finding belongs to the last ping.
  package func finish() -> [PingFinding] {
    let open = sessions.values.sorted { $0.lastUse < $1.lastUse }
    sessions = [:]
    return open.flatMap { $0.awaited.map(\.finding) }
  }

  /// Forgets the session that was used longest ago when there are too many.
  private func makeRoom() -> [PingFinding] {
    guard sessions.count >= limits.sessions,
      let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return [] }
    sessions[oldest.key] = nil
    return oldest.value.awaited.map(\.finding)
  }
}
