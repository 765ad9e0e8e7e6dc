import Formats
import Synchronization

/// Fetches one resource into its queue: sends requests, follows redirects, tries again, continues after
/// a body was cut off. All but `start` and `cancel` runs on the thread of the network.
final class Fetch: Sendable {
  /// The action after the head of an answer.
  enum Judgement {
    case redirect(FetchAddress)
    case body(FetchProgress.Body)
  }

  /// The cost of an attempt.
  struct Spent {
    var time: Duration = .zero
    var bytes: Int64 = 0
  }

  private struct State {
    var progress: FetchProgress
    /// The address of the first request.
    var origin: FetchAddress?
    var redirects = 0
    /// Failures since bytes came.
    var failures = 0
    var receivedAtFailure: Int64 = 0
    /// The cost of all attempts together.
    var spent = Spent()
    /// The waits between attempts since bytes came.
    var waited: Duration = .zero
    /// All waits between attempts.
    var pauses: Duration = .zero
    var attempt: Attempt?
  }

  /// This many bytes show that a server works.
  private static let goodProgress: Int64 = 64 << 10
  /// A wait between attempts that is reported.
  private static let longWait: Duration = .seconds(3)

  let queue: ByteQueue
  private let request: ResourceRequest
  let context: FetchContext
  private let state: Mutex<State>

  init(_ request: ResourceRequest, _ context: FetchContext) {
    self.request = request
    self.context = context
    queue = ByteQueue(capacity: context.options.bufferSize)
    state = Mutex(State(progress: FetchProgress(request)))
  }

  /// Begins, and returns at once.
  func start() {
    do {
      let address = try FetchAddress(request.url)
      state.withLock { $0.origin = address }
      let error = TransferLoop.shared.startError
      guard error == 0 else {
        return queue.finish(.failure(FetchFailure(.system(error), at: address).error))
      }
      TransferLoop.shared.execute { self.attempt(at: address) }
    } catch {
      queue.finish(.failure(error))
    }
  }

  /// Ends it for the consumer and on the network.
  func cancel() {
    queue.cancel(.interrupted(url))
    abandon()
  }

  /// The address of the first request.
  var url: String { origin?.text ?? request.url }

  /// Ends the running attempt and its connection.
  private func abandon() {
    guard let attempt = state.withLock({ $0.attempt.take() }) else { return }
    TransferLoop.shared.execute { attempt.cancel() }
  }

  // MARK: - Asking

  private func attempt(at address: FetchAddress) {
    guard !queue.hasEnded else { return }
    do {
      let proxy = try allow(address)
      let progress = state.withLock(\.progress)
      let attempt = Attempt(self, address, proxy == nil ? context.addresses : nil)
      try attempt.start(
        context.settings(for: request, at: address, through: proxy, progress),
        limits()
      )
      state.withLock { $0.attempt = attempt }
      // The consumer may have left in between.
      if queue.hasEnded { abandon() }
    } catch {
      end(.failure(error), at: address, Spent())
    }
  }

  /// Checks whether an address may be contacted. Returns the proxy to use; nil without one.
  private func allow(_ address: FetchAddress) throws(FetchFailure) -> TransferSettings.Proxy? {
    // As it is read here, and as it will be connected to.
    for host in [address.host, URLPlace(address.text)?.host].compactMap(\.self) {
      if let reason = context.options.refusal(host) {
        throw .refused(address, because: reason)
      }
    }
    let route = context.proxies.route(
      isSecure: address.isSecure,
      host: address.host,
      port: address.port
    )
    if case .unusable = route { throw .unusable(address) }
    do {
      try context.addresses.check(host: address.host, isProxied: route != .direct)
    } catch {
      throw .forbidden(error, at: address)
    }
    guard case .proxy(let proxy) = route else { return nil }
    return proxy
  }

