/// How long a server has let us wait.
struct AttemptClock {
  /// The longest waits.
  struct Limits: Sendable {
    /// For a connection and the request to be sent.
    var connect: Duration
    /// For the head of the answer.
    var answer: Duration
    /// For the next bytes.
    var idle: Duration
    /// The rest of the time for the resource; nil: no limit.
    var total: Duration?
    /// Bytes a second that earn the resource further time; nil: none do.
    var rate: Int64?
    /// The most further time that bytes can earn; nil: no limit.
    var mostEarned: Duration?
    /// The longest time in which the consumer takes no bytes that is not counted; nil: no limit.
    var mostPaused: Duration?
    /// How long to wait in silence.
    var notice: Duration
    /// The time that earlier attempts and the waits after them took.
    var before: Duration = .zero
  }

  /// Fewer bytes a second than this are reported: 64 KiB, less than any video has.
  static let slowRate: Int64 = 64 << 10
  /// The same of media without a known end, which may come as it is made: 1 KiB.
  static let slowStreamRate: Int64 = 1 << 10

  /// The next action.
  enum Verdict: Equatable {
    /// Nothing came for too long; says what.
    case late(String)
    /// All the time there was for it has been used up; says how much.
    case exhausted(String)
    /// Check again after this time.
    case again(Duration)
  }

  /// Whether the head of the answer has come.
  var hasAnswer = false
  /// Bytes of the body so far.
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

  /// How often the clock is checked within the shortest limit: the largest delay with which an exceeded
  /// limit is noticed.
  private static let looksPerLimit = 4

  /// Something happened on the network.
  mutating func note(_ now: ContinuousClock.Instant) {
    latest = now
    isSent = true
  }

  /// Bytes of the body came.
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

  /// The time without pauses.
  func active(_ now: ContinuousClock.Instant) -> Duration {
    start.duration(to: pausedSince ?? now) - paused
  }

  /// The time of all pauses.
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
          : "could not be connected within \(Self.seconds(limit))"
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

  /// Says once that the server is slow; nil while there is nothing to say.
  mutating func slowness(_ now: ContinuousClock.Instant, _ limits: Limits) -> String? {
    guard !hasReportedSlowness, pausedSince == nil else { return nil }
    let quiet = latest.duration(to: now)
    let active = active(now)
    if quiet >= limits.notice {
      hasReportedSlowness = true
      let what = isSent ? "sent nothing for" : "has not been connected for"
      return "\(what) \(Self.seconds(quiet)): waits up to \(Self.seconds(limit(limits)))"
    }
    let rate = limits.total == nil ? Self.slowStreamRate : Self.slowRate
    guard hasAnswer, active >= limits.notice,
      received < active.components.seconds * rate
    else { return nil }
    hasReportedSlowness = true
    return "sent only \(received) bytes in \(Self.seconds(active)): "
      + (limits.total.map { "waits up to \(Self.seconds($0))" } ?? "waits for more")
  }

  /// How fast bytes arrive of an answer that takes long; nil if it does not, or has no end.
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
    return "sends \(number) a second" + (isSlow ? "" : " and does not end")
  }

  private func limit(_ limits: Limits) -> Duration {
    !isSent ? limits.connect : hasAnswer ? limits.idle : limits.answer
  }

  /// In tenths of a second where it takes seconds, else in milliseconds.
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = Int64(time / .milliseconds(1))
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    let (seconds, tenth) = (milliseconds / 1000, milliseconds % 1000 / 100)
    return tenth == 0 ? "\(seconds) s" : "\(seconds).\(tenth) s"
  }
}
