import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
import TimedMetadata

/// Brings one resource into its queue: asks, follows redirects, tries again, goes on where a body broke
/// off. All but `start` and `cancel` runs on its event loop.
final class Fetch: Sendable {
  /// What the head of an answer leads to.
  enum Judgement {
    case redirect(HTTPAddress)
    case body(FetchProgress.Body)
  }

  /// What an attempt took.
  struct Spent {
    var time: TimeAmount = .zero
    var bytes: Int64 = 0
  }

  private struct State {
    var progress: FetchProgress
    /// What was asked for first.
    var origin: HTTPAddress?
    var redirects = 0
    /// Failures since bytes came.
    var failures = 0
    var receivedAtFailure: Int64 = 0
    /// What all attempts together took.
    var spent = Spent()
    /// The waits between attempts since bytes came.
    var waited: Duration = .zero
    var task: HTTPClient.Task<Void>?
  }

  /// So many bytes show that a server works.
  private static let goodProgress: Int64 = 64 << 10
  /// A wait between attempts that is told.
  private static let longWait: Duration = .seconds(3)

  let queue: ByteQueue
  private let request: ResourceRequest
  private let context: FetchContext
  private let eventLoop: any EventLoop
  private let state: Mutex<State>

  init(_ request: ResourceRequest, _ context: FetchContext) {
    self.request = request
    self.context = context
    eventLoop = HTTPClients.eventLoops.next()
    queue = ByteQueue(capacity: context.options.bufferSize)
    state = Mutex(State(progress: FetchProgress(request)))
  }

  /// Begins, and returns at once.
  func start() {
    do {
      let address = try HTTPAddress(request.url)
      state.withLock { $0.origin = address }
      eventLoop.execute { self.attempt(at: address) }
    } catch {
      queue.finish(.failure(error))
    }
  }

  /// Ends it for the consumer and on the network.
  func cancel() {
    queue.cancel(
      ResourceError(
        .cancelled,
        url: state.withLock { $0.origin?.text } ?? request.url,
        reason: "interrupted",
        remedy: "run it again"
      )
    )
    abandon()
  }

  /// Closes the connection of the running attempt.
  func abandon() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  // MARK: - Asking

  private func attempt(at address: HTTPAddress) {
    guard !queue.hasEnded else { return }
    do {
      if let reason = context.options.refusal(address.host) {
        throw Self.refused(address, because: reason)
      }
      let route = context.proxies.route(to: address)
      if case .unusable(let proxy) = route { throw Self.unusable(proxy, address) }
      try context.addresses.check(host: address.host, isProxied: route != .direct)
      let (progress, spent) = state.withLock { ($0.progress, $0.spent) }
      let request = try HTTPClient.Request(
        url: address.text,
        headers: context.headers(for: request, to: address, progress)
      )
      let attempt = Attempt(self, address, on: eventLoop)
      let task = context.clients.client(for: route).execute(
        request: request,
        delegate: attempt,
        eventLoop: .delegate(on: eventLoop)
      )
      if !attempt.hasEnded { state.withLock { $0.task = task } }
      attempt.watch(limits(spent))
      // The consumer may have left in between.
      if queue.hasEnded { abandon() }
    } catch {
      end(.failure(FetchFailure(error, at: address)), at: address, Spent())
    }
  }

  private func limits(_ spent: Spent) -> AttemptClock.Limits {
    let options = context.options
    // A blocking playlist reload waits for the next segment (RFC 8216bis, section 6.2.5.2).
    let isBlocking = request.purpose == .playlist && request.url.contains("_HLS_msn=")
    let extra: TimeAmount = isBlocking ? .seconds(50) : .zero
    let idle = TimeAmount(options.idleTimeout)
    let rate = request.purpose == .segment ? max(1, options.segmentRate) : nil
    let earned = rate.map { TimeAmount.milliseconds(spent.bytes * 1000 / $0) } ?? .zero
    let total = TimeAmount(options.totalTimeout) + extra + earned - spent.time
    return AttemptClock.Limits(
      connect: TimeAmount(options.connectTimeout) + .seconds(1),
      answer: idle + extra,
      idle: idle,
      total: request.purpose == .stream ? nil : total,
      rate: rate,
      notice: TimeAmount(options.noticeDelay) + extra
    )
  }

