/// The attempts at one resource so far: what they cost, how they failed, and the time that is left.
struct FetchCourse {
  /// The cost of an attempt, or of several.
  struct Spent: Sendable {
    var time: Duration = .zero
    var bytes: Int64 = 0
  }

  /// A wait between two attempts.
  struct Pause {
    let length: Duration
    /// The wait for which the server asks; nil: for none, or it is not heard.
    let wished: Duration?
    /// Such as ` (try 2 of 4)`; empty where the time counts and not the number of attempts.
    let count: String

    /// Why it waits, and for how long.
    func words(_ failure: FetchFailure) -> String {
      let wait =
        wished.map { wished in
          length < wished
            ? "waits \(length.inWords), the server asks for \(wished.inWords)"
            : "waits \(length.inWords) as the server asks"
        } ?? "tries again in \(length.inWords)"
      return "\(failure.error.reason): \(wait)\(count)"
    }
  }

  /// A failure after this many further bytes is a first one again: 64 KiB show that a server works.
  private static let goodProgress: Int64 = 64 << 10
  /// A wait or an attempt of this length is reported.
  static let longWait: Duration = .seconds(3)

  private let request: ResourceRequest
  private let options: HTTPOptions
  private let random: @Sendable () -> Double
  private var redirects = 0
  /// Failures since bytes came.
  private var failures = 0
  private var receivedAtFailure: Int64 = 0
  /// The cost of all attempts together.
  private var spent = Spent()
  /// The waits between attempts since bytes came.
  private var waited: Duration = .zero
  /// All waits between attempts.
  private var pauses: Duration = .zero

  init(_ request: ResourceRequest, _ context: FetchContext) {
    self.request = request
    options = context.options
    random = context.environment.random
  }

  /// The limits of the next attempt.
  func limits() -> AttemptClock.Limits {
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

  /// An attempt has ended.
  mutating func add(_ spent: Spent) {
    self.spent.time += spent.time
    self.spent.bytes += spent.bytes
  }

  /// Counts a redirect.
  /// - Throws: When there have been too many since the last failure.
  mutating func redirect(from address: WebAddress) throws(FetchFailure) {
    redirects += 1
    let limit = options.maximumRedirects
    guard redirects > limit else { return }
    throw .lasting(
      .tooManyRedirects,
      address,
      limit == 0 ? "is redirected" : "is redirected more than \(limit) times",
      "name the URL that it should lead to"
    )
  }

  /// Decides whether and when it is tried again after a failure; nil: it is not. `received` counts the bytes of the
  /// resource so far.
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

  /// Whether another attempt after a wait has some time left.
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
