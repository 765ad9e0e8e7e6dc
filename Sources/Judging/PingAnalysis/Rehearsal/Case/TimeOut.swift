/// A span of time in which the user was opted out.
struct TimeOut: Sendable {
  /// The time of the choice, or of the first ping with the mark, in Unix seconds.
  let start: Double
  /// The time of the choice, or of the last ping with the mark, in Unix seconds; infinite if the user did not opt
  /// in again.
  let end: Double
  /// The app session; nil if the tester noted the choice.
  let sessionID: String?

  func includes(_ ping: RehearsedPing) -> Bool {
    sessionID == nil || sessionID == ping["sessionId"]
  }
}

extension RehearsedPing {
  /// Whether the ping has the opt-out parameter.
  var hasOptOut: Bool { ping["uoo"] != nil }
  /// Whether the ping is about viewing.
  var isOfViewing: Bool { isContent || isAd || isDTVR || isRaw }
}

extension RehearsalCase {
  /// The times that the tester noted, otherwise those that the pings show.
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
