import Formats
import PingAnalysis
import Reports

/// Compares app sessions with the expected pings, for the page.
actor SessionComparisons {
  /// The maximum number of pings of a session that are compared.
  private static let pingLimit = 5000
  private static let pingsAtOnce = 200
  /// The maximum time, in milliseconds, for which a comparison is reused if its stored session has not changed.
  private static let validFor: Int64 = 5000

  private struct Key: Equatable {
    var session: StoredSession
    var time: Int64
  }

  private let expected: ExpectedPings
  private let pings: CollectedPings
  private let now: @Sendable () -> Int64
  private var latest: (key: Key, value: SessionComparison)?

  init(_ expected: ExpectedPings, _ pings: CollectedPings, now: @escaping @Sendable () -> Int64) {
    (self.expected, self.pings, self.now) = (expected, pings, now)
  }

  /// The comparison of the newest session that the filter's app and session select, preferably one with an id.
  func newest(_ filter: PingFilter) async throws(CollectorError) -> SessionComparison {
    let wanted = PingFilter(app: filter.app, session: filter.session)
    // A session without an id is compared only if none of the newest sessions has an id, because pings without a
    // session id usually belong to other sessions.
    let sessions = try await pings.sessions(wanted, limit: filter.session == nil ? 20 : 1)
    guard let session = sessions.first(where: { $0.session != "" }) ?? sessions.first else {
      return SessionComparison(expected: expected.name)
    }
    let time = now()
    let key = Key(session: session, time: time / Self.validFor)
    if let latest, latest.key == key { return latest.value }
    let sent = try await sent(in: session)
    let comparison = RunningComparison(
      expected: expected.pings,
      actual: sent,
      elapsed: Double(max(0, time - session.first)) / 1000,
      options: expected.options
    )
    let row = ComparisonRow(
      expected: expected.name,
      actual: session.session,
      comparison.report
    )
    let value = SessionComparison(
      expected: expected.name,
      session: session,
      row: row,
      awaited: comparison.awaitedCount,
      isCut: session.pings > Self.pingLimit
    )
    latest = (key, value)
    return value
  }

  /// The pings of a session as they were sent, including pings without a session id and an app id that arrived during
  /// the session, such as time-shift lookups.
  private func sent(in session: StoredSession) async throws(CollectorError) -> [SentPing] {
    let own = try await all(PingFilter(app: session.app, session: session.session)) { _ in true }
    guard let first = own.first?.id, session.session != "" || session.app != "" else {
      return own.map(\.ping)
    }
    let span = session.first...max(session.first, session.last)
    let others = try await all(PingFilter(app: "", session: ""), after: first) { received in
      span.contains(received)
    }
    return (own + others).sorted { $0.id < $1.id }.map(\.ping)
  }

  private func all(
    _ filter: PingFilter,
    after first: Int64 = 0,
    where isMeant: (Int64) -> Bool
  ) async throws(CollectorError) -> [(id: Int64, ping: SentPing)] {
    var found: [(id: Int64, ping: SentPing)] = []
    var last = first
    var decoder = StoredPingDecoder()
    while found.count < Self.pingLimit {
      let batch = try await pings.batch(filter, after: last, limit: Self.pingsAtOnce)
      for stored in batch where isMeant(stored.request.received) {
        guard var sent = decoder.sent(stored) else { continue }
        sent.place = "ping \(stored.id)"
        found.append((stored.id, sent))
      }
      guard batch.count == Self.pingsAtOnce, let end = batch.last else { break }
      last = end.id
    }
    return found
  }
}

struct SessionComparison: Sendable {
  /// The source of the expected pings, as the user named it.
  let expected: String
  /// The compared session; nil if the filter selects no session.
  var session: StoredSession?
  var row: ComparisonRow?
  /// The number of expected pings that are not due yet.
  var awaited = 0
  /// Whether the session has more pings than are compared.
  var isCut = false

  var json: JSONValue {
    guard let session, let row else {
      return .object([.init("expected", .string(expected)), .init("session", .null)])
    }
    return .object([
      .init("expected", .string(expected)),
      .init("app", .string(session.app)),
      .init("session", .string(session.session)),
      .init("first", .integer(session.first)),
      .init("awaited", JSONValue(awaited)),
      .init("isCut", .bool(isCut)),
      .init("comparison", row.json),
    ])
  }
}

package struct ExpectedPings: Sendable {
  /// The source of the pings, as given by the user.
  package let name: String
  /// The pings of one app session, in order.
  package let pings: [SentPing]
  /// The options that determine which differences are reported.
  package let options: ComparisonOptions

  package init(name: String, pings: [SentPing], options: ComparisonOptions) {
    (self.name, self.pings, self.options) = (name, pings, options)
  }
}
