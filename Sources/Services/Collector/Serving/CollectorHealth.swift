import Formats
import HTTP
import System

/// Answers `/healthz` and `/metrics`.
struct CollectorHealth: Sendable {
  let writer: ArrivalWriter
  let totals: PingTotals

  /// 200 while pings are stored, 503 while they cannot be: then they are answered with 503 too.
  /// Asking finds out, for the next answer, whether they can be stored again.
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
      "Whether pings are stored: 1 or 0.",
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
      "Requests with pings, by what became of them.",
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
