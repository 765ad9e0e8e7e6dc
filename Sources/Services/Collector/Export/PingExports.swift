import Formats
import HTTP
import HTTPServer
import PingAnalysis
import Records

/// Exports stored pings as JSON Lines and HAR files, which `id3tap explain` and `compare` read. The pings are read from
/// the database in batches while the file is sent.
struct PingExports: Sendable {
  let pings: CollectedPings
  /// The path of the database as the user gave it.
  let database: String
  let creator: (name: String, version: String)

  /// The number of pings or requests that are read from the database at a time.
  private static let pieceSize = 200

  func lines(_ filter: PingFilter) -> ServerResponse {
    let name = database
    return file("pings.jsonl", "application/x-ndjson") { stream in
      var index = 0
      try await forEachPiece(filter) { piece in
        var bytes: [UInt8] = []
        var decoder = StoredPingDecoder()
        for ping in piece {
          CollectedRow(input: name, index: index, ping, &decoder).appendJSON(to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
          index += 1
        }
        try await stream.write(bytes)
      }
    }
  }

  /// The HAR. Without a filter, it has all requests, including those that are not pings. With a filter, it has the
  /// requests with pings that the filter selects.
  func har(_ filter: PingFilter) -> ServerResponse {
    let creator = creator
    return file("pings.har", "application/json") { stream in
      try await stream.write(HARDocument.opening(creator.name, creator.version))
      var isFirst = true
      try await forEachRequest(filter) { piece in
        var bytes: [UInt8] = []
        for (request, isPing) in piece {
          if !isFirst { bytes += ",\n".utf8 }
          HARDocument.entry(request, isAnswerKnown: isPing).append(to: &bytes)
          isFirst = false
        }
        try await stream.write(bytes)
      }
      try await stream.write(HARDocument.closing)
    }
  }

  private func forEachRequest(
    _ filter: PingFilter,
    _ body: ([(request: StoredRequest, isPing: Bool)]) async throws -> Void
  ) async throws {
    var last: Int64 = 0
    guard filter == PingFilter() else {
      return try await forEachPiece(filter) { piece in
        var requests: [(StoredRequest, Bool)] = []
        for ping in piece where ping.request.id != last {
          requests.append((ping.request, true))
          last = ping.request.id
        }
        try await body(requests)
      }
    }
    while true {
      let piece = try await pings.requests(after: last, limit: Self.pieceSize)
      guard let end = piece.last else { return }
      last = end.request.id
      try await body(piece)
    }
  }

  private func forEachPiece(
    _ filter: PingFilter,
    _ body: ([StoredPing]) async throws -> Void
  ) async throws {
    var last: Int64 = 0
    while true {
      let piece = try await pings.batch(filter, after: last, limit: Self.pieceSize)
      guard let end = piece.last else { return }
      last = end.id
      try await body(piece)
    }
  }

  private func file(
    _ name: String,
    _ type: String,
    _ body: @escaping @Sendable (_ stream: ServerStream) async throws -> Void
  ) -> ServerResponse {
    ServerResponse(
      200,
      ["Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\""],
      .stream(isLive: false, body)
    )
  }
}

/// A line of `/export.jsonl`: a received ping.
package struct CollectedRow {
  let input: String
  let index: Int
  let ping: StoredPing
  /// The ping as it was sent. Nil if the stored request was changed and no longer contains the ping.
  let sent: SentPing?
  /// The part of the request's body that is this ping, as text. Nil if the request has no body.
  let body: String?

  init(input: String, index: Int, _ ping: StoredPing, _ decoder: inout StoredPingDecoder) {
    (self.input, self.index, self.ping) = (input, index, ping)
    sent = decoder.sent(ping)
    body = decoder.body(of: ping)
  }

  func appendJSON(to bytes: inout [UInt8]) {
    let schema = CollectedPingFields.schema
    schema.shapes.append(schema.values(self), to: &bytes)
  }
}

/// A line of `/export.jsonl`: the fields of ``PingFields``, and the details of the ping's arrival.
package final class CollectedPingFields: RecordFields {
  package typealias Row = CollectedRow
  package static let schema = RecordSchema(CollectedPingFields())
  let input = Field.text("the path of the database as the user gave it") { $0.input }
  let index = Field.integer("the number of the ping in the export, from 0") { $0.index }
  let product = Field.text("the product of the ping") { $0.ping.product }
  let type = Field.text("the event that the ping reports") { $0.ping.type }
  let time = Field.seconds("always `null`, because the player's timeline is unknown") { _ in nil }
  let createTime = Field.integer("when the ping was made, in Unix seconds") { $0.ping.createTime }
  let sendTime = Field.integer("when the ping was sent, in Unix seconds") { $0.ping.sendTime }
  let endpoint = Field.text("the path of the URL") { $0.ping.endpoint }
  let url = Field.text("the complete URL") { $0.ping.request.url }
  let parameters = Field.array("an array of `[name, value]`, decoded and in the order of the URL") {
    ($0.sent?.parameters ?? []).map { .array([.string($0.name), .string($0.value)]) }
  }
  let receivedAt = Field.text("when the request arrived, with three decimals") {
    UTCTime.milliseconds(Double($0.ping.request.received) / 1000)
  }
  let app = Field.text("the app ID; empty if the ping has no app ID") { $0.ping.app }
  let session = Field.text("the app session ID; empty if the ping has no session ID") {
    $0.ping.session
  }
  let method = Field.text("the method of the request") { $0.ping.request.method }
  let body = Field.text(
    "the part of the request's body that is this ping; `null` if the request has no body"
  ) { $0.body }
  let headers = Field.array("the header fields of the request as an array of `[name, value]`") {
    $0.ping.request.headers.map { .array([.string($0.name), .string($0.value)]) }
  }
  let peer = Field.text("the address of the client") { $0.ping.request.peer }
  let status = Field.integer("the response code of the collector") { $0.ping.request.status }
}
