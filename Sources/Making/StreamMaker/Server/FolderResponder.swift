import Formats
import Glibc
import HLS
import HTTP
import HTTPServer

struct FolderResponder: ServerResponder {
  let folder: ServedFolder
  /// Holds requests for files that are not published yet. Nil if all requests are answered immediately.
  var held: HeldRequests?
  /// Whether to refuse requests with delivery directives.
  var refusesDirectives = false

  func respond(to request: ServerRequest, _ reply: ServerReply) {
    if refusesDirectives, AwaitedVersion(query: request.query) != nil {
      return reply(ServerResponse(400))
    }
    guard let held else { return reply(response(to: request)) }
    held.take(request, reply) { readyResponse(to: $0) }
  }

  /// Answers held requests for files that have now been published.
  func didPublish() { held?.publish { readyResponse(to: $0) } }

  /// The response to a request. Nil while the requested file or version is not published.
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

  /// Whether the playlist in a file's folder has a preload hint for the file.
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
    // Ranges are defined only for GET (RFC 9110, 14.2).
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

/// The byte range that a `Range` header requests (RFC 9110, 14).
enum RequestedRange: Equatable {
  /// The whole file: the header has no range, several ranges, or an unsupported form.
  case whole
  case part(Range<Int>)
  /// A range that contains no byte of the file.
  case unsatisfiable

  init(header: String?, size: Int) {
    self = .whole
    guard let header, let equals = header.firstIndex(of: "="),
      header[..<equals].lowercased() == "bytes"
    else { return }
    let bounds = header[header.index(after: equals)...].split(
      separator: "-",
      omittingEmptySubsequences: false
    )
    guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1])
    else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let count?):
      self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      let end = last.map { min($0, size - 1) + 1 } ?? size
      self = first < size ? .part(first..<end) : .unsatisfiable
    }
  }

  /// Parses a number. The inner value is nil if `text` is empty; the outer value is nil if `text` is not a number. A
  /// number too large for an Int becomes a number near the maximum of Int.
  private static func number(_ text: Substring) -> Int?? {
    let text = text.drop { $0 == " " }
    guard !text.isEmpty else { return .some(nil) }
    guard text.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    return .some(Int(text) ?? Int.max - 1)
  }
}

/// An open file, whose content stays the same when another file replaces it.
final class ServedFile: Sendable {
  /// The size of the file, in bytes. Nil if it is not a regular file.
  let size: Int?
  let contentType: String
  /// Whether the file is a playlist or manifest, which may be replaced at any time.
  let isPlaylist: Bool
  private let descriptor: Int32

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isRegular ? Int(status.st_size) : nil
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    contentType = Self.contentTypes[ending] ?? "application/octet-stream"
    isPlaylist = ending == "m3u8" || ending == "mpd"
  }

  deinit { close(descriptor) }

  /// The bytes of a small file, such as a playlist. Nil if the file is larger than 1 MiB or cannot be read.
  var bytes: [UInt8]? {
    guard let size, size <= Self.smallSize else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, size, 0) }
    return count == size ? bytes : nil
  }

  private static let smallSize = 1 << 20

  /// A second descriptor of the file, which the caller must close. Nil if too many files are open.
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
  }

  /// Content types by file name extension (RFC 8216, 4 and 10; RFC 3555; rfc8216bis for fragments).
  private static let contentTypes = [
    "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "mp4": "video/mp4",
    "m4s": "video/iso.segment", "aac": "audio/aac", "mp3": "audio/mpeg", "ac3": "audio/ac3",
    "eac3": "audio/eac3", "mpd": "application/dash+xml",
  ]
}

/// A folder from which a server serves files. Files outside it are never served.
struct ServedFolder: Sendable {
  /// The path of the folder, with symbolic links resolved.
  private let root: String

  /// Opens a folder. Nil if there is no folder at `path`.
  init?(_ path: String) {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    root = String(cString: real)
    var status = stat()
    guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
  }

  /// Opens the file for a URL path.
  ///
  /// Nothing outside the folder is served: `..`, percent-encoded or not, and symbolic links out of the folder are
  /// refused. Names that start with a full stop are also refused, because they belong to incomplete files.
  ///
  /// - Returns: The file. Nil if it cannot be opened or is refused.
  func open(_ path: String) -> ServedFile? {
    guard let name = Self.name(path) else { return nil }
    // O_NONBLOCK prevents a named pipe from blocking.
    let descriptor = Glibc.open("\(root)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = ServedFile(descriptor: descriptor, name: name)
    guard let place = Self.place(of: descriptor), place.hasPrefix(root == "/" ? root : root + "/")
    else { return nil }
    return file
  }

  /// The file name for a URL path, relative to the folder. Nil if it is not allowed.
  static func name(_ path: String) -> String? {
    guard path.hasPrefix("/"), let decoded = PercentEncoding.decodeStrictly(path),
      !decoded.utf8.contains(0)
    else { return nil }
    let components = decoded.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return components.joined(separator: "/")
  }

  /// The path of an open file, with symbolic links resolved.
  private static func place(of descriptor: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