  private func limits() -> AttemptClock.Limits {
    let (spent, pauses) = state.withLock { ($0.spent, $0.pauses) }
    let options = context.options
    // A blocking playlist reload waits for the next segment (RFC 8216bis, section 6.2.5.2).
    let isBlocking = request.purpose == .playlist && request.url.contains("_HLS_msn=")
    let extra = request.answerTime > .zero ? request.answerTime : isBlocking ? .seconds(50) : .zero
    let rate = request.purpose == .segment ? max(1, options.segmentRate) : nil
    let earned = rate.map { Duration.milliseconds(spent.bytes * 1000 / $0) } ?? .zero
    let limit = request.timeLimit.map { min($0, options.totalTimeout) }
    let total =
      limit.map { $0 + extra + min(earned, $0 / 2) - spent.time - pauses }
      ?? options.totalTimeout + extra + earned - spent.time
    return AttemptClock.Limits(
      connect: options.connectTimeout + .seconds(1),
      answer: options.idleTimeout + extra,
      idle: options.idleTimeout,
      total: request.purpose == .stream ? nil : total,
      rate: rate,
      mostEarned: limit.map { max(.zero, $0 / 2 - earned) },
      mostPaused: limit,
      notice: options.noticeDelay + extra,
      before: spent.time + pauses
    )
  }

  /// Records what the server does.
  func note(_ text: String, at address: FetchAddress) {
    guard !queue.hasEnded else { return }
    context.options.record?.note(text, request.purpose, at: address)
  }

  /// Reports that the consumer must wait.
  func report(_ text: String, isLong: Bool) {
    guard !queue.hasEnded else { return }
    context.options.report(
      FetchNotice(url: ShownURL.text(origin?.text ?? ""), text: text, isLong: isLong)
    )
  }

  // MARK: - Answers

  /// Whether the consumer has all that it asked for.
  var isComplete: Bool { state.withLock { $0.progress.isComplete } }

  /// Decides what to do with an answer.
  /// - Throws: `FetchFailure`.
  func judge(_ head: ResponseHead, at address: FetchAddress) throws(FetchFailure) -> Judgement {
    switch head.status {
    case 200..<300:
      return .body(try accept(head, at: address))
    case 301, 302, 303, 307, 308:
      guard let location = head.headers["location"] else {
        throw FetchFailure(head, at: address, now: context.environment.now())
      }
      do {
        return .redirect(try address.resolving(location))
      } catch {
        throw .lasting(error)
      }
    default:
      throw FetchFailure(head, at: address, now: context.environment.now())
    }
  }

  private func accept(
    _ head: ResponseHead,
    at address: FetchAddress
  ) throws(FetchFailure) -> FetchProgress.Body {
    let body = try state.withLock { (state) throws(FetchFailure) in
      if let body = try state.progress.accept(head, at: address) { return body }
      guard head.status != 206, queue.restart() else { throw changed(address) }
      state.progress.restart()
      guard let body = try state.progress.accept(head, at: address) else { throw changed(address) }
      return body
    }
    let (size, wholeSize) = state.withLock { ($0.progress.expected, $0.progress.wholeSize) }
    guard size ?? 0 <= request.maximumSize else { throw tooLarge(address) }
    let response = ResourceResponse(
      url: address.text,
      contentType: head.headers["content-type"].flatMap(Self.mediaType),
      size: size,
      wholeSize: wholeSize,
      date: head.date
    )
    guard queue.announce(response).url == response.url else { throw changed(address) }
    return body
  }

  private static func mediaType(_ text: String) -> String? {
    let type = text.prefix { $0 != ";" }.trimmingBlanks.lowercased()
    return type.isEmpty ? nil : type
  }

