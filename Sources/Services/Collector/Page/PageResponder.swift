import HTTP
import HTTPServer
import Records

/// Serves the live page, its event stream, the comparison with the expected pings, the exports, the health check and
/// the metrics.
struct PageResponder: Sendable {
  let pings: CollectedPings
  let summaries: PingSummaries
  let totals: PingTotals
  let health: CollectorHealth
  let events: EventFeed
  let exports: PingExports
  let hosts: PageHosts
  /// Compares sessions with the expected pings; nil if no pings are expected.
  let comparisons: SessionComparisons?
  let database: String
  let scheme: String

  enum Place: Equatable {
    case document, comparison, events, lines, har, health, metrics
  }

  /// The default number of pings in a list, and the maximum number.
  private static let (usualRows, mostRows): (Int64, Int64) = (50, 200)
  private static let sessionLimit = 12

  /// The resource of the page that a request refers to; nil if the request is not for the page.
  func place(of request: ServerRequest) -> Place? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    switch request.path {
    case "/":
      // Requests to the cross-domain service also have this path, at hosts with `.nuid.` in their names.
      return request.host?.contains(".nuid.") == true ? nil : .document
    case "/api/comparison": return .comparison
    case "/events": return .events
    case "/export.jsonl": return .lines
    case "/export.har": return .har
    case "/healthz": return .health
    case "/metrics": return .metrics
    default: return nil
    }
  }

  func respond(to request: ServerRequest, for place: Place) async -> ServerResponse {
    var response: ServerResponse
    // The health contains no details of pings, so it may be requested under any host name.
    if place == .health || hosts.allows(request.host) {
      do throws(CollectorError) {
        response = try await answer(request, place)
      } catch {
        response = .text(500, error.description)
      }
    } else {
      response = .text(
        403,
        "The page is not available under this host name: use the IP address, such as http://127.0.0.1:8977/."
      )
    }
    response.headers.set(Self.headers)
    return response
  }

  private func answer(
    _ request: ServerRequest,
    _ place: Place
  ) async throws(CollectorError) -> ServerResponse {
    let view = PageView(request.query)
    switch place {
    case .document:
      let content = try await content(view, host: request.host ?? "127.0.0.1")
      return ServerResponse(200, type: "text/html; charset=utf-8", content.bytes)
    case .comparison:
      guard let comparisons else {
        return .text(404, "There are no expected pings: start the collector with --against.")
      }
      let text = try await comparisons.newest(view.filter).json.text
      return ServerResponse(200, type: "application/json", Array(text.utf8))
    case .events:
      guard request.method == "GET" else {
        var response = ServerResponse.text(405, "Request events with GET.")
        response.headers["Allow"] = "GET"
        return response
      }
      return events.response(view, after: request.headers["Last-Event-ID"].flatMap { Int64($0) })
    case .lines: return exports.lines(view.filter)
    case .har: return exports.har(view.filter)
    case .health: return health.answer
    case .metrics: return health.metrics
    }
  }

  private func content(
    _ view: PageView,
    host: String
  ) async throws(CollectorError) -> PageContent {
    let summary = try await pings.summary()
    var detail: PingDetail?
    if let id = view.ping, let ping = try await pings.ping(id) {
      detail = await summaries.detail(ping)
    }
    return PageContent(
      view: view,
      origin: "\(scheme)://\(host)",
      database: database,
      size: summary.bytes,
      kinds: totals.all,
      apps: summary.apps,
      sessions: try await pings.sessions(view.filter, limit: Self.sessionLimit),
      list: try await list(view),
      detail: detail,
      comparison: try await comparisons?.newest(view.filter)
    )
  }

  private func list(_ view: PageView) async throws(CollectorError) -> PingList {
    let limit = Int(min(Self.mostRows, max(1, view.limit ?? Self.usualRows)))
    if let findings = view.findings {
      return try await faulty(view.filter, findings, before: view.before, limit: limit)
    }
    if let after = view.after {
      let page = try await pings.page(view.filter, after: after, limit: limit)
      let lines = await summaries.lines(page.pings)
      return PingList(lines: lines, hasNewer: page.hasMore, hasOlder: true)
    }
    let page = try await pings.page(view.filter, before: view.before ?? .max, limit: limit)
    let lines = await summaries.lines(page.pings)
    return PingList(lines: lines, hasNewer: view.before != nil, hasOlder: page.hasMore)
  }

  /// The header fields that prevent other pages from embedding this page and from reading its data.
  private static let headers: HTTPHeaders = [
    "Content-Security-Policy": PageContent.policy, "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
  ]
}