  /// Says that the consumer has to wait.
  func tell(_ text: String, isLong: Bool) {
    guard !queue.hasEnded else { return }
    context.options.report(FetchNotice(url: origin?.text ?? "", text: text, isLong: isLong))
  }

  private static func refused(_ address: HTTPAddress, because reason: String) -> FetchFailure {
    .lasting(
      ResourceError(
        .forbidden,
        url: address.text,
        reason: reason,
        remedy: "name what is on another host"
      )
    )
  }

  private static func unusable(_ proxy: String, _ address: HTTPAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .unsupported,
        url: address.text,
        reason: "the environment names a proxy of an unknown kind",
        remedy: "name an http or socks5 proxy, or exempt the host with no_proxy"
      )
    )
  }

  // MARK: - Answers

  /// Whether the consumer has all that it asked for.
  var isComplete: Bool { state.withLock { $0.progress.isComplete } }

  /// Decides what to do with an answer.
  /// - Throws: `FetchFailure`.
  func judge(_ head: HTTPResponseHead, at address: HTTPAddress) throws -> Judgement {
    context.keepCookies(of: head, from: address)
    switch head.status.code {
    case 200..<300:
      return .body(try accept(head, at: address))
    case 301, 302, 303, 307, 308:
      guard let location = head.headers.first(name: "location") else {
        throw FetchFailure(head, at: address, now: context.environment.now())
      }
      return .redirect(try address.resolving(location))
    default:
      throw FetchFailure(head, at: address, now: context.environment.now())
    }
  }

  private func accept(
    _ head: HTTPResponseHead,
    at address: HTTPAddress
  ) throws -> FetchProgress.Body {
    let body: FetchProgress.Body
    do {
      body = try state.withLock { try $0.progress.accept(head, at: address) }
    } catch is FetchProgress.Changed {
      guard head.status.code != 206, queue.restart() else { throw changed(address) }
      body = try state.withLock { state in
        state.progress.restart()
        return try state.progress.accept(head, at: address)
      }
    }
    let size = state.withLock { $0.progress.expected }
    guard size ?? 0 <= request.maximumSize else { throw tooLarge(address) }
    let response = ResourceResponse(
      url: address.text,
      contentType: head.headers.first(name: "content-type").flatMap(Self.mediaType),
      size: size
    )
    guard queue.announce(response).url == response.url else { throw changed(address) }
    return body
  }

  private static func mediaType(_ text: String) -> String? {
    let type = text.prefix { $0 != ";" }.trimmingBlanks.lowercased()
    return type.isEmpty ? nil : type
  }

  /// Hands bytes on. Returns when there is room for more; nil when there is now.
  /// - Throws: `FetchFailure`.
  func receive(_ part: ByteBuffer, at address: HTTPAddress) throws -> EventLoopFuture<Void>? {
    var part = part
    let isTooLarge = state.withLock { state in
      if let limit = state.progress.wanted, Int64(part.readableBytes) > limit {
        part = part.getSlice(at: part.readerIndex, length: Int(limit)) ?? part
      }
      state.progress.add(part.readableBytes)
      return state.progress.received > request.maximumSize
    }
    guard !isTooLarge else { throw tooLarge(address) }
    return queue.append(part, on: eventLoop)
  }

  private func tooLarge(_ address: HTTPAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .tooLarge,
        url: address.text,
        reason: "is larger than \(request.maximumSize) bytes",
        remedy: "check what the URL names"
      )
    )
  }

  private func changed(_ address: HTTPAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .incomplete,
        url: address.text,
        reason: "broke off, and had changed when it was asked for again",
        remedy: "run it again"
      )
    )
  }

  // MARK: - Ends

  /// Goes on after an attempt.
  func end(_ outcome: Attempt.Outcome, at address: HTTPAddress, _ spent: Spent) {
    let progress = state.withLock { state in
      state.task = nil
      state.spent.time = state.spent.time + spent.time
      state.spent.bytes += spent.bytes
      return state.progress
    }
    switch outcome {
    case .complete:
      do {
        try progress.checkEnd(at: address)
        queue.finish(.success(()))
      } catch {
        fail(error, progress, after: spent.time)
      }
    case .redirect(let target): follow(to: target, from: address)
    case .failure(let failure): fail(failure, progress, after: spent.time)
    }
  }

  private func follow(to target: HTTPAddress, from address: HTTPAddress) {
    let count = state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
    let limit = context.options.maximumRedirects
    guard count <= limit else {
      return finish(
        ResourceError(
          .tooManyRedirects,
          url: address.text,
          reason: limit == 0 ? "is redirected" : "is redirected more than \(limit) times",
          remedy: "name the URL that it should lead to"
        )
      )
    }
    attempt(at: target)
  }

  private func fail(
    _ failure: FetchFailure,
    _ progress: FetchProgress,
    after time: TimeAmount
  ) {
    guard !queue.hasEnded else { return }
    let (failures, waited) = state.withLock { state in
      let isBetter = state.progress.received - state.receivedAtFailure >= Self.goodProgress
      state.failures = isBetter ? 1 : state.failures + 1
      if isBetter { state.waited = .zero }
      state.receivedAtFailure = state.progress.received
      return (state.failures, state.waited)
    }
    let retries = context.options.retries
    let delay = retries.delay(
      after: failures,
      wished: failure.wished,
      waited: waited,
      random: context.environment.random()
    )
    guard failure.isWorthRetry, let delay, canGoOn(progress), let origin else {
      return finish(failure.error.afterBytes(progress))
    }
    state.withLock { state in
      state.redirects = 0
      state.waited += delay
    }
    let heard = retries.spacing == .fixed ? nil : failure.wished
    let wait =
      heard.map { wished in
        delay < wished
          ? "waits \(delay.inWords), the server asks for \(wished.inWords)"
          : "waits \(delay.inWords) as the server asks"
      } ?? "tries again in \(delay.inWords)"
    tell(
      "\(failure.error.reason): \(wait) (try \(failures + 1) of \(retries.maximumCount + 1))",
      isLong: delay >= Self.longWait || time >= TimeAmount(Self.longWait)
    )
    context.environment.wait(delay, eventLoop) {
      // A wait may end on another thread.
      self.eventLoop.execute { self.attempt(at: origin) }
    }
  }

  private var origin: HTTPAddress? { state.withLock(\.origin) }

  /// Whether another attempt can continue, or begin anew unnoticed.
  private func canGoOn(_ progress: FetchProgress) -> Bool {
    if progress.received == 0 || progress.canResume { return true }
    guard queue.restart() else { return false }
    state.withLock { $0.progress.restart() }
    return true
  }

  private func finish(_ error: ResourceError) {
    var error = error
    if let origin { error.url = origin.text }
    queue.finish(.failure(error))
  }
}

extension Duration {
  /// Such as `30 s` or `1.5 s`.
  fileprivate var inWords: String {
    let tenths = Int64((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension ResourceError {
  /// The same when it came in the middle of the bytes.
  fileprivate func afterBytes(_ progress: FetchProgress) -> ResourceError {
    guard progress.received > 0, [.unreachable, .timedOut, .status].contains(code) else {
      return self
    }
    let all = progress.expected.map { " of \($0)" } ?? ""
    return ResourceError(
      .incomplete,
      url: url,
      reason: "broke off after \(progress.received)\(all) bytes (\(reason))",
      remedy: remedy
    )
  }
}