  /// Passes bytes on. False when there is no room for more now; `whenRoom` is called when there is.
  func receive(
    _ bytes: UnsafeRawBufferPointer,
    at address: FetchAddress,
    whenRoom: @escaping @Sendable () -> Void
  ) throws(FetchFailure) -> Bool {
    let size = bytes.count
    if request.purpose == .segment { context.options.record?.add(bytes: size) }
    let (count, isTooLarge) = state.withLock { state in
      let count = min(size, Int(clamping: state.progress.wanted ?? .max))
      state.progress.add(count)
      return (count, state.progress.received > request.maximumSize)
    }
    guard !isTooLarge else { throw tooLarge(address) }
    return queue.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]), whenRoom: whenRoom)
  }

  private func tooLarge(_ address: FetchAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .tooLarge,
        url: address.text,
        reason: "is larger than \(request.maximumSize) bytes",
        remedy: "check the URL"
      )
    )
  }

  private func changed(_ address: FetchAddress) -> FetchFailure {
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

  /// Continues after an attempt.
  func end(_ outcome: Attempt.Outcome, at address: FetchAddress, _ spent: Spent) {
    let progress = state.withLock { state in
      state.attempt = nil
      state.spent.time += spent.time
      state.spent.bytes += spent.bytes
      return state.progress
    }
    switch outcome {
    case .complete:
      do {
        try progress.checkEnd(at: address)
        queue.finish(.success(()))
      } catch {
        fail(error, progress, at: address, after: spent.time)
      }
    case .redirect(let target): follow(to: target, from: address)
    case .failure(let failure): fail(failure, progress, at: address, after: spent.time)
    }
  }

  private func follow(to target: FetchAddress, from address: FetchAddress) {
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
    at address: FetchAddress,
    after time: Duration
  ) {
    // A server that is silent has said nothing.
    if failure.error.code != .timedOut {
      let error = failure.finalError
      note("\(error.reason): \(error.remedy)", at: address)
    }
    guard !queue.hasEnded else { return }
    let (failures, waited) = state.withLock { state in
      let isBetter = state.progress.received - state.receivedAtFailure >= Self.goodProgress
      state.failures = isBetter ? 1 : state.failures + 1
      if isBetter { state.waited = .zero }
      state.receivedAtFailure = state.progress.received
      return (state.failures, state.waited)
    }
    let retries = context.options.retries
    let random = context.environment.random()
    let delay = retries.delay(
      after: failures,
      wished: failure.wished,
      waited: waited,
      random: random
    )
    let left = request.retryTime - waited - state.withLock(\.spent.time)
    let late = retries.lateDelay(
      after: failures,
      wished: failure.wished,
      left: left,
      random: random
    )
    let isLeftToCaller = request.isAskedAgain && failure.wished == nil
    if isLeftToCaller || (request.isTriedOnce && failure.isByServer) {
      finish(failure.finalError.afterBytes(progress))
    } else if failure.isWorthRetry, let delay, isInTime(delay), canGoOn(progress) {
      tryAgain(failure, after: failures, delay, lasting: time)
    } else if failure.isWorthRetry || failure.isMissing, let late, isInTime(late),
      canGoOn(progress)
    {
      tryAgain(failure, after: nil, late, lasting: time)
    } else {
      finish(failure.finalError.afterBytes(progress))
    }
  }

  /// Whether another attempt after a wait has some time left.
  private func isInTime(_ delay: Duration) -> Bool {
    guard let limit = request.timeLimit else { return true }
    return state.withLock { $0.spent.time + $0.pauses } + delay < limit
  }

  /// Waits and tries again; `failures` is nil where the time counts and not their number.
  private func tryAgain(
    _ failure: FetchFailure,
    after failures: Int?,
    _ delay: Duration,
    lasting time: Duration
  ) {
    guard let origin else { return finish(failure.error) }
    let retries = context.options.retries
    state.withLock { state in
      state.redirects = 0
      state.waited += delay
      state.pauses += delay
    }
    let heard = retries.spacing == .fixed ? nil : failure.wished.flatMap { $0 > .zero ? $0 : nil }
    let wait =
      heard.map { wished in
        delay < wished
          ? "waits \(delay.inWords), the server asks for \(wished.inWords)"
          : "waits \(delay.inWords) as the server asks"
      } ?? "tries again in \(delay.inWords)"
    let count = failures.map { " (try \($0 + 1) of \(retries.maximumCount + 1))" } ?? ""
    report(
      "\(failure.error.reason): \(wait)\(count)",
      isLong: delay >= Self.longWait || time >= Self.longWait
    )
    context.environment.wait(delay) {
      // A wait may end on another thread.
      TransferLoop.shared.execute { self.attempt(at: origin) }
    }
  }

  private var origin: FetchAddress? { state.withLock(\.origin) }

  /// Whether another attempt can continue, or begin again unnoticed.
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
