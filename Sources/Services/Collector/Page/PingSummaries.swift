import Formats
import HTTP
import PingAnalysis
import Records
import Reports

/// A short explanation of a ping, for lists.
struct PingSummary: Sendable, Equatable {
  /// What the ping reports; empty if the stored request no longer contains the ping.
  var words = ""
  /// The credit string; nil if the ping has none.
  var credit: String?
  var errors = 0
  var warnings = 0
  var infos = 0

  var isFaultless: Bool { errors == 0 && warnings == 0 }
}

struct PingLine: Sendable {
  let ping: StoredPing
  let summary: PingSummary

  /// What the ping reports, or its product and type.
  var title: String {
    summary.words.isEmpty ? "\(ping.product) \(ping.type ?? "ping")" : summary.words
  }

  /// Whether the list shows the same text for both pings, except for the time and the number of info findings.
  func equals(_ other: PingLine) -> Bool {
    var noted = other.summary
    noted.infos = summary.infos
    return noted == summary
      && (ping.product, ping.type, ping.app, ping.session)
        == (other.ping.product, other.ping.type, other.ping.app, other.ping.session)
      && ping.request.status == other.ping.request.status
  }
}

/// A part of the list of pings, newest first.
struct PingList: Sendable {
  var lines: [PingLine]
  var hasNewer = false
  var hasOlder: Bool
  /// The id of the last ping that was examined; the next list has the pings before it. Nil means the list's last ping.
  var oldest: Int64?
}

/// A ping with its explanation and the request in which it arrived.
struct PingDetail: Sendable {
  let line: PingLine
  /// The explained ping. Nil if the stored request no longer contains the ping.
  let explained: ExplainedPing?

  var html: HTML {
    let (ping, request) = (line.ping, line.ping.request)
    let facts = [
      ("received", UTCTime.milliseconds(Double(request.received) / 1000) ?? "-"), ("app", ping.app),
      ("session", ping.session), ("credit", line.summary.credit ?? ""), ("from", request.peer),
      ("answered", "\(request.status)"),
    ]
    let head = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return """
      \(HTML.facts(facts.filter { $0.1 != "" }))\(explained.map(ExplainPage.content))\
      \(if: explained?.findings.isEmpty == true, "<p class=\"good\">Nothing wrong found.</p>\n")\
      <h3>Request</h3>
      <pre>\(request.method) \(request.url)</pre>
      \(if: !head.isEmpty, "<pre>\(head)</pre>\n")\(request.text.map { "<pre>\($0)</pre>\n" as HTML })
      """
  }
}

/// Explains pings for the page, and caches their summaries.
actor PingSummaries {
  /// The maximum number of cached summaries. They are cached because pages show the same pings repeatedly.
  private static let memory = 5000

  private let explainer = PingExplainer()
  private var known: [Int64: PingSummary] = [:]

  func lines(_ pings: [StoredPing]) async -> [PingLine] {
    var lines: [PingLine] = []
    var decoder = StoredPingDecoder()
    for ping in pings {
      lines.append(PingLine(ping: ping, summary: summary(ping, &decoder)))
      // Explaining takes time, and new pings must be received in the meantime.
      await Task.yield()
    }
    return lines
  }

  func detail(_ ping: StoredPing) -> PingDetail {
    var decoder = StoredPingDecoder()
    let explained = decoder.sent(ping).map { explainer.explain($0) }
    return PingDetail(
      line: PingLine(ping: ping, summary: summary(ping, &decoder)),
      explained: explained
    )
  }

  private func summary(_ ping: StoredPing, _ decoder: inout StoredPingDecoder) -> PingSummary {
    if let known = known[ping.id] { return known }
    guard let sent = decoder.sent(ping) else { return PingSummary() }
    let all = explainer.explain(sent).findings
    func count(_ severity: PingFinding.Severity) -> Int { all.count { $0.severity == severity } }
    let summary = PingSummary(
      words: Self.short(sent.words),
      credit: sent.plain("cr").map(Self.short),
      errors: count(.error),
      warnings: count(.warning),
      infos: count(.info)
    )
    if known.count >= Self.memory { known = [:] }
    known[ping.id] = summary
    return summary
  }

  private static func short(_ text: String) -> String {
    text.count > 200 ? text.prefix(199) + "…" : text
  }
}

/// The minimum severity of findings that the pings of a list must have.
enum FindingFilter: String {
  case error
  case warning

  func selects(_ ping: PingSummary) -> Bool {
    ping.errors > 0 || (self == .warning && ping.warnings > 0)
  }
}

extension PageResponder {
  /// The maximum number of pings that are explained for one list.
  private static let explainedAtMost = 2000
  private static let pingsAtOnce = 200

  /// The pings before the id `before` that have a finding at least as severe as `findings`, newest first. Findings are
  /// not stored, so pings are explained until the list is full or the maximum is reached.
  func faulty(
    _ filter: PingFilter,
    _ findings: FindingFilter,
    before: Int64?,
    limit: Int
  ) async throws(CollectorError) -> PingList {
    var list = PingList(lines: [], hasOlder: true, oldest: before ?? .max)
    var explained = 0
    while list.hasOlder, list.lines.count < limit, explained < Self.explainedAtMost {
      let page = try await pings.page(
        filter,
        before: list.oldest ?? .max,
        limit: Self.pingsAtOnce
      )
      list.hasOlder = page.hasMore
      for line in await summaries.lines(page.pings) {
        guard list.lines.count < limit else {
          list.hasOlder = true
          return list
        }
        if findings.selects(line.summary) { list.lines.append(line) }
        explained += 1
        list.oldest = line.ping.id
      }
    }
    return list
  }
}
