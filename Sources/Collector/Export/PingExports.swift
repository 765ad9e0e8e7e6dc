import HTTPTypes
import Hummingbird
import NIOCore
import Results

/// Hands out stored pings as files: JSON Lines and HAR, which `id3tap explain` and `compare` read. They
/// are read from the database piece by piece while they are sent.
struct PingExports: Sendable {
  let pings: CollectedPings
  /// The database as the user named it.
  let database: String
  /// What a HAR says it was made by.
  let creator: (name: String, version: String)

  /// Pings that are read at once.
  private static let pieceSize = 200

  /// A line a ping.
  func lines(_ filter: PingFilter) -> Response {
    let name = database
    return file("pings.jsonl", "application/x-ndjson") { write in
      var index = 0
      try await forEachPiece(filter) { piece in
        var bytes: [UInt8] = []
        var decoder = StoredPingDecoder()
        for ping in piece {
          CollectedRow(input: name, index: index, ping, &decoder).json.append(to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
          index += 1
        }
        try await write(bytes)
      }
    }
  }

  /// An entry a request.
  func har(_ filter: PingFilter) -> Response {
    let creator = creator
    return file("pings.har", "application/json") { write in
      try await write(HARDocument.opening(creator.name, creator.version))
      var last: Int64 = 0
      try await forEachPiece(filter) { piece in
        var bytes: [UInt8] = []
        for ping in piece where ping.request.id != last {
          if last > 0 { bytes += ",\n".utf8 }
          HARDocument.entry(ping.request).append(to: &bytes)
          last = ping.request.id
        }
        try await write(bytes)
      }
      try await write(HARDocument.closing)
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
    _ body:
      @escaping @Sendable (_ write: (_ bytes: [UInt8]) async throws -> Void) async throws -> Void
  ) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"",
      ],
      body: ResponseBody { writer in
        var out = writer
        try await body { bytes in
          if !bytes.isEmpty { try await out.write(ByteBuffer(bytes: bytes)) }
        }
        try await writer.finish(nil)
      }
    )
  }
}
