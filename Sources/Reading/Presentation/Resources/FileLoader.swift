import Glibc
import HTTP
import Synchronization
import TimedMetadata

/// Reads the local files that a playlist refers to: regular files, by default only those below one folder.
///
/// The real path of a file is read from the kernel after the file has been opened, so links cannot lead outside the
/// folder, and the file cannot be replaced between the check and the reading.
package final class FileLoader: ResourceLoader {
  /// O_PATH (Linux, asm-generic/fcntl.h), which the Glibc module does not export.
  private static let pathOnly: Int32 = 0o10000000

  /// The real path of the folder, with a slash at the end; nil if all files are allowed.
  private let folder: [UInt8]?

  /// Makes a loader for the files below the playlist's folder. If the user gave a folder as input and the playlist was
  /// found in it, `folderURL` is that folder, and all files below it may be read. If `allowsOutside` is true, any file
  /// may be read. Both URLs are `file:` URLs.
  package init(playlistURL: String, folderURL: String? = nil, allowsOutside: Bool = false) {
    guard !allowsOutside else {
      folder = nil
      return
    }
    let path = FileURL.path(in: playlistURL) ?? []
    let end = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    // If the folder cannot be found, no file may be read.
    let own = Self.realPath(Array(path[..<end]) + [UInt8(ascii: "/")]) ?? []
    let named = folderURL.flatMap { FileURL.path(in: $0) }.flatMap { Self.realPath($0) }
    folder = named.flatMap { own.starts(with: $0) ? $0 : nil } ?? own
  }

  /// Opens a file. Errors are thrown when the resource is read.
  package func open(_ request: ResourceRequest) -> any Resource {
    FileResource(request, Result { () throws(ResourceError) in try openFile(request) })
  }

  private func openFile(_ request: ResourceRequest) throws(ResourceError) -> OpenFile {
    guard let path = FileURL.path(in: request.url) else {
      throw request.failure(.unsupported, "is not the URL of a local file", "check the URL")
    }
    // This handle allows only inspection, because opening a device or a pipe for reading can have side effects.
    var handle = Self.withPath(path) { Glibc.open($0, Self.pathOnly | O_CLOEXEC) }
    if handle < 0, errno == ENOENT, let saved = FileURL.savedPath(in: request.url) {
      handle = Self.withPath(saved) { Glibc.open($0, Self.pathOnly | O_CLOEXEC) }
    }
    guard handle >= 0 else { throw Self.failed(errno, request) }
    defer { close(handle) }
    var status = stat()
    guard fstat(handle, &status) == 0 else { throw Self.failed(errno, request) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw request.failure(.refused, "is not a regular file", "check the playlist")
    }
    let link = "/proc/self/fd/\(handle)"
    if let folder {
      guard let place = Self.target(of: link), !folder.isEmpty, place.starts(with: folder) else {
        throw request.failure(
          .forbidden,
          "is not below the folder of the playlist",
          "allow it with allow-outside in --config if the playlist may read it"
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
    return request.failure(code, FileSource.words(for: number), FileSource.remedy(for: number))
  }

  static func withPath<Value>(
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

/// An open file, which is closed when its last reference is released.
final class OpenFile: Sendable {
  let descriptor: Int32
  let size: Int64

  init(descriptor: Int32, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }
}

final class FileResource: Resource {
  private struct State {
    var position: Int64
    var isCancelled = false
  }

  private let request: ResourceRequest
  private let file: Result<OpenFile, ResourceError>
  /// The position in the file after the last byte to read.
  private let end: Int64
  private let wantedEnd: Int64?
  private let state: Mutex<State>

  init(_ request: ResourceRequest, _ opened: Result<OpenFile, ResourceError>) {
    self.request = request
    let range = request.byteRange
    wantedEnd = range.flatMap {
      $0.upperBound == .max || request.mayEndEarlier ? nil : $0.upperBound
    }
    let size = (try? opened.get().size) ?? 0
    let start = range?.lowerBound ?? 0
    let end = min(size, range?.upperBound ?? size)
    self.end = end
    state = Mutex(State(position: start))
    file = opened.flatMap { opened in
      guard start <= size else {
        return .failure(
          request.failure(
            .status,
            "has only \(size) bytes, but byte \(start) was requested",
            "check the byte ranges in the playlist"
          )
        )
      }
      return end - start > request.maximumSize ? .failure(request.tooLarge) : .success(opened)
    }
  }

  private static let chunkSize = 64 << 10

  func response() async throws(ResourceError) -> ResourceResponse {
    _ = try file.get()
    return ResourceResponse(url: request.url, size: end - state.withLock(\.position))
  }

  func next() async throws(ResourceError) -> [UInt8] {
    let file = try file.get()
    let (position, isCancelled) = state.withLock { ($0.position, $0.isCancelled) }
    if isCancelled || Task.isCancelled { throw .interrupted(request.url) }
    let wanted = Int(min(Int64(Self.chunkSize), end - position))
    let bytes = wanted > 0 ? try read(file, wanted, at: position) : []
    if bytes.isEmpty, position < wantedEnd ?? end {
      throw request.failure(
        .incomplete,
        "ends at byte \(position), but bytes up to \(wantedEnd ?? end) were requested",
        "check that the file is complete"
      )
    }
    state.withLock { $0.position += Int64(bytes.count) }
    return bytes
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  private func read(
    _ file: OpenFile,
    _ count: Int,
    at position: Int64
  ) throws(ResourceError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let result = pread(file.descriptor, buffer.baseAddress, count, off_t(position))
        if result < 0 { failure = errno }
        filled = max(0, result)
      }
      if failure == 0 { return bytes }
      guard failure == EINTR else {
        throw request.failure(
          .unreachable,
          "reading failed: \(FileSource.words(for: failure))",
          "check the disk"
        )
      }
    }
  }
}

extension ResourceRequest {
  func failure(_ code: ResourceError.Code, _ reason: String, _ remedy: String) -> ResourceError {
    ResourceError(code, url: url, reason: reason, remedy: remedy)
  }

  var tooLarge: ResourceError {
    failure(.tooLarge, "is larger than \(maximumSize) bytes", "check the resource at the URL")
  }
}
