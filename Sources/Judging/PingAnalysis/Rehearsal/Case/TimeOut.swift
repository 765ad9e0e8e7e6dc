/// A time in which the user was opted out.
struct TimeOut: Sendable {
  /// Unix seconds: of the choice, or of the first ping that says so.
  let start: Double
  /// Unix seconds: of the choice, or of the last ping that says so; infinite where the user did not opt
  /// in again.
  let end: Double
  /// The app session; nil where the tester noted it.
  let sessionID: String?

  func includes(_ ping: RehearsedPing) -> Bool {
    sessionID == nil || sessionID == ping["sessionId"]
  }
}

extension RehearsedPing {
  /// Whether it can say that the user is opted out.
  var hasOptOut: Bool { ping["uoo"] != nil }
  /// Whether something viewed made it.
  var isOfViewing: Bool { isContent || isAd || isDTVR || isRaw }
}

extension RehearsalCase {
  /// The times that the tester noted, else those that the pings show.
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
