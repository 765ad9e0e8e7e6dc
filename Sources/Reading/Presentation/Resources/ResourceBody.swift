import HTTP
import TimedMetadata

/// The loader of a resource, and the addresses of the resource if there are several base URLs.
struct ResourceSource: Sendable {
  let loader: any ResourceLoader
  /// The addresses that replace the URL of a request; empty if there are fewer than two.
  fileprivate let addresses: [BaseAddress]
  let server: ServerFacts

  init(
    _ loader: any ResourceLoader,
    _ addresses: [BaseAddress] = [],
    _ server: ServerFacts = ServerFacts()
  ) {
    self.loader = loader
    self.addresses = addresses.count > 1 ? addresses : []
    self.server = server
  }

  func open(_ request: ResourceRequest) -> ResourceBody { ResourceBody(self, request) }
}

/// The bytes of a resource, from the first of its addresses that can be read. An address has failed if the loader gave
/// up before the first byte. A resource that breaks off later is not continued from another address.
///
/// Only one task may use the body. Releasing the body ends its request.
struct ResourceBody: Sendable {
  private let source: ResourceSource
  private let request: ResourceRequest
  private var current: any Resource
  private var attempts: AlternativeAttempts?
  private let first: AlternativeAttempts.Attempt?
  private var attempt: AlternativeAttempts.Attempt?
  /// The reason why the first address could not be read.
  private var failure: ResourceError?
  private var hasRead = false
  /// When the reader began to wait for the resource; nil if it has not begun.
  private var waitStart: ContinuousClock.Instant?

  fileprivate init(_ source: ResourceSource, _ request: ResourceRequest) {
    self.source = source
    self.request = request
    attempts =
      source.addresses.isEmpty
      ? nil
      : AlternativeAttempts(source.server.order(source.addresses), retryTime: request.retryTime)
    first = attempts?.first
    attempt = first
    current = source.loader.open(request.at(first, attempts))
  }

  /// The address from which bytes have been read, if the resource has several addresses; nil before the first bytes.
  var readAddress: BaseAddress? { hasRead ? attempt?.address : nil }

  /// Waits for the response of the first address that responds.
  /// - Throws: The error of the first address, if no address can be read; `cancelled`.
  mutating func response() async throws(ResourceError) -> ResourceResponse {
    waitStart = waitStart ?? .now
    while true {
      do throws(ResourceError) {
        return try await current.response()
      } catch {
        try goOn(after: error)
      }
    }
  }

  /// Waits for bytes. The result is empty at the end.
  mutating func next() async throws(ResourceError) -> [UInt8] {
    waitStart = waitStart ?? .now
    while true {
      do throws(ResourceError) {
        let bytes = try await current.next()
        noteRead()
        return bytes
      } catch {
        guard !hasRead else { throw error }
        try goOn(after: error)
      }
    }
  }

  /// Waits for all bytes. The loader limits their number.
  mutating func readAll() async throws(ResourceError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try await next(), !bytes.isEmpty { all += bytes }
    return all
  }

  /// Cancels the request. A task that waits for its bytes gets the error `cancelled`.
  func cancel() { current.cancel() }

  /// Requests the resource from the next address. Throws if no address is left, if the time limit has passed, or after
  /// a cancellation.
  private mutating func goOn(after error: ResourceError) throws(ResourceError) {
    let reason = failure ?? error
    let left = request.timeLimit.map { $0 - (waitStart?.duration(to: .now) ?? .zero) }
    guard left ?? .seconds(1) > .zero else { throw reason }
    guard error.code != .cancelled, !Task.isCancelled, let failed = attempt,
      let next = attempts?.next(after: failed, error)
    else { throw error.code == .cancelled ? error : reason }
    failure = reason
    attempt = next
    var request = request.at(next, attempts)
    request.timeLimit = left
    current = source.loader.open(request)
  }

  private mutating func noteRead() {
    guard !hasRead else { return }
    hasRead = true
    guard let attempt, attempt.address != first?.address, let failure else { return }
    source.server.noteRead(from: attempt.address, because: failure)
  }
}

extension ResourceRequest {
  fileprivate func at(
    _ attempt: AlternativeAttempts.Attempt?,
    _ attempts: AlternativeAttempts?
  ) -> ResourceRequest {
    guard let attempt, let attempts else { return self }
    var request = self
    request.isTriedOnce = attempts.isTriedOnce || request.isTriedOnce
    (request.url, request.retryTime) = (attempt.address.url, attempt.retryTime)
    return request
  }
}

extension TimedMetadataError {
  /// Converts the error of a resource that an input refers to.
  init(_ error: ResourceError) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .forbidden, .unsupported, .notFound, .refused, .tooManyRedirects: .cannotOpen
      default: .cannotRead
      }
    self.init(code, input: error.url, reason: error.reason, remedy: error.remedy)
    isForbidden = error.code == .forbidden
    isOfTransfer = true
  }

  /// Makes the error for an input none of whose items could be read. `kind` is the name of an item, such as "segment".
  /// `failure` is the error of the first item.
  init(noneRead kind: String, of name: String, _ failure: TimedMetadataError) {
    self.init(
      failure.code,
      input: name,
      reason: "no \(kind) could be read, first error: \(failure.input): \(failure.reason)",
      remedy: failure.remedy
    )
  }

  /// Makes the error for a relative address in a playlist or manifest that itself has no address.
  init(relative address: String, inThe kind: String, _ name: String) {
    self.init(
      .cannotOpen,
      input: name,
      reason:
        "is a \(kind) that refers to other files (\(address)), whose location is unknown",
      remedy: "give the path or the URL of the \(kind) instead"
    )
  }

  /// Converts an error in reading the input `name`, rather than a resource that it refers to.
  package init(_ error: ResourceError, of name: String) {
    self = error.code == .cancelled ? .interrupted(input: name) : TimedMetadataError(error)
  }
}

extension Resource {
  /// Waits for all bytes of a playlist or a list. `url` is its address after redirects.
  /// - Throws: The reason why the resource cannot be read completely; `cancelled`.
  func whole() async throws(TimedMetadataError) -> (url: String, bytes: [UInt8]) {
    do throws(ResourceError) {
      return (try await response().url, try await readAll())
    } catch {
      throw TimedMetadataError(error)
    }
  }
}
