/// Finds pings that measure opted-out time but lack the opt-out mark (`uoo`), and marked pings that contain ids.
struct OptOutLint {
  private typealias Span = (start: Int64, end: Int64, reference: PingReference)
  private typealias Moment = (time: Int64, reference: PingReference)

  /// The times of marked pings.
  private var marked: [Moment] = []
  /// The spans measured by pings whose `uoo` says that the user has not opted out, in Unix seconds.
  private var unmarked: [Span] = []
  /// The latest view of each asset, if that view is marked.
  private var views: Groups<RememberedText, Moment>
  private let limits: SessionLint.Limits

  init(_ limits: SessionLint.Limits) {
    self.limits = limits
    views = Groups(limit: limits.assets)
  }

  /// The ids that must be blank for an opted-out user. An invariant covers c9, c1 and the e-mail hashes.
  private static let ids: [(name: String, severity: PingFinding.Severity)] = [
    ("fp_id", .warning), ("ve_id", .warning), ("uid2", .error), ("uid2_token", .error),
    ("luid", .error),
  ]

  static func ids(in ping: SentPing) -> [PingFinding] {
    guard ping.isOptedOut else { return [] }
    return ids.filter { ping.plain($0.name) != nil }.map { id in
      PingFinding(
        "ids-after-opt-out",
        id.severity,
        id.name,
        "\(id.name) has a value although the user opted out (uoo): send it blank until the user opts in"
      )
    }
  }

  mutating func findings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> [PingFinding] {
    guard let made = ping.number("c61"), ping["uoo"] != nil else { return [] }
    let asset = RememberedText(
      ["c59", "c3", "ai", "asn"].map { ping.plain($0) ?? "" }.joined(separator: " ")
    )
    if ping.isOptedOut {
      let moment: Moment = (made, reference)
      marked.append(moment, limit: limits.moments)
      if ping.type == "view" { views.update(asset, new: moment) { $0 = moment } }
      return unmarked.first { Self.covers($0, made) }.map { [Self.late($0.reference)] } ?? []
    }
    if ping.type == "view" { views[asset] = nil }
    guard let start = Self.start(of: ping, made) else { return [] }
    let span: Span = (start, made, reference)
    unmarked.append(span, limit: limits.moments)
    if let moment = marked.first(where: { Self.covers(span, $0.time) }) {
      return [Self.unmarkedTime(moment.reference)]
    }
    guard ping.type == "timer", let view = views[asset], start <= view.time else { return [] }
    return [Self.unmarkedTime(view.reference)]
  }

  /// The start of the time that a ping measured, in Unix seconds: `c64`, or `c61` minus `c27` if that is earlier or
  /// `c64` is missing or invalid. Nil if unknown, or if the ping measures no time.
  private static func start(of ping: SentPing, _ made: Int64) -> Int64? {
    guard let spent = ping.number("c27"), spent > 0, spent <= made else { return nil }
    guard let started = ping.number("c64"), started > 0, started <= made else {
      return made - spent
    }
    return min(started, made - spent)
  }

  /// Whether a time is more than one second inside a span. Clocks are rounded to seconds.
  private static func covers(_ span: Span, _ time: Int64) -> Bool {
    time - span.start > 1 && span.end - time > 1
  }

  private static func unmarkedTime(_ other: PingReference) -> PingFinding {
    PingFinding(
      "opted-out-time",
      .error,
      "uoo",
      "the ping has no opt-out mark, but measures time in which the user was opted out: "
        + "\(other.words), made in this time, has the mark; close the segment, with the mark, when "
        + "the user opts in"
    )
  }

  private static func late(_ other: PingReference) -> PingFinding {
    PingFinding(
      "opted-out-time",
      .error,
      "uoo",
      "the user was opted out when this ping was made, but \(other.words), which measures this time, has "
        + "no opt-out mark; close the measured segment when the user's choice changes"
    )
  }
}
