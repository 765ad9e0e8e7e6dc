import HTTPTypes
import Hummingbird
import NIOCore
import StreamServer
import Synchronization

/// Answers `/`, `/metrics` and `/healthz`.
struct WatchResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  /// A watch that has not looked at its feeds for so long hangs, in seconds.
  private static let longestTick = 30.0

  /// What is known.
  let snapshot: @Sendable () -> WatchSnapshot
  /// What became of events.
  let deliveries: @Sendable () -> [PrometheusText.Delivery]
  /// The names by which the page and the metrics may be asked for; nil: every name.
  let hosts: PageHosts?
  /// Pages that were made not long ago: many readers cost no more than one.
  let pages = RecentPages()

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    let isAllowed = hosts?.allows(request.head.authority) ?? true
    let response =
      switch request.uri.path {
      case "/": isAllowed ? page() : Self.refusal
      case "/metrics": isAllowed ? metrics() : Self.refusal
      // It names no feed.
      case "/healthz": health()
      default: Self.text("not found: there are /, /metrics and /healthz\n", status: .notFound)
      }
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static var refusal: Response {
    text(
      "not given under this name: ask by address, such as http://127.0.0.1:9100/\n",
      status: .forbidden
    )
  }

  private func page() -> Response {
    let html = pages.page("/") { StatusPage(snapshot()).html }
    var headers = Self.headers("text/html; charset=utf-8")
    if let name = HTTPField.Name("Content-Security-Policy") { headers[name] = StatusPage.policy }
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    return Response(status: .ok, headers: headers, body: Self.body(html))
  }

  private func metrics() -> Response {
    let text = pages.page("/metrics") { PrometheusText(snapshot(), deliveries()).text }
    let headers = Self.headers(PrometheusText.contentType)
    return Response(status: .ok, headers: headers, body: Self.body(text))
  }

  /// Whether the process works, not whether the feeds do: a service manager that restarts it when a feed
  /// is lost would help nobody.
  private func health() -> Response {
    let snapshot = snapshot()
    let isAlive = snapshot.sinceTick <= Self.longestTick
    let text = """
      {"status":"\(isAlive ? "ok" : "hangs")","feeds":\(snapshot.feeds.count),\
      "lost":\(snapshot.lostCount),"alarms":\(snapshot.alarmCount)}

      """
    return Response(
      status: isAlive ? .ok : .serviceUnavailable,
      headers: Self.headers("application/json"),
      body: Self.body(text)
    )
  }

  private static func text(_ text: String, status: HTTPResponse.Status) -> Response {
    Response(status: status, headers: headers("text/plain; charset=utf-8"), body: body(text))
  }

  private static func headers(_ type: String) -> HTTPFields {
    var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
    if let name = HTTPField.Name("X-Content-Type-Options") { headers[name] = "nosniff" }
    return headers
  }

  private static func body(_ text: String) -> ResponseBody {
    ResponseBody(byteBuffer: ByteBuffer(string: text))
  }
}

/// Pages by their paths, for a short while.
final class RecentPages: Sendable {
  /// Seconds for which a page is given again.
  private static let lifetime = 0.5

  private let pages = Mutex<[String: (time: Double, text: String)]>([:])

  /// The page of a path; made when the last one is too old.
  func page(_ path: String, _ make: () -> String) -> String {
    let now = WatchClock.system.now
    // One at a time: the others get what it makes.
    return pages.withLock { pages in
      if let page = pages[path], now - page.time < Self.lifetime { return page.text }
      let text = make()
      pages[path] = (WatchClock.system.now, text)
      return text
    }
  }
}
