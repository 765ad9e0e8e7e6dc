import Glibc
import HTTP
import TimedMetadata

/// Reads the local files that a playlist names: regular files, and by default only those below one folder.
///
/// The kernel is asked for the real path of a file after it was opened: links cannot lead outside the folder, and the
/// file cannot change between the check and the reading.
public final class FileLoader: ResourceLoader {
  /// O_PATH (Linux, asm-generic/fcntl.h), which the Glibc module does not export.
  private static let pathOnly: Int32 = 0o10000000

  /// The real path of the folder, with a slash at the end; nil: all files are allowed.
  private let folder: [UInt8]?

  /// Reads files below the folder of a playlist, or any file.
  /// - Parameters:
  ///   - playlistURL: The `file:` URL of the playlist.
  ///   - folderURL: The `file:` URL of a folder, given as an input, in which the playlist was found: all files
  ///     below it may be read.
  ///   - allowsOutside: Whether files elsewhere may be read, too.
  public init(playlistURL: String, folderURL: String? = nil, allowsOutside: Bool = false) {
    guard !allowsOutside else {
      folder = nil
      return
    }
    let path = FileURL.path(in: playlistURL) ?? []
    let end = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    // If the folder cannot be found, no file can be read.
    let own = Self.realPath(Array(path[..<end]) + [UInt8(ascii: "/")]) ?? []
    let named = folderURL.flatMap { FileURL.path(in: $0) }.flatMap { Self.realPath($0) }
    folder = named.flatMap { own.starts(with: $0) ? $0 : nil } ?? own
  }

  /// Opens a file.
  public func open(_ request: ResourceRequest) -> any Resource {
    FileResource(request, Result { () throws(ResourceError) in try openFile(request) })
  }

  private func openFile(_ request: ResourceRequest) throws(ResourceError) -> OpenFile {
    guard let path = FileURL.path(in: request.url) else {
      throw ResourceError(
        .unsupported,
        url: request.url,
        reason: "names no local file",
        remedy: "check the URL"
      )
    }
    // A handle that cannot be read: opening a device or a pipe for reading would already have an
    // effect.
    var handle = Self.withPath(path) { Glibc.open($0, Self.pathOnly | O_CLOEXEC) }
    if handle < 0, errno == ENOENT, let saved = FileURL.savedPath(in: request.url) {
      handle = Self.withPath(saved) { Glibc.open($0, Self.pathOnly | O_CLOEXEC) }
    }
    guard handle >= 0 else { throw Self.failed(errno, request) }
    defer { close(handle) }
    var status = stat()
    guard fstat(handle, &status) == 0 else { throw Self.failed(errno, request) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ResourceError(
        .refused,
        url: request.url,
        reason: "is not a regular file",
        remedy: "check the playlist"
      )
    }
    let link = "/proc/self/fd/\(handle)"
    if let folder {
      guard let place = Self.target(of: link), !folder.isEmpty, place.starts(with: folder) else {
        throw ResourceError(
          .forbidden,
          url: request.url,
          reason: "is not below the folder of the playlist",
          remedy: "allow it with allow-outside in --config if the playlist may read it"
        )
      }
    }
    let descriptor = Glibc.open(link, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failed(errno, request) }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    return OpenFile(descriptor: descriptor, size: Int64(status.st_size))
  }

  private static func failed(_ number: Int32, _ request: ResourceRequest) -> ResourceError {
    let code: ResourceError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .refused
      default: .unreachable
      }
    return ResourceError(
      code,
      url: request.url,
      reason: FileSource.words(for: number),
      remedy: FileSource.remedy(for: number)
    )
  }

  private static func withPath<Value>(
    _ path: [UInt8],
    _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return body("") }
      return body(start)
    }
  }

  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    return bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
  }

  private static func target(of link: String) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return buffer.prefix(count).map { UInt8(bitPattern: $0) }
  }
}

/// An open file that is closed with its last reference.
final class OpenFile: Sendable {
  let descriptor: Int32
  let size: Int64

  init(descriptor: Int32, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }
}
