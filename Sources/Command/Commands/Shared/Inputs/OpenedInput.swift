import Glibc
import HTTP
import Presentation
import System
import TimedMetadata

struct OpenedInput {
  enum Bytes {
    /// A file, a pipe or a feed.
    case source(any ByteSource)
    /// A resource on a server.
    case resource(any Resource)
  }

  /// The input's name in results and messages.
  var name: String
  var bytes: Bytes
  /// The first bytes of the input, if they have been read.
  var head: [UInt8] = []
  /// The absolute URL, after redirects, of a file or a web input. Nil for other inputs, such as live feeds.
  var url: String?
  /// Loads the resources that the input refers to, such as the segments of a playlist.
  var loader: ResourceAccess
  /// The time of the server's response. Nil if it is unknown.
  var answerDate: AnswerDate?

  /// A source that can be read from its start, for inputs that are not streams. A resource is first fetched into a
  /// temporary file. If the resource is a stream, returns nil and keeps its first bytes in `head`.
  mutating func source() async throws(TimedMetadataError) -> (any ByteSource)? {
    switch bytes {
    case .source(let source): return source
    case .resource(let resource):
      let items = resource.items(name: name)
      while head.count < InputKind.probeSize, case .bytes(let more) = try await items() {
        head += more
      }
      guard !head.withUnsafeBytes(InputKind.isStream) else { return nil }
      let file = try TemporaryFile(name)
      try file.write(head)
      while case .bytes(let more) = try await items() { try file.write(more) }
      head = []
      let source = try file.source()
      bytes = .source(source)
      return source
    }
  }
}

/// A temporary file that is deleted when it is closed.
private struct TemporaryFile {
  private let name: String
  private let descriptor: Int32

  init(_ name: String) throws(TimedMetadataError) {
    self.name = name
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/id3tap.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure(errno, name) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  func write(_ bytes: [UInt8]) throws(TimedMetadataError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(errno, name) }
      written += count
    }
  }

  /// A source that reads the file from its start.
  func source() throws(TimedMetadataError) -> any ByteSource {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure(errno, name) }
    return FileSource(descriptor: descriptor, name: name, ownsDescriptor: true)
  }

  private static func failure(_ number: Int32, _ name: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: name,
      reason:
        "cannot be stored in a temporary file (\(String(cString: strerror(number)).lowercased()))",
      remedy: "free disk space, or name another folder with TMPDIR"
    )
  }
}

extension InputGroup.Member {
  /// Opens the input. For a web URL, waits for the start of the server's response.
  /// - Parameters:
  ///   - fetching: The settings for inputs on the network.
  ///   - report: Called with messages about a live feed.
  ///   - wait: Called, on any thread, when a retry or a slow server makes the input wait.
  /// - Returns: The input's bytes, its URL and a loader for the resources that it refers to.
  /// - Throws: An error if the input cannot be opened.
  func open(
    _ fetching: FetchSettings,
    report: @escaping (String) -> Void,
    wait: @escaping @Sendable (FetchNotice) -> Void
  ) async throws(TimedMetadataError) -> OpenedInput {
    func loader(_ url: String?) -> ResourceAccess { fetching.loader(forInput: url, report: wait) }
    func file(_ url: String?) throws(TimedMetadataError) -> OpenedInput {
      let source = try openFile()
      return OpenedInput(name: name, bytes: .source(source), url: url, loader: loader(url))
    }
    switch self {
    case .standardInput, .joined: return try file(nil)
    case .path(let path): return try file(FileURL.text(of: path))
    case .bytes(let name): return try file(FileURL.text(of: name.bytes))
    case .url(let url):
      switch url.kind {
      case .web:
        let loader = loader(url.text)
        let (resource, response, answerDate) = try await loader.openInput(url.text, name: url.name)
        return OpenedInput(
          name: url.name,
          bytes: .resource(resource),
          url: response.url,
          loader: loader,
          answerDate: answerDate
        )
      case .feed:
        let source = try NetworkSource(
          url: url.text,
          name: url.name,
          idleTimeout: fetching.idleTimeout ?? NetworkSource.defaultIdleTimeout,
          isCancelled: { Task.isCancelled },
          report: report,
          wait: { wait(FetchNotice(url: url.name, text: $0, isLong: true)) }
        )
        return OpenedInput(name: name, bytes: .source(source), url: nil, loader: loader(nil))
      }
    }
  }
}
