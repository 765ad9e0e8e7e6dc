/// A period in which the user was opted out.
struct TimeOut: Sendable {
  /// When the user opted out, or the time of the first marked ping, in Unix seconds.
  let start: Double
  /// When the user opted in, or the time of the last marked ping, in Unix seconds. Infinite if the user did not opt in
  /// again.
  let end: Double
  /// The app session. Nil if the period comes from the tester's actions.
  let sessionID: String?

  func includes(_ ping: RehearsedPing) -> Bool {
    sessionID == nil || sessionID == ping["sessionId"]
  }
}

extension RehearsedPing {
  /// Whether the ping has the opt-out parameter, `uoo`.
  var hasOptOut: Bool { ping["uoo"] != nil }
  /// Whether the ping reports viewing.
  var isOfViewing: Bool { isContent || isAd || isDTVR || isRaw }
}

extension RehearsalCase {
  /// The periods from the tester's actions or, if there are none, from the opt-out marks of pings.
  var timesOut: [TimeOut] { noted.isEmpty ? shown : noted }

  private var noted: [TimeOut] {
    var times: [TimeOut] = []
    var start: Double?
    for action in actions(.optOut) {
      if action.isBack {
        if let since = start {
          times.append(TimeOut(start: since, end: action.time, sessionID: nil))
        }
        start = nil
      } else if start == nil {
        start = action.time
      }
    }
    if let start { times.append(TimeOut(start: start, end: .infinity, sessionID: nil)) }
    return times
  }

  private var shown: [TimeOut] {
    appSessions.flatMap { session -> [TimeOut] in
      var times: [TimeOut] = []
      var run: [RehearsedPing] = []
      for ping in session.pings where ping.hasOptOut {
        if ping.isOptedOut {
          run.append(ping)
        } else if let first = run.first, let last = run.last {
          times.append(TimeOut(start: first.madeAt, end: last.madeAt, sessionID: session.id))
          run = []
        }
      }
      if let first = run.first {
        times.append(TimeOut(start: first.madeAt, end: .infinity, sessionID: session.id))
      }
      return times
    }
  }
}
