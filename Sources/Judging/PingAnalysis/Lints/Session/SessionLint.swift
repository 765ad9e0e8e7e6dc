/// Finds faults that show only across several pings of an app session, such as time measured after opting out, changed
/// metadata, and missing or overlapping segments. ``PingExplainer`` judges each ping alone. Not thread-safe.
///
/// Pass the pings of one capture in order. A queued ping can arrive late, so the time of a ping is its `c61`, and a
/// missing ping is reported after 15 minutes or at the end of the capture, unless it arrives before.
///
/// Memory is bounded: the lint keeps the 64 most recently used app sessions, the 8 most recently used viewings of each
/// session, and 16 assets of each viewing. When a session is dropped, its missing pings are reported.
package final class SessionLint {
  struct Limits {
    var sessions = 64
    var viewings = 8
    var assets = 16
    /// The maximum number of timestamps, spans or pings kept for each purpose.
    var moments = 16
  }

  private let limits: Limits
  /// The app sessions by id. All pings without a session id share one session.
  private var sessions: Groups<RememberedText, AppSession>

  package convenience init() { self.init(limits: Limits()) }

  init(limits: Limits) {
    self.limits = limits
    sessions = Groups(limit: limits.sessions)
  }

  var sessionCount: Int { sessions.count }

  /// Whether some missing pings have not been reported yet.
  package var awaitsMore: Bool { sessions.all.contains { !$0.group.awaited.isEmpty } }

  /// The findings about a ping in its app session, and about missing pings. `index` is the row number of the ping in
  /// the input, from 0. Findings about later pings refer to it.
  package func findings(in ping: SentPing, at index: Int) -> [PingFinding] {
    let id = RememberedText(ping.session ?? "")
    let (found, closed) = sessions.update(id, new: AppSession(limits)) { session in
      // Findings about going live do not depend on the session id.
      ReleaseNotes.findings(in: ping, &session.notes)
        + (id.isEmpty ? [] : session.findings(in: ping, PingReference(ping, at: index)))
    }
    return OptOutLint.ids(in: ping) + (closed?.missing ?? []) + found
  }

  /// The findings about pings still missing at the end of the capture. They are shown at the last ping.
  package func finish() -> [PingFinding] {
    defer { sessions = Groups(limit: limits.sessions) }
    return sessions.all.flatMap(\.group.missing)
  }
}

private struct AppSession {
  /// A segment or an end that may be missing.
  enum Missing: Hashable {
    case segment(Int, viewing: RememberedText)
    case end(viewing: RememberedText)
  }

  /// A missing ping that may still arrive.
  struct Awaited {
    var missing: Missing
    /// When the ping was found missing, in Unix seconds by the clock of the pings.
    var since: Int64
    var finding: PingFinding
  }

  /// The time, in seconds, after which a missing ping is reported while the capture continues.
  private static let waitingSeconds: Int64 = 900

  let limits: SessionLint.Limits
  var notes: Set<ReleaseNotes.Note> = []
  private(set) var awaited: [Awaited] = []
  private var optOut: OptOutLint
  private var identity = IdentityLint()
  private var channels = ChannelLint()
  private var viewings: Groups<RememberedText, ViewingState>
  private var known: [Int] = []

  init(_ limits: SessionLint.Limits) {
    self.limits = limits
    optOut = OptOutLint(limits)
    viewings = Groups(limit: limits.viewings)
  }

  /// The findings about pings that have not arrived yet.
  var missing: [PingFinding] { awaited.map(\.finding) }

  mutating func findings(in ping: SentPing, _ reference: PingReference) -> [PingFinding] {
    guard !isRepeated(ping) else { return [] }
    var findings = optOut.findings(in: ping, reference)
    findings += identity.findings(in: ping, reference)
    channels.note(ping)
    findings += viewingFindings(in: ping, reference)
    return overdue(at: ping) + findings
  }

