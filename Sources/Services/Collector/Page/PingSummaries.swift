import Formats
import PingAnalysis
import Reports

/// Makes the summaries of pings for the page, as JSON.
actor PingSummaries {
  private typealias Findings = (errors: Int, warnings: Int, infos: Int)

  /// The maximum number of pings whose findings are cached, because several pages request the same pings repeatedly.
  private static let memory = 5000

  private let explainer = PingExplainer()
  private var known: [Int64: (words: String, credit: String?, findings: Findings)] = [:]

  /// The rows of a list.
  func rows(_ pings: [StoredPing]) async -> JSONValue {
    var rows: [JSONValue] = []
    var decoder = StoredPingDecoder()
    for ping in pings {
      rows.append(row(ping, &decoder))
      // Explaining takes time, and new pings must be received in the meantime.
      await Task.yield()
    }
    return .array(rows)
  }

  /// The first pings with findings that `filter` selects, at most `limit`, and the number of examined pings.
  func faulty(
    in pings: [StoredPing],
    _ filter: FindingFilter,
    upTo limit: Int
  ) async -> (found: [StoredPing], count: Int) {
    var found: [StoredPing] = []
    var decoder = StoredPingDecoder()
    for (index, ping) in pings.enumerated() {
      guard found.count < limit else { return (found, index) }
      let findings = words(ping, &decoder).findings
      if findings.errors > 0 || (filter == .warning && findings.warnings > 0) { found.append(ping) }
      await Task.yield()
    }
    return (found, pings.count)
  }

  /// All details of one ping: its fields, and the request that contained it.
  func detail(_ ping: StoredPing) -> JSONValue {
    var decoder = StoredPingDecoder()
    let explained = decoder.sent(ping).map { explainer.explain($0) }
    return .object([
      .init("row", row(ping, &decoder)),
      .init(
        "explained",
        explained.map { ExplainRow(input: "", index: 0, $0).json } ?? .null
      ),
      .init("request", Self.json(ping.request)),
    ])
  }

  private func row(_ ping: StoredPing, _ decoder: inout StoredPingDecoder) -> JSONValue {
    let summary = words(ping, &decoder)
    return .object([
      .init("id", .integer(ping.id)),
      .init("received", .integer(ping.request.received)),
      .init("product", .string(ping.product)),
      .init("type", JSONValue(ping.type)),
      .init("app", .string(ping.app)),
      .init("session", .string(ping.session)),
      .init("words", .string(summary.words)),
      .init("credit", JSONValue(summary.credit)),
      .init("status", JSONValue(ping.request.status)),
      .init("errors", JSONValue(summary.findings.errors)),
      .init("warnings", JSONValue(summary.findings.warnings)),
      .init("infos", JSONValue(summary.findings.infos)),
    ])
  }

  private func words(
    _ ping: StoredPing,
    _ decoder: inout StoredPingDecoder
  ) -> (words: String, credit: String?, findings: Findings) {
    if let known = known[ping.id] { return known }
    guard let sent = decoder.sent(ping) else { return ("", nil, (0, 0, 0)) }
    let all = explainer.explain(sent).findings
    func count(_ severity: PingFinding.Severity) -> Int { all.count { $0.severity == severity } }
    let summary = (
      words: Self.short(sent.words), credit: sent.plain("cr").map(Self.short),
      findings: (errors: count(.error), warnings: count(.warning), infos: count(.info))
    )
    if known.count >= Self.memory { known = [:] }
    known[ping.id] = summary
    return summary
  }

  private static func short(_ text: String) -> String {
    text.count > 200 ? text.prefix(199) + "…" : text
  }

  private static func json(_ request: StoredRequest) -> JSONValue {
    .object([
      .init("method", .string(request.method)),
      .init("url", .string(request.url)),
      .init("peer", .string(request.peer)),
      .init("received", .integer(request.received)),
      .init("status", JSONValue(request.status)),
      .init(
        "headers",
        .array(request.headers.map { .array([.string($0.name), .string($0.value)]) })
      ),
      .init("body", JSONValue(request.text)),
    ])
  }
}

/// The minimum severity of findings that the pings of a list must have.
enum FindingFilter: String {
  /// At least one error.
  case error
  /// At least one error or warning.
  case warning
}

extension LivePage {
  /// The maximum number of pings that are explained for one list.
  private static let explainedAtMost = 2000
  private static let pingsAtOnce = 200

  /// The pings before `before` with such findings, newest first. Findings are not stored, so pings are explained until
  /// the list is full or the maximum is reached. `oldest` in the result is the start of the next list.
  func faulty(
    _ filter: PingFilter,
    _ findings: FindingFilter,
    before: Int64?,
    limit: Int
  ) async throws(CollectorError) -> JSONValue {
    var found: [StoredPing] = []
    var oldest = before ?? .max
    var explained = 0
    var hasOlder = true
    while hasOlder, found.count < limit, explained < Self.explainedAtMost {
      let page = try await pings.page(filter, before: oldest, limit: Self.pingsAtOnce)
      let (more, count) = await summaries.faulty(
        in: page.pings,
        findings,
        upTo: limit - found.count
      )
      found += more
      explained += count
      if count > 0 { oldest = page.pings[count - 1].id }
      hasOlder = page.hasMore || count < page.pings.count
    }
    return .object([
      .init("pings", await summaries.rows(found)),
      .init("hasNewer", .bool(false)),
      .init("hasOlder", .bool(hasOlder)),
      .init("oldest", .integer(oldest)),
    ])
  }
}
