/// Fetches resources over HTTP/1.1 and HTTP/2.
///
/// One loader serves one input: the top-level URL that the user named, and all resources to which it refers. It keeps
/// cookies, and sends the user's secrets only to the host of the top-level URL. By default it refuses addresses that
/// are not public, unless the address of the top-level URL is not public either.
///
/// No thread or connection is started before the first `open`. The caller decides how many resources are fetched at a
/// time.
package final class HTTPLoader: ResourceLoader {
  private let context: FetchContext

  /// `topLevelURL` is the URL that the user named; nil if it is not an `http` or `https` URL, such as that of a local
  /// playlist.
  package convenience init(topLevelURL: String?, options: HTTPOptions = HTTPOptions()) {
    self.init(topLevelURL: topLevelURL, options: options, environment: .system)
  }

  init(topLevelURL: String?, options: HTTPOptions, environment: HTTPEnvironment) {
    context = FetchContext(topLevelURL: topLevelURL, options, environment)
  }

  /// Checks whether a URL can be fetched, without a request.
  /// - Throws: `unsupported` if `url` is not an `http` or `https` URL with a host and a valid port.
  package static func check(_ url: String) throws(ResourceError) {
    _ = try WebAddress(fetching: url)
  }

  package var bringsRanges: Bool { true }

  /// Begins to fetch and returns immediately.
  package func open(_ request: ResourceRequest) -> any Resource {
    let queue = ByteQueue(capacity: context.options.bufferSize)
    do {
      let fetch = try Fetch(request, context, queue)
      return HTTPResource(fetch.origin.text, queue, Task { await fetch.run() })
    } catch {
      queue.finish(.failure(error))
      return HTTPResource(request.url, queue, nil)
    }
  }
}

/// The consumer's side of a fetch. Releasing the object ends the fetch.
private final class HTTPResource: Resource {
  private let url: String
  private let queue: ByteQueue
  private let task: Task<Void, Never>?

  init(_ url: String, _ queue: ByteQueue, _ task: Task<Void, Never>?) {
    (self.url, self.queue, self.task) = (url, queue, task)
  }

  deinit { cancel() }

  func response() async throws(ResourceError) -> ResourceResponse {
    try end(await queue.response())
  }

  func next() async throws(ResourceError) -> [UInt8] { try end(await queue.next()) }

  /// Unwraps the result of a wait; throws if the task was cancelled.
  private func end<Value>(_ result: Result<Value, ResourceError>?) throws(ResourceError) -> Value {
    guard let result else {
      cancel()
      throw .interrupted(url)
    }
    return try result.get()
  }

  func cancel() {
    queue.cancel(.interrupted(url))
    task?.cancel()
  }
}
