/// The state of an app session.
struct SessionState {
  /// A ping or a part that can be missing.
  enum Missing: Hashable {
    case segment(Int, viewing: RememberedText)
    case end(viewing: RememberedText)
  }

  /// Something that is missing so far.
  struct Awaited {
    var missing: Missing
    /// When it was noticed, by the clock of the pings.
    var since: Int64
    var finding: PingFinding
  }

  /// Seconds after which something missing is reported while the capture continues.
  private static let waitingSeconds: Int64 = 900

  let limits: SessionLint.Limits
  var lastUse = 0
  var notes: Set<ReleaseNotes.Note> = []
  private(set) var awaited: [Awaited] = []
  private var optOut = OptOutLint()
  private var identity = IdentityLint()
  private var channels = ChannelLint()
  private var viewings: [RememberedText: ViewingState] = [:]
  private var viewingOrder: [RememberedText] = []
  private var known: [Int] = []

  init(_ limits: SessionLint.Limits) { self.limits = limits }

  /// The findings about the next ping of the session.
  mutating func findings(in ping: SentPing, _ reference: PingReference) -> [PingFinding] {
    guard !isRepeated(ping) else { return [] }
    var findings = optOut.findings(in: ping, reference, limits)
    findings += identity.findings(in: ping, reference)
    channels.note(ping)
    findings += viewingFindings(in: ping, reference)
    return overdue(at: ping) + findings
  }

  /// Whether a ping was sent before: an app that got no answer sends it again, as it was.
  private mutating func isRepeated(_ ping: SentPing) -> Bool {
    guard let key = ping.repeatKey?.hashValue else { return false }
    if known.contains(key) { return true }
    known.append(key, limit: 4 * limits.moments)
    return false
  }

  private mutating func viewingFindings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> [PingFinding] {
    guard let id = ping.viewing.map(RememberedText.init) else { return [] }
    var viewing = viewings.removeValue(forKey: id) ?? ViewingState(limits)
    viewingOrder.removeAll { $0 == id }
    var findings = viewing.findings(in: ping, reference)
    if ping.isContent, let name = channels.findings(in: ping, &viewing.channel) {
      findings.append(name)
    }
    if ping.isContent {
      // Viewing that continues has not ended.
      strike(.end(viewing: id))
      if let credit = ping.credit { strike(.segment(credit.number, viewing: id)) }
    }
    let made = ping.number("c61") ?? 0
    for gap in viewing.takeGaps() {
      note(.segment(gap.segment, viewing: id), gap.finding, made)
    }
    viewings[id] = viewing
    viewingOrder.append(id)
    if viewingOrder.count > limits.viewings { viewings[viewingOrder.removeFirst()] = nil }
    if ping.isContent, ping.type == "timer" { noteEnds(of: id, made) }
    return findings
  }

  /// Notes the viewings that should have ended before another one began.
  private mutating func noteEnds(of current: RememberedText, _ made: Int64) {
    let beginnings = viewings.values.compactMap(\.begin)
    for id in viewingOrder where id != current {
      guard var viewing = viewings[id], let latest = viewing.latestContent,
        let next = beginnings.filter({ $0 > latest }).min(),
        let finding = viewing.missingEnd(before: next)
      else { continue }
      viewings[id] = viewing
      note(.end(viewing: id), finding, made)
    }
  }

  private mutating func note(_ missing: Missing, _ finding: PingFinding, _ made: Int64) {
    guard awaited.count < limits.moments else { return }
    awaited.append(Awaited(missing: missing, since: made, finding: finding))
  }

  private mutating func strike(_ missing: Missing) { awaited.removeAll { $0.missing == missing } }

  /// The findings about pings that have been missing for too long to arrive.
  private mutating func overdue(at ping: SentPing) -> [PingFinding] {
    guard !awaited.isEmpty, let now = ping.number("c61") else { return [] }
    let late = awaited.filter { now - $0.since > Self.waitingSeconds }
    awaited.removeAll { now - $0.since > Self.waitingSeconds }
    return late.map(\.finding)
  }
}
