import FoundationEssentials
import Synchronization

/// A response, which may be a redirect.
package struct HTTPResponse: Sendable, Hashable {
  package var status: Int
  package var headers: HTTPHeaders
  package var body: [UInt8]
}

/// Sends requests over the connections of ``TransferLoop``, which all clients share.
package final class HTTPClient: Sendable {
  package struct Options: Sendable {
    /// The `User-Agent` of requests that do not set their own.
    package var userAgent = "id3tap"
    package var verifiesCertificates = true
    /// A PEM file with certificates that are trusted in addition to those of the system.
    package var caFile: String?
    package var offersHTTP2 = true
    /// The environment variables, which may name proxies. The default is the environment of the process.
    package var environment = ProcessInfo.processInfo.environment

    package init() {}
  }

  private struct State {
    var isClosed = false
    var lastID = 0
    var running: [Int: Exchange] = [:]
  }

  private let options: Options
  private let proxies: ProxySettings
  private let state = Mutex(State())

  package init(_ options: Options = Options()) {
    self.options = options
    proxies = ProxySettings(options.environment)
  }

  /// Cancels all running requests. Later requests fail with `cancelled`.
  package func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for exchange in running { exchange.cancel() }
  }

  /// Sends a request and waits for its response. Cancelling the task ends the request.
  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let settings = try settings(for: request)
    let error = TransferLoop.shared.startError
    guard error == 0 else { throw .system(error) }
    let exchange = Exchange(request)
    let id = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.lastID += 1
      state.running[state.lastID] = exchange
      return state.lastID
    }
    guard let id else { throw .cancelled }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        TransferLoop.shared.execute { exchange.start(settings, continuation) }
      }
    } onCancel: {
      exchange.cancel()
    }
    return try result.get()
  }

  private func settings(for request: HTTPRequest) throws(HTTPFailure) -> HTTPRequest {
    guard let place = WebAddress(request.url) else {
      throw HTTPFailure(.url, "not an http or https URL with a host")
    }
    var request = request
    if request.headers["user-agent"] == nil {
      request.headers.append("User-Agent", options.userAgent)
    }
    // The callers decide whether to repeat a request.
    request.isSentOnce = true
    request.timeout = request.timeout ?? .seconds(10)
    request.bufferSize = 16 << 10
    request.verifiesCertificates = options.verifiesCertificates
    request.caFile = options.caFile
    request.offersHTTP2 = options.offersHTTP2
    switch proxies.route(isSecure: place.isSecure, host: place.host, port: place.port) {
    case .direct: break
    case .proxy(let proxy): request.proxy = proxy
    case .unusable:
      throw HTTPFailure(.proxy, "the environment names a proxy that cannot be used")
    }
    return request
  }
}

private final class Exchange: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPFailure>

  private struct State {
    var isCancelled = false
    var transfer: Transfer?
    var continuation: CheckedContinuation<Answer, Never>?
    var head: ResponseHead?
    var body: [UInt8] = []
    var isTooLarge = false
  }

  private let limit: Int
  private let cutsLongBody: Bool
  private let state = LoopBound(State())

  init(_ request: HTTPRequest) {
    limit = request.bodyLimit
    cutsLongBody = request.cutsLongBody
  }

  func start(
    _ settings: HTTPRequest,
    _ continuation: CheckedContinuation<Answer, Never>
  ) {
    guard !state.value.isCancelled else {
      return continuation.resume(returning: .failure(.cancelled))
    }
    do {
      state.value.continuation = continuation
      state.value.transfer = try Transfer.start(settings, self)
    } catch {
      finish(.failure(error))
    }
  }

  /// Cancels the request. May be called from any thread at any time.
  func cancel() {
    TransferLoop.shared.execute { [self] in
      state.value.isCancelled = true
      state.value.transfer?.cancel()
      finish(.failure(.cancelled))
    }
  }

  private func finish(_ answer: Answer) {
    let continuation = state.value.continuation
    state.value.continuation = nil
    state.value.transfer = nil
    continuation?.resume(returning: answer)
  }
}

extension Exchange: TransferDelegate {
  func mayReach(_ address: IPAddress?, isConnected: Bool) -> Bool { true }

  func willSend() {}

  func receive(_ head: ResponseHead) { state.value.head = head }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Appetite {
    guard state.value.body.count + bytes.count <= limit else {
      state.value.isTooLarge = true
      return .stop
    }
    state.value.body.append(contentsOf: bytes)
    return .more
  }

  func end(_ failure: HTTPFailure?) {
    if state.value.isTooLarge, !cutsLongBody {
      finish(.failure(HTTPFailure(.tooLarge, "a response of more than \(limit) bytes")))
    } else if let failure, !state.value.isTooLarge {
      finish(.failure(failure))
    } else if let head = state.value.head {
      finish(
        .success(HTTPResponse(status: head.status, headers: head.headers, body: state.value.body))
      )
    } else {
      finish(.failure(HTTPFailure(.closed, "no response")))
    }
  }
}
