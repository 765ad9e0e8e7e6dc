import HLS
import HTTP

/// Answers requests with the files of a folder.
struct FolderResponder: ServerResponder {
  let folder: ServedFolder
  /// Holds requests for what is yet to come; nil: everything is answered at once.
  var held: HeldRequests?
  /// Whether requests for a version of a playlist are refused.
  var refusesDirectives = false

  func respond(to request: ServerRequest, _ reply: ServerReply) {
    if refusesDirectives, AwaitedVersion(query: request.query) != nil {
      return reply(ServerResponse(400))
    }
    guard let held else { return reply(response(to: request)) }
    held.take(request, reply) { readyResponse(to: $0) }
  }

  /// Something was published: answers what waited for it.
  func didPublish() { held?.publish { readyResponse(to: $0) } }

  /// The answer to a request; nil while what it asks for is yet to come.
  private func readyResponse(to request: ServerRequest) -> ServerResponse? {
    let path = String(request.path)
    if let awaited = AwaitedVersion(query: request.query), path.hasSuffix(".m3u8") {
      guard let bytes = folder.open(path)?.bytes else { return ServerResponse(404) }
      switch awaited.answer(by: bytes) {
      case .ready: break
      case .later: return nil
      case .refused: return ServerResponse(400)
      }
    } else if folder.open(path) == nil, isHinted(path) {
      return nil
    }
    return response(to: request)
  }

  /// Whether the playlist beside a file announces it.
  private func isHinted(_ path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/"),
      let bytes = folder.open("\(path[..<slash])/index.m3u8")?.bytes,
      case .media(let playlist)? = try? Playlist.parse(bytes, uri: "").playlist
    else { return false }
    let name = path[path.index(after: slash)...]
    return playlist.preloadHints.contains { $0.uri == name }
  }

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
