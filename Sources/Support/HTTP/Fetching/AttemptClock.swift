/// Measures how long a server keeps the consumer waiting.
struct AttemptClock {
  struct Limits: Sendable {
    /// The timeout for connecting, including name resolution and TLS.
    var connect: Duration
    /// The timeout for the head of the response.
    var answer: Duration
    /// The timeout for the next bytes.
    var idle: Duration
    /// The remaining time for the resource; nil means no limit.
    var total: Duration?
    /// The number of received bytes that extend the total time by one second. Nil means that bytes do not extend it.
    var rate: Int64?
    /// The maximum extension; nil means no limit.
    var mostEarned: Duration?
    /// The maximum total of pauses that do not count as elapsed time. In a pause, the consumer takes no bytes. Nil
    /// means no limit.
    var mostPaused: Duration?
    /// The delay before slowness is reported.
    var notice: Duration
    /// The time that earlier attempts and the waits after them took.
    var before: Duration = .zero
  }

  /// A rate below this, in bytes per second, is reported as slow: 64 KiB, less than most video needs.
  static let slowRate: Int64 = 64 << 10
  /// A rate below this, in bytes per second, is reported as slow for media without a known end, which may be sent while
  /// it is being produced: 1 KiB.
  static let slowStreamRate: Int64 = 1 << 10

  enum Verdict: Equatable {
    /// Nothing was received for too long. The text is the reason.
    case late(String)
    /// The total time is used up. The text is the reason.
    case exhausted(String)
    /// No limit is exceeded; check again after this time.
    case again(Duration)
  }

  var hasAnswer = false
  private(set) var received: Int64 = 0
  private var isSent = false
  private var hasReportedSlowness = false
  private let start: ContinuousClock.Instant
  private var latest: ContinuousClock.Instant
  private var pausedSince: ContinuousClock.Instant?
  private var paused: Duration = .zero

  init(now: ContinuousClock.Instant) {
    start = now
    latest = now
  }

  /// The number of checks within the shortest timeout, which bounds the delay before an exceeded limit is noticed.
  private static let looksPerLimit = 4

  /// Records that bytes were sent or received.
  mutating func note(_ now: ContinuousClock.Instant) {
    latest = now
    isSent = true
  }

  mutating func receive(_ count: Int, _ now: ContinuousClock.Instant) {
    received += Int64(count)
    note(now)
  }

  mutating func pause(_ now: ContinuousClock.Instant) { pausedSince = now }

  mutating func resume(_ now: ContinuousClock.Instant) {
    paused += pausedSince.map { $0.duration(to: now) } ?? .zero
    pausedSince = nil
    latest = now
  }

  /// The elapsed time without pauses.
  func active(_ now: ContinuousClock.Instant) -> Duration {
    start.duration(to: pausedSince ?? now) - paused
  }

  private func paused(_ now: ContinuousClock.Instant) -> Duration {
    paused + (pausedSince.map { $0.duration(to: now) } ?? .zero)
  }

  func verdict(_ now: ContinuousClock.Instant, _ limits: Limits) -> Verdict {
    let limit = limit(limits)
    let pace = max(
      .milliseconds(1),
      min(limits.connect, limits.answer, limits.idle) / Self.looksPerLimit
    )
    let quiet = pausedSince == nil ? latest.duration(to: now) : .zero
    if pausedSince != nil, limits.mostPaused == nil { return .again(pace) }
    if quiet >= limit {
      return .late(
        isSent
          ? "sent nothing for \(Self.seconds(limit))"
          : "did not accept a connection within \(Self.seconds(limit))"
      )
    }
    guard let total = limits.total else { return .again(min(limit - quiet, pace)) }
    let surplus = limits.mostPaused.map { max(.zero, paused(now) - $0) } ?? .zero
    let active = active(now) + surplus
    let earned = limits.rate.map { Duration.milliseconds(received * 1000 / max(1, $0)) } ?? .zero
    let left = total + min(earned, limits.mostEarned ?? earned) - active
    guard left <= .zero else { return .again(min(limit - quiet, left, pace)) }
    let time = Self.seconds(limits.before + active)
    return .exhausted(self.pace(now, limits) ?? "took too long, \(time)")
  }

  /// Returns a message that the server is slow; nil in a pause, if it is not slow, or after an earlier message.
  mutating func slowness(_ now: ContinuousClock.Instant, _ limits: Limits) -> String? {
    guard !hasReportedSlowness, pausedSince == nil else { return nil }
    let quiet = latest.duration(to: now)
    let active = active(now)
    if quiet >= limits.notice {
      hasReportedSlowness = true
      let what = isSent ? "has sent nothing for" : "has not accepted a connection for"
      let limit = Self.seconds(limit(limits))
      return "\(what) \(Self.seconds(quiet)): waiting for up to \(limit) in total"
    }
    let rate = limits.total == nil ? Self.slowStreamRate : Self.slowRate
    guard hasAnswer, active >= limits.notice,
      received < active.components.seconds * rate
    else { return nil }
    hasReportedSlowness = true
    return "has sent only \(received) bytes in \(Self.seconds(active)): "
      + (limits.total.map { "waiting for up to \(Self.seconds($0)) in total" } ?? "still waiting")
  }

  /// A message about the rate of a long response; nil during a pause, without received bytes, or if the response is not
  /// long or has no known end.
  func pace(_ now: ContinuousClock.Instant, _ limits: Limits) -> String? {
    let active = active(now)
    guard hasAnswer, received > 0, pausedSince == nil, limits.total != nil,
      active >= limits.notice, active >= .seconds(1)
    else { return nil }
    let rate = received / active.components.seconds
    let isSlow = rate < Self.slowRate
    let number =
      switch rate {
      case ..<1: "less than 1 byte"
      case 1: "1 byte"
      case ..<20_000: "\(rate) bytes"
      case ..<10_000_000: "\(rate / 1000) kB"
      default: "\(rate / 1_000_000) MB"
      }
    return "sends \(number) a second" + (isSlow ? "" : ", but the response has not ended")
  }

  private func limit(_ limits: Limits) -> Duration {
    !isSent ? limits.connect : hasAnswer ? limits.idle : limits.answer
  }

  /// A duration as text: in milliseconds below a second, otherwise in seconds with at most one decimal.
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = Int64(time / .milliseconds(1))
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    let (seconds, tenth) = (milliseconds / 1000, milliseconds % 1000 / 100)
    return tenth == 0 ? "\(seconds) s" : "\(seconds).\(tenth) s"
  }
}
