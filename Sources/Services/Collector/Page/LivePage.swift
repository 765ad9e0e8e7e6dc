import CResources
import Formats
import HTTP
import HTTPServer
import Records

/// The live page and the resources that it requests.
struct LivePage: Sendable {
  let pings: CollectedPings
  let summaries: PingSummaries
  let totals: PingTotals
  let health: CollectorHealth
  let events: EventFeed
  let exports: PingExports
  let hosts: PageHosts
  /// Compares sessions with the expected pings; nil if no pings are expected.
  let comparisons: SessionComparisons?
  /// The path of the database as the user gave it.
  let database: String

  /// The resources of the page.
  enum Place: Equatable {
    case document, status, list, sessions, comparison, events, lines, har, health, metrics
    case ping(Int64)
  }

  /// The default number of pings in a list, and the maximum number.
  private static let (usualRows, mostRows) = (50, 200)
  private static let sessionLimit = 12

  /// The resource of the page that a request refers to; nil if the request is not for the page.
  func place(of request: ServerRequest) -> Place? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    switch request.path {
    case "/":
      // Requests to the cross-domain service also have this path, at hosts with `.nuid.` in their names.
      return request.host?.contains(".nuid.") == true ? nil : .document
    case "/api/status": return .status
    case "/api/pings": return .list
    case "/api/sessions": return .sessions
    case "/api/comparison": return .comparison
    case "/events": return .events
    case "/export.jsonl": return .lines
    case "/export.har": return .har
    case "/healthz": return .health
    case "/metrics": return .metrics
    case let path where path.hasPrefix("/api/pings/"):
      return Int64(path.dropFirst("/api/pings/".count)).map(Place.ping)
    default: return nil
    }
  }

  func respond(to request: ServerRequest, for place: Place) async -> ServerResponse {
    var response: ServerResponse
    // The health shows no stored data, so it may be requested under any host name.
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
    let query = PageQuery(request.query)
    switch place {
    case .document:
      return ServerResponse(200, type: "text/html; charset=utf-8", PageDocument.bytes)
    case .status: return Self.json(try await status())
    case .list: return Self.json(try await list(query))
    case .sessions: return Self.json(try await sessions(query.filter))
    case .comparison:
      guard let comparisons else {
        return .text(404, "There are no expected pings: start the collector with --against.")
      }
      return Self.json(try await comparisons.newest(query.filter))
    case .events:
      guard request.method == "GET" else {
        var response = ServerResponse.text(405, "Request events with GET.")
        response.headers["Allow"] = "GET"
        return response
      }
      let last = request.headers["Last-Event-ID"].flatMap { Int64($0) } ?? query.number("after")
      return events.response(query.filter, after: last)
    case .lines: return exports.lines(query.filter)
    case .har: return exports.har(query.filter)
    case .health: return health.answer
    case .metrics: return health.metrics
    case .ping(let id):
      guard let ping = try await pings.ping(id) else {
        return .text(404, "Ping \(id) does not exist or was removed.")
      }
      return Self.json(await summaries.detail(ping))
    }
  }

  // MARK: - JSON

  private func status() async throws(CollectorError) -> JSONValue {
    let summary = try await pings.summary()
    let kinds = totals.all
    return .object([
      .init("database", .string(database)),
      .init("compares", .bool(comparisons != nil)),
      .init("stored", JSONValue(kinds.reduce(0) { $0 + $1.count })),
      .init("bytes", .integer(summary.bytes)),
      .init("apps", .array(summary.apps.map(JSONValue.string))),
      .init(
        "kinds",
        .array(
          kinds.map {
            .array([.string($0.kind.product), JSONValue($0.kind.type), JSONValue($0.count)])
          }
        )
      ),
    ])
  }

  private func list(_ query: PageQuery) async throws(CollectorError) -> JSONValue {
    let limit = Int(
      min(Int64(Self.mostRows), max(1, query.number("limit") ?? Int64(Self.usualRows)))
    )
    if let findings = query.findings {
      return try await faulty(
        query.filter,
        findings,
        before: query.number("before"),
        limit: limit
      )
    }
    let (hasNewer, hasOlder): (Bool, Bool)
    var page: CollectedPings.Page
    if let after = query.number("after") {
      page = try await pings.page(query.filter, after: after, limit: limit)
      (hasNewer, hasOlder) = (page.hasMore, true)
    } else {
      let before = query.number("before")
      page = try await pings.page(query.filter, before: before ?? .max, limit: limit)
      (hasNewer, hasOlder) = (before != nil, page.hasMore)
    }
    return .object([
      .init("pings", await summaries.rows(page.pings)),
      .init("hasNewer", .bool(hasNewer)),
      .init("hasOlder", .bool(hasOlder)),
    ])
  }

  private func sessions(_ filter: PingFilter) async throws(CollectorError) -> JSONValue {
    let sessions = try await pings.sessions(filter, limit: Self.sessionLimit)
    return .array(
      sessions.map { session in
        .object([
          .init("app", .string(session.app)),
          .init("session", .string(session.session)),
          .init("first", .integer(session.first)),
          .init("last", .integer(session.last)),
          .init("pings", JSONValue(session.pings)),
          .init(
            "marks",
            .array(
              session.marks.map {
                .array([
                  .integer($0.id), .integer($0.received), .string($0.product), JSONValue($0.type),
                ])
              }
            )
          ),
        ])
      }
    )
  }

  private static func json(_ value: JSONValue) -> ServerResponse {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return ServerResponse(200, type: "application/json", bytes)
  }

  /// The header fields that prevent other pages from embedding this one and from reading its data.
  private static let headers: HTTPHeaders = [
    "Content-Security-Policy": PageDocument.policy, "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
  ]
}

/// The page: one document that loads no other resources. It requests its data as JSON.
enum PageDocument {
  private static let page = HTMLPage(
    style: String(cString: page_css()),
    script: String(cString: page_js()),
    isServed: true
  )

  /// The document in UTF-8.
  static let bytes: [UInt8] = {
    let content = HTML(resource: String(cString: page_html()))
    let opening = page.opening(title: "Pings – id3tap collect")
    return Array((opening + content + page.closing).markup.utf8)
  }()

  /// The content security policy of the page.
  static let policy = page.header
}

/// The query of a request from the page.
struct PageQuery {
  private let values: [String: String]

  /// Reads a query. If a name is repeated, the first value is used.
  init(_ query: Substring?) {
    let pairs = (query ?? "").split(separator: "&").map { part -> (String, String) in
      let name = part.prefix { $0 != "=" }
      return (Self.decode(name), Self.decode(part.dropFirst(name.count + 1)))
    }
    values = Dictionary(pairs) { first, _ in first }
  }

  private static func decode(_ text: Substring) -> String {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }

  /// The value of `name` as a number; nil if it is not a whole number of at least 0.
  func number(_ name: String) -> Int64? {
    values[name].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The findings that the pings must have; nil includes pings without findings.
  var findings: FindingFilter? { values["findings"].flatMap(FindingFilter.init) }

  /// The filter that the query describes. An empty value matches any.
  var filter: PingFilter {
    func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
    return PingFilter(
      product: value("product"),
      type: value("type"),
      app: value("app"),
      session: value("session")
    )
  }
}
