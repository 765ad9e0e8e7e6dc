/// The attempts so far to fetch one resource: their cost, their failures, and the remaining time.
struct FetchCourse {
  struct Spent: Sendable {
    var time: Duration = .zero
    var bytes: Int64 = 0
  }

  struct Pause {
    let length: Duration
    /// The wait that the server requests. Nil if the server requests no wait, or if its request is ignored.
    let wished: Duration?
    /// Text such as ` (try 2 of 4)`; empty if the time is limited instead of the number of attempts.
    let count: String

    func words(_ failure: FetchFailure) -> String {
      let wait =
        wished.map { wished in
          length < wished
            ? "retrying in \(length.inWords), although the server requests \(wished.inWords)"
            : "retrying in \(length.inWords), as the server requests"
        } ?? "retrying in \(length.inWords)"
      return "\(failure.error.reason): \(wait)\(count)"
    }
  }

  /// After this number of bytes, 64 KiB, the server is assumed to work, and the next failure counts as the first.
  private static let goodProgress: Int64 = 64 << 10
  /// The minimum length of a wait or an attempt that is reported even without `--verbose`.
  static let longWait: Duration = .seconds(3)

  private let request: ResourceRequest
  private let options: HTTPOptions
  private let random: @Sendable () -> Double
  private var redirects = 0
  /// The number of consecutive failures, without `goodProgress` between them.
  private var failures = 0
  private var receivedAtFailure: Int64 = 0
  private var spent = Spent()
  /// The total of the waits between attempts since the last failure that counted as the first.
  private var waited: Duration = .zero
  /// The total of all waits between attempts.
  private var pauses: Duration = .zero

  init(_ request: ResourceRequest, _ context: FetchContext) {
    self.request = request
    options = context.options
    random = context.environment.random
  }

  func limits() -> AttemptClock.Limits {
    // The server answers a blocking playlist reload when the requested segment or part exists (RFC 8216bis, section
    // 6.2.5.2).
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

  mutating func add(_ spent: Spent) {
    self.spent.time += spent.time
    self.spent.bytes += spent.bytes
  }

  /// Counts a redirect.
  /// - Throws: `FetchFailure` if there were too many redirects since the last failure.
  mutating func redirect(from address: WebAddress) throws(FetchFailure) {
    redirects += 1
    let limit = options.maximumRedirects
    guard redirects > limit else { return }
    throw .lasting(
      .tooManyRedirects,
      address,
      limit == 0 ? "is redirected" : "is redirected more than \(limit) times",
      "give the final URL"
    )
  }

  /// Decides whether and when to retry after a failure; nil means no retry. `received` is the number of bytes of the
  /// resource that have been received so far.
  mutating func pause(after failure: FetchFailure, received: Int64) -> Pause? {
    let isBetter = received - receivedAtFailure >= Self.goodProgress
    failures = isBetter ? 1 : failures + 1
    if isBetter { waited = .zero }
    receivedAtFailure = received
    let isLeftToCaller = request.isAskedAgain && failure.wished == nil
    guard !isLeftToCaller, !(request.isTriedOnce && failure.isByServer) else { return nil }
    let (retries, random) = (options.retries, random())
    if failure.isWorthRetry,
      let delay = retries.delay(
        after: failures,
        wished: failure.wished,
        waited: waited,
        random: random
      ), isInTime(delay)
    {
      let count = " (try \(failures + 1) of \(retries.maximumCount + 1))"
      return pause(delay, after: failure, count: count)
    }
    if failure.isWorthRetry || failure.isMissing,
      let delay = retries.lateDelay(
        after: failures,
        wished: failure.wished,
        left: request.retryTime - waited - spent.time,
        random: random
      ), isInTime(delay)
    {
      return pause(delay, after: failure, count: "")
    }
    return nil
  }

  /// Whether the time limit of the request leaves time for an attempt after a wait of `delay`.
  private func isInTime(_ delay: Duration) -> Bool {
    request.timeLimit.map { spent.time + pauses + delay < $0 } ?? true
  }

  private mutating func pause(
    _ length: Duration,
    after failure: FetchFailure,
    count: String
  ) -> Pause {
    redirects = 0
    waited += length
    pauses += length
    let isHeard = options.retries.spacing != .fixed && failure.wished ?? .zero > .zero
    return Pause(length: length, wished: isHeard ? failure.wished : nil, count: count)
  }
}
