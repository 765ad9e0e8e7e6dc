import Formats
import PingAnalysis
import Reports

/// Compares app sessions with the expected pings, for the page.
actor SessionComparisons {
  /// The maximum number of pings of a session that are compared.
  private static let pingLimit = 5000
  private static let pingsAtOnce = 200
  /// The milliseconds for which a comparison is reused if there are no new pings.
  private static let validFor: Int64 = 5000

  private struct Key: Equatable {
    var session: StoredSession
    var time: Int64
  }

  private let expected: ExpectedPings
  private let pings: CollectedPings
  private let now: @Sendable () -> Int64
  private var latest: (key: Key, value: JSONValue)?

  init(_ expected: ExpectedPings, _ pings: CollectedPings, now: @escaping @Sendable () -> Int64) {
    self.expected = expected
    self.pings = pings
    self.now = now
  }

  /// The comparison of the newest session that the filter selects. Its `session` is null if there is no such session.
  func newest(_ filter: PingFilter) async throws(CollectorError) -> JSONValue {
    let wanted = PingFilter(app: filter.app, session: filter.session)
    // A session without an id is compared only if no session has an id, because its pings belong to other sessions.
    let sessions = try await pings.sessions(wanted, limit: filter.session == nil ? 20 : 1)
    guard let session = sessions.first(where: { $0.session != "" }) ?? sessions.first else {
      return .object([.init("expected", .string(expected.name)), .init("session", .null)])
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
    let value = JSONValue.object([
      .init("expected", .string(expected.name)),
      .init("app", .string(session.app)),
      .init("session", .string(session.session)),
      .init("first", .integer(session.first)),
      .init("awaited", JSONValue(comparison.awaitedCount)),
      .init("isCut", .bool(session.pings > Self.pingLimit)),
      .init("comparison", row.json),
    ])
    latest = (key, value)
    return value
  }

  /// The pings of a session as they were sent, including pings without a session id that arrived during the session,
  /// such as time-shift lookups.
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

/// The pings that an app should send.
package struct ExpectedPings: Sendable {
  /// The source of the pings, as given by the user.
  package let name: String
  /// The pings of one app session, in order.
  package let pings: [SentPing]
  /// The options that define the differences to report.
  package let options: ComparisonOptions

  /// Creates expected pings.
  package init(name: String, pings: [SentPing], options: ComparisonOptions) {
    self.name = name
    self.pings = pings
    self.options = options
  }
}
