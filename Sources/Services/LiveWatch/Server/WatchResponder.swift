import Formats
import HTTP
import HTTPServer
import Logging
import Synchronization
import System

/// Answers `/`, `/feed/N`, `/metrics` and `/healthz`.
struct WatchResponder: ServerResponder {
  let snapshot: @Sendable () -> WatchSnapshot
  let deliveries: @Sendable () -> WatchMetrics.Counts
  /// The host names under which the pages and metrics can be requested; nil means any name.
  let hosts: PageHosts?
  var incidents = IncidentHistory()
  /// The latest start pages and metrics, cached so that many readers cost as little as one.
  let pages = RecentPages()

  func respond(to request: ServerRequest, _ reply: ServerReply) { reply(response(to: request)) }

  func response(to request: ServerRequest) -> ServerResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return ServerResponse(405, ["Allow": "GET, HEAD"])
    }
    let isAllowed = hosts?.allows(request.host) ?? true
    return switch request.path {
    case "/": isAllowed ? page(request) : Self.refusal
    case let path where path.hasPrefix("/feed/"):
      isAllowed ? page(request, feed: path.dropFirst("/feed/".count)) : Self.refusal
    case "/metrics": isAllowed ? metrics() : Self.refusal
    // This response names no feed, so it is available under any host name.
    case "/healthz": health()
    default:
      Self.response(404, Self.text, "not found: the paths are /, /feed/N, /metrics and /healthz\n")
    }
  }

  private static let text = "text/plain; charset=utf-8"

  private static var refusal: ServerResponse {
    response(
      403,
      text,
      "not available under this host name: use the IP address, such as http://127.0.0.1:9100/\n"
    )
  }

  private func page(_ request: ServerRequest, feed: Substring? = nil) -> ServerResponse {
    let named = request.query?.split(separator: "&").first { $0.hasPrefix("range=") }
    let range = named.flatMap { WatchRange(rawValue: String($0.dropFirst("range=".count))) }
    let document = { StatusPage(snapshot(), range: range ?? .hour, incidents: incidents) }
    let html: String
    if let feed {
      guard let number = Int(feed), let text = document().html(ofFeed: number)?.markup else {
        return Self.response(404, Self.text, "This feed does not exist: '/' lists all feeds.\n")
      }
      html = text
    } else {
      html = pages.page("/?\((range ?? .hour).rawValue)") { document().html.markup }
    }
    var response = Self.response(200, "text/html; charset=utf-8", html)
    response.headers["Content-Security-Policy"] = StatusPage.page.header
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }

  private func metrics() -> ServerResponse {
    let text = pages.page("/metrics") { WatchMetrics(snapshot(), deliveries()).text }
    return Self.response(200, PrometheusText.contentType, text)
  }

  /// The health of the process, not of the feeds: restarting the process would not help a lost feed.
  private func health() -> ServerResponse {
    let snapshot = snapshot()
    let text = """
      {"status":"\(snapshot.isAlive ? "ok" : "hangs")","feeds":\(snapshot.feeds.count),\
      "lost":\(snapshot.lostCount),"alarms":\(snapshot.alarmCount)}

      """
    return Self.response(snapshot.isAlive ? 200 : 503, "application/json", text)
  }

  private static func response(_ status: Int, _ type: String, _ text: String) -> ServerResponse {
    ServerResponse(
      status,
      ["Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"],
      .bytes(Array(text.utf8))
    )
  }
}

/// Pages by path, kept for a short time.
final class RecentPages: Sendable {
  /// The seconds for which a page is reused.
  private static let lifetime = 0.5

  private let pages = Mutex<[String: (time: Double, text: String)]>([:])

  /// The page at a path, which is made again if the cached page is too old.
  func page(_ path: String, _ make: () -> String) -> String {
    let now = MonotonicClock.now
    // The lock is held while a page is made, so that other requests get the same page.
    return pages.withLock { pages in
      if let page = pages[path], now - page.time < Self.lifetime { return page.text }
      let text = make()
      pages[path] = (MonotonicClock.now, text)
      return text
    }
  }
}

extension HTTPService {
  /// Creates a server for metrics, health and status pages, without listening yet.
  /// - Parameters:
  ///   - watch: The watch whose state is served.
  ///   - address: The address at which the server listens.
  ///   - deliveries: Returns the counts of events of each sink, with the sink's name, such as `webhook`.
  ///   - logger: The log of the server.
  package convenience init(
    _ watch: Watch,
    address: ListeningAddress,
    deliveries: @escaping @Sendable () -> [(name: String, counts: DeliveryCounts)],
    logger: Logger
  ) {
    let responder = WatchResponder(
      snapshot: { watch.snapshot() },
      deliveries: deliveries,
      // A server that other machines can reach answers to any host name.
      hosts: address.isLoopback ? PageHosts(address) : nil,
      incidents: watch.incidents
    )
    self.init(responder, address: address, option: "--metrics", logger: logger)
  }
}
