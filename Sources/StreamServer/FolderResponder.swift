import HTTP

/// Answers requests with the files of a folder.
struct FolderResponder: ServerResponder {
  let folder: ServedFolder

  func respond(to request: ServerRequest, _ reply: ServerReply) { reply(response(to: request)) }

  private func response(to request: ServerRequest) -> ServerResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return ServerResponse(405, ["Allow": "GET, HEAD"])
    }
    guard let file = folder.open(String(request.path)), let size = file.size else {
      return ServerResponse(404)
    }
    var headers: HTTPHeaders = ["Content-Type": file.contentType, "Accept-Ranges": "bytes"]
    if file.isPlaylist { headers["Cache-Control"] = "no-cache" }
    // Ranges are defined for GET alone (RFC 9110, 14.2).
    let asked = request.method == "GET" ? request.headers["Range"] : nil
    switch RequestedRange(header: asked, size: size) {
    case .whole: return Self.response(200, headers, file, 0..<size)
    case .part(let range):
      headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return Self.response(206, headers, file, range)
    case .unsatisfiable: return ServerResponse(416, ["Content-Range": "bytes */\(size)"])
    }
  }

  private static func response(
    _ status: Int,
    _ headers: HTTPHeaders,
    _ file: ServedFile,
    _ range: Range<Int>
  ) -> ServerResponse {
    guard let descriptor = file.duplicate() else { return ServerResponse(503) }
    return ServerResponse(status, headers, .file(descriptor: descriptor, range: range))
  }
}
