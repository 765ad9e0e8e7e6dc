import Formats
import HTTP
import HTTPServer
import PingAnalysis

/// Exports stored pings as JSON Lines and HAR files, which `id3tap explain` and `compare` read. The pings are read from
/// the database in batches while the file is sent.
struct PingExports: Sendable {
  let pings: CollectedPings
  /// The path of the database as the user gave it.
  let database: String
  /// The name and version of the creator in the HAR.
  let creator: (name: String, version: String)

  /// The number of pings that are read from the database at a time.
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

  /// The HAR of all requests, including those that are not pings, or of the pings that `filter` selects.
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