  /// Whether the ping was seen before. An app that gets no answer sends the ping again.
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
    let (made, channels) = (ping.number("c61") ?? 0, channels)
    let found = viewings.update(id, new: ViewingState(limits)) { viewing in
      var found = viewing.findings(in: ping, reference)
      if ping.isContent, let change = channels.finding(about: ping, &viewing) {
        found.findings.append(change)
      }
      return found
    }.result
    guard ping.isContent else { return found.findings }
    // A content ping shows that its viewing has not ended.
    strike(.end(viewing: id))
    if let credit = ping.credit { strike(.segment(credit.number, viewing: id)) }
    if let gap = found.gap { note(.segment(gap.segment, viewing: id), gap.finding, made) }
    if ping.type == "timer" { noteEnds(of: id, made) }
    return found.findings
  }

  /// Records the viewings that should have ended before another viewing began.
  private mutating func noteEnds(of current: RememberedText, _ made: Int64) {
    let all = viewings.all
    let beginnings = all.compactMap(\.group.begin)
    for (id, viewing) in all where id != current {
      var viewing = viewing
      guard let latest = viewing.segments.latestMade,
        let next = beginnings.filter({ $0 > latest }).min(),
        let finding = viewing.segments.missingEnd(before: next)
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

  /// The findings about pings that have been missing for longer than `waitingSeconds`.
  private mutating func overdue(at ping: SentPing) -> [PingFinding] {
    guard !awaited.isEmpty, let now = ping.number("c61") else { return [] }
    defer { awaited.removeAll { now - $0.since > Self.waitingSeconds } }
    return awaited.filter { now - $0.since > Self.waitingSeconds }.map(\.finding)
  }
}

/// Tracks the channel names of an app session, which only ID3 pings contain, to find viewings that continue after a
/// channel change.
struct ChannelLint {
  private struct Channel {
    var name: RememberedText
    var first: Int64
    var last: Int64
  }

  private var before: Channel?
  private var running: Channel?

  mutating func note(_ ping: SentPing) {
    guard ping.product == .id3, let name = ping.plain("channame"), let made = ping.number("c61")
    else {
      return
    }
    let text = RememberedText(name)
    guard var channel = running else {
      running = Channel(name: text, first: made, last: made)
      return
    }
    if channel.name == text {
      channel.last = max(channel.last, made)
      running = channel
    } else if made > channel.last {
      before = channel
      running = Channel(name: text, first: made, last: made)
    }
  }

  /// Reports that a viewing began before a channel change and continues after it.
  func finding(about ping: SentPing, _ viewing: inout ViewingState) -> PingFinding? {
    guard !viewing.isChangeReported, let before, let running, let made = ping.number("c61"),
      let first = viewing.firstContent, first <= before.last, made > running.first
    else { return nil }
    viewing.isChangeReported = true
    return PingFinding(
      "viewing-two-channels",
      .error,
      "c59",
      "the viewing continues after a change from channel '\(before.name.short)' to '\(running.name.short)': keep "
        + "channelName the same for the whole stream, or call end before playing another channel"
    )
  }
}

/// Checks that the first-party id does not change in an app session.
struct IdentityLint {
  private struct Seen {
    var id: RememberedText
    var created: Int64?
    var reference: PingReference
  }

  private static let renewalSeconds: Int64 = 180 * 86_400

  private var seen: Seen?

  mutating func findings(in ping: SentPing, _ reference: PingReference) -> [PingFinding] {
    // Opted-out pings should have no first-party id.
    guard !ping.isOptedOut, let value = ping["fp_id"] else { return [] }
    let now = Seen(
      id: RememberedText(value),
      created: ping.number("fp_cr_tm"),
      reference: reference
    )
    defer { seen = now }
    guard let seen, seen.id != now.id, !Self.isRenewal(seen, now) else { return [] }
    return [
      PingFinding("fpid-changed", .error, "fp_id", Self.message(seen, now))
    ]
  }

  /// Whether the ids differ because the id was renewed after 180 days. A queued ping may still have the old id.
  private static func isRenewal(_ one: Seen, _ other: Seen) -> Bool {
    guard let first = one.created, let second = other.created else { return false }
    return abs(first - second) >= renewalSeconds
  }

  private static func message(_ old: Seen, _ new: Seen) -> String {
    let remedy = "keep the id during an app session; set enableFpid once, when the SDK starts"
    if new.id.isEmpty {
      return "the first-party id is blank, but set in \(old.reference.words): \(remedy)"
    }
    if old.id.isEmpty {
      return "the first-party id is set, but blank in \(old.reference.words): \(remedy)"
    }
    return
      "differs from the first-party id of \(old.reference.words); an id is renewed only after "
      + "180 days: \(remedy)"
  }
}
