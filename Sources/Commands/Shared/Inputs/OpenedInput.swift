import HTTP
import Presentation
import System
import TimedMetadata

/// An input that can be read.
struct OpenedInput {
  var source: any ByteSource
  /// Its first bytes, where they have been taken from the source.
  var head: [UInt8] = []
  /// The absolute URL that it has after redirects; nil when it has none, such as standard input.
  var url: String?
  /// Loads what it names, such as the segments of a playlist.
  var loader: ResourceAccess
  /// When its server answered; nil without a server, or if the answer has no date.
  var answerDate: AnswerDate?
}

extension InputGroup.Member {
  /// Opens the input, and waits until it is known what comes.
  /// - Parameters:
  ///   - fetching: How to reach what is not a file.
  ///   - cancellation: Ends the waiting.
  ///   - report: Called with facts about a live feed.
  ///   - wait: Called, on any thread, with what makes the input wait.
  /// - Returns: Its bytes, its URL and the loader of the resources it names.
  /// - Throws: `cannotOpen`, `isDirectory`, `cannotRead` or `cancelled`.
  func open(
    _ fetching: FetchSettings,
    cancellation: Cancellation = .interruption,
    report: @escaping (String) -> Void,
    wait: @escaping @Sendable (FetchNotice) -> Void
  ) throws(TimedMetadataError) -> OpenedInput {
    func loader(_ url: String?) -> ResourceAccess { fetching.loader(forInput: url, report: wait) }
    func file(_ url: String?) throws(TimedMetadataError) -> OpenedInput {
      OpenedInput(source: try openFile(cancellation), url: url, loader: loader(url))
    }
    switch self {
    case .standardInput, .joined: return try file(nil)
    case .path(let path): return try file(FileURL.text(of: path))
    case .bytes(let name): return try file(FileURL.text(of: name.bytes))
    case .url(let url):
      switch url.kind {
      case .web: return try Self.open(url, loader(url.text), cancellation)
      case .feed:
        let source = try NetworkSource(
          url: url.text,
          name: url.name,
          idleTimeout: fetching.idleTimeout ?? NetworkSource.defaultIdleTimeout,
          isCancelled: { cancellation.isRequested },
          report: report,
          wait: { wait(FetchNotice(url: url.name, text: $0, isLong: true)) }
        )
        return OpenedInput(source: source, url: nil, loader: loader(nil))
      }
    }
  }

  private static func open(
    _ url: InputURL,
    _ loader: ResourceAccess,
    _ cancellation: Cancellation
  ) throws(TimedMetadataError) -> OpenedInput {
    let resource = loader.open(url.request)
    let source = ResourceByteSource(
      resource,
      name: url.name,
      isCancelled: { cancellation.isRequested }
    )
    let response = try source.response()
    let received = SystemClock.seconds()
    return OpenedInput(
      source: source,
      url: response.url,
      loader: loader,
      answerDate: response.date.map { AnswerDate(date: $0, received: received) }
    )
  }
}

extension InputURL {
  /// The request for the input itself.
  fileprivate var request: ResourceRequest {
    // The name only decides whether compressed bytes are accepted, not how they are read.
    let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isPlaylist = [".m3u8", ".m3u", ".mpd"].contains { path.hasSuffix($0) }
    return ResourceRequest(
      url: text,
      purpose: isPlaylist ? .playlist : .stream,
      maximumSize: .max
    )
  }

  /// Opens it, and waits until it is known what comes.
  /// - Returns: Its bytes, what its server said of them, and when.
  /// - Throws: `cannotOpen`, `cannotRead` or `cancelled`.
  func open(
    _ loader: ResourceAccess
  ) async throws(TimedMetadataError) -> (any Resource, ResourceResponse, AnswerDate?) {
    let resource = loader.open(request)
    do throws(ResourceError) {
      let response = try await resource.response()
      let received = SystemClock.seconds()
      return (resource, response, response.date.map { AnswerDate(date: $0, received: received) })
    } catch {
      throw TimedMetadataError(error, of: name)
    }
  }
}
