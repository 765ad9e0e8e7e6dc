import HTTP

/// The addresses of a resource below each of several base URLs, and the loader that reads them.
struct ResourceSource: Sendable {
  let loader: any ResourceLoader
  /// Two or more addresses, which replace the URL of a request; otherwise empty.
  private let addresses: [BaseAddress]
  private let choice: BaseURLChoice

  init(
    _ loader: any ResourceLoader,
    _ addresses: [BaseAddress] = [],
    _ choice: BaseURLChoice = BaseURLChoice()
  ) {
    self.loader = loader
    self.addresses = addresses.count > 1 ? addresses : []
    self.choice = choice
  }

  /// Starts to fetch.
  func open(_ request: ResourceRequest) -> ResourceBody { ResourceBody(self, request) }

  /// The attempts to read the resource; nil: the URL of the request is the only one.
  fileprivate func attempts(for request: ResourceRequest) -> AlternativeAttempts? {
    addresses.isEmpty
      ? nil : AlternativeAttempts(choice.order(addresses), retryTime: request.retryTime)
  }

  fileprivate func noteRead(from address: BaseAddress, because failure: ResourceError) {
    choice.noteRead(from: address, because: failure)
  }
}

/// The bytes of a resource, from the first of its addresses that has them. An address has failed if the loader gave up
/// before the first byte; a resource that breaks off later is not continued elsewhere.
///
/// It belongs to the task that reads it. Letting go of it ends the request.
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
  /// When its reader began to wait for it.
  private var waitStart: ContinuousClock.Instant?

  /// Starts to fetch.
  fileprivate init(_ source: ResourceSource, _ request: ResourceRequest) {
    self.source = source
    self.request = request
    attempts = source.attempts(for: request)
    first = attempts?.first
    attempt = first
    current = source.loader.open(request.at(first, attempts))
  }

  /// The address that was read, if there are several; nil before the first bytes.
  var readAddress: BaseAddress? { hasRead ? attempt?.address : nil }

  /// Waits for the response.
  /// - Throws: The reason why no address has one: that of the first address.
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

  /// Waits for bytes. Empty at the end.
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

  /// Ends the request; a task that waits for it gets `cancelled`.
  func cancel() { current.cancel() }

  /// Tries the next address.
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
    source.noteRead(from: attempt.address, because: failure)
  }
}

extension ResourceRequest {
  /// The same request to another address.
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
