import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Answers requests with the files of a folder.
struct FolderResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  /// What is read and sent at once, in bytes.
  private static let pieceSize = 256 * 1024

  let folder: ServedFolder

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    let path = request.uri.path
    let opened = try await NIOThreadPool.singleton.runIfActive { folder.open(path) }
    guard let file = opened, let size = file.size else { return Response(status: .notFound) }
    var headers: HTTPFields = [.contentType: file.contentType, .acceptRanges: "bytes"]
    if file.isPlaylist { headers[.cacheControl] = "no-cache" }
    // Ranges are defined for GET alone (RFC 9110, 14.2).
    let asked = request.method == .get ? request.headers[.range] : nil
    switch RequestedRange(header: asked, size: size) {
    case .whole:
      let response = Response(status: .ok, headers: headers, body: Self.body(file, 0..<size))
      return request.method == .head ? response.createHeadResponse() : response
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return Response(status: .partialContent, headers: headers, body: Self.body(file, range))
    case .unsatisfiable:
      return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(size)"])
    }
  }

  private static func body(_ file: ServedFile, _ range: Range<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { writer in
      var position = range.lowerBound
      while position < range.upperBound {
        let (start, count) = (position, min(pieceSize, range.upperBound - position))
        let bytes = try await NIOThreadPool.singleton.runIfActive {
          file.read(at: start, count: count)
        }
        // The length has been promised: the connection must end.
        guard let bytes, bytes.count == count else { throw ShortFile() }
        try await writer.write(ByteBuffer(bytes: bytes))
        position += count
      }
      try await writer.finish(nil)
    }
  }

  /// A file became shorter while it was sent.
  private struct ShortFile: Error {}
}
