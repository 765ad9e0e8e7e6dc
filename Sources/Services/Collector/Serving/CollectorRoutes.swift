import Formats
import HTTP
import HTTPServer
import System

/// Distinguishes requests for the page from pings and the calls of receivers.
struct CollectorRoutes: ServerResponder {
  let gate: RequestGate
  let receiver: PingReceiver
  let page: PageResponder
  let receivers: ReceiverPlaces

  func decide(on head: ServerRequest) -> ServerDecision {
    if let oversize = gate.oversize(head) { return .answer(oversize.response) }
    if receivers.place(of: head) != nil { return .read(limit: gate.limits.bodySize) }
    if head.method == "CONNECT" {
      let remedy = "run mitmproxy with Integrations/mitmproxy/id3tap.py"
      return .answer(.text(501, "This is not a proxy: \(remedy).").closing())
    }
    guard page(head) == nil else { return .read(limit: gate.limits.bodySize) }
    return receiver.decide(on: head)
  }

  func respond(to request: ServerRequest, _ reply: ServerReply) {
    if let place = receivers.place(of: request) {
      guard place == .script else { return receivers.respond(to: request, for: place, reply) }
      return receiver.note(request) { receivers.respond(to: request, for: place, reply) }
    }
    guard let place = page(request) else { return receiver.respond(to: request, reply) }
    reply.later { await page.respond(to: request, for: place) }
  }

  /// The resource of the page that a request refers to; nil if the request is not for the page, or is for a production
  /// host.
  private func page(_ request: ServerRequest) -> PageResponder.Place? {
    page.place(of: request).flatMap { request.isForProduction ? nil : $0 }
  }

  func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse {
    let response = RequestGate.Refusal.body(limit).response
    return page(head) == nil ? receiver.readable(response, head) : response
  }
}

extension ServerResponse {
  static func text(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(
      status,
      [
        "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ],
      .bytes(Array("\(text)\n".utf8))
    )
  }

  /// A copy of the answer that asks the client to try again after the given number of seconds.
  func retrying(after seconds: Int) -> ServerResponse {
    var response = self
    response.headers["Retry-After"] = "\(seconds)"
    return response
  }
}

/// The header fields that allow scripts of any web page to send pings (Fetch, 3.3). The live page and the exports do
/// not have these fields, because pages of other origins must not read them.
enum CrossOrigin {
  /// The methods of pings and of preflight requests.
  static let methods = "GET, POST, OPTIONS"

  /// The maximum lengths, in bytes, of an origin and of a list of field names that an answer repeats.
  private static let (originLimit, namesLimit) = (1000, 4000)

  /// The header fields of an answer to a request with `headers`. The request's origin, unless it is too long, is
  /// allowed with credentials, which `navigator.sendBeacon` always sends; `*` would not allow them (Fetch, 3.3.5).
  static func answer(to headers: HTTPHeaders) -> HTTPHeaders {
    guard let origin = headers["Origin"], !origin.isEmpty, origin.utf8.count <= originLimit else {
      return ["Access-Control-Allow-Origin": "*"]
    }
    return [
      "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true",
      "Vary": "Origin",
    ]
  }

  /// The header fields of the answer to a browser that asks whether a page may send a ping (Fetch, 4.8), including from
  /// a public site to a private network.
  static func preflight(to headers: HTTPHeaders) -> HTTPHeaders {
    var answer = answer(to: headers)
    answer["Access-Control-Allow-Methods"] = methods
    // With credentials, `*` would be a literal field name.
    answer["Access-Control-Allow-Headers"] =
      names(in: headers["Access-Control-Request-Headers"]) ?? "*"
    answer["Access-Control-Max-Age"] = "86400"
    answer["Access-Control-Allow-Private-Network"] = "true"
    return answer
  }

  /// The list of field names in `text`, as sent; nil if the list is missing or not valid.
  private static func names(in text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= namesLimit else { return nil }
    let isList = text.split(separator: ",").allSatisfy { part in
      HTTPHeaders.isName(part.filter { $0 != " " && $0 != "\t" })
    }
    return isList ? text : nil
  }
}

/// Answers `/healthz` and `/metrics`.
struct CollectorHealth: Sendable {
  let writer: ArrivalWriter
  let totals: PingTotals

  /// The health: 200 if pings can be stored, otherwise 503. While pings cannot be stored, a request also starts a
  /// check, whose result a later answer shows.
  var answer: ServerResponse {
    let isStoring = writer.isStoring
    if !isStoring { writer.probe() }
    let json = JSONValue.object([
      .init("status", .string(isStoring ? "ok" : "cannot store")),
      .init("pings", JSONValue(totals.sum)),
    ])
    return ServerResponse(
      isStoring ? 200 : 503,
      type: "application/json",
      Array("\(json.text)\n".utf8)
    )
  }

  var metrics: ServerResponse {
    let counts = writer.counts
    var page = PrometheusText()
    page.write(
      "id3tap_collect_up",
      "Whether pings can be stored: 1 or 0.",
      .gauge,
      writer.isStoring ? "1" : "0"
    )
    page.write("id3tap_collect_pings", "Pings in the database.", .gauge, String(totals.sum))
    page.write(
      "id3tap_collect_pings_total",
      "Pings that were stored.",
      .counter,
      String(counts.pings)
    )
    page.write(
      "id3tap_collect_removed_pings_total",
      "Old pings that were removed to make room.",
      .counter,
      String(counts.removed)
    )
    page.write(
      "id3tap_collect_requests_total",
      "Requests with pings or to production hosts, by result.",
      .counter,
      [("stored", counts.requests), ("refused", counts.refused)].map {
        ([("state", $0)], String($1))
      }
    )
    page.write(
      "id3tap_collect_requests_waiting",
      "Requests that wait to be stored.",
      .gauge,
      String(writer.waiting)
    )
    if let process = ProcessFigures.current() { page.write(process) }
    return ServerResponse(200, type: PrometheusText.contentType, Array(page.text.utf8))
  }
}
