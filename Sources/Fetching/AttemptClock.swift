import NIOCore

/// How long a server has let us wait.
struct AttemptClock {
  /// The longest waits.
  struct Limits: Sendable {
    /// For a connection and the request to be sent.
    var connect: TimeAmount
    /// For the head of the answer.
    var answer: TimeAmount
    /// For the next bytes.
    var idle: TimeAmount
    /// What is left of the time for the resource; nil: as long as it likes.
    var total: TimeAmount?
    /// Bytes a second that earn the resource further time; nil: none do.
    var rate: Int64?
    /// How long to wait in silence.
    var notice: TimeAmount
  }

  /// Fewer bytes a second than this are worth telling: 64 KiB, less than any video has.
  static let slowRate: Int64 = 64 << 10
  /// The same of media without a known end, which may come as it is made: 1 KiB.
  static let slowStreamRate: Int64 = 1 << 10

  /// What to do now.
  enum Verdict: Equatable {
    /// Nothing came for too long; says what.
    case late(String)
    /// All the time there was for it has been used up; says how much.
    case exhausted(String)
    /// Look again after this time.
    case again(TimeAmount)
  }

  /// Whether the head of the answer has come.
  var hasAnswer = false
  /// Bytes of the body so far.
  private(set) var received: Int64 = 0
  private var isSent = false
  private var hasToldSlowness = false
  private let start: NIODeadline
  private var latest: NIODeadline
  private var pausedSince: NIODeadline?
  private var paused: TimeAmount = .zero

  init(now: NIODeadline) {
    start = now
    latest = now
  }

  /// How often the clock is looked at within the shortest limit: so much later at most a limit is noticed
  /// after what it applies to has begun.
  private static let looksPerLimit: Int64 = 4

  /// Something happened on the network.
  mutating func note(_ now: NIODeadline) {
    latest = now
    isSent = true
  }

  /// Bytes of the body came.
  mutating func receive(_ count: Int, _ now: NIODeadline) {
    received += Int64(count)
    note(now)
  }

  mutating func pause(_ now: NIODeadline) { pausedSince = now }

  mutating func resume(_ now: NIODeadline) {
    paused = paused + (pausedSince.map { now - $0 } ?? .zero)
    pausedSince = nil
    latest = now
  }

  /// The time without pauses.
  func active(_ now: NIODeadline) -> TimeAmount {
    (pausedSince ?? now) - start - paused
  }

  func verdict(_ now: NIODeadline, _ limits: Limits) -> Verdict {
    let limit = limit(limits)
    let pace = min(limits.connect, limits.answer, limits.idle) / Self.looksPerLimit
    guard pausedSince == nil else { return .again(pace) }
    let quiet = now - latest
    if quiet >= limit {
      return .late(
        isSent
          ? "sent nothing for \(Self.seconds(limit))"
          : "could not be connected within \(Self.seconds(limit))"
      )
    }
    guard let total = limits.total else { return .again(min(limit - quiet, pace)) }
    let active = active(now)
    let earned = limits.rate.map { TimeAmount.milliseconds(received * 1000 / max(1, $0)) }
    let left = total + (earned ?? .zero) - active
    return left <= .zero
      ? .exhausted("took too long, \(Self.seconds(active))")
      : .again(min(limit - quiet, left, pace))
  }

  /// Says once that the server is slow; nil while there is nothing to say.
  mutating func slowness(_ now: NIODeadline, _ limits: Limits) -> String? {
    guard !hasToldSlowness, pausedSince == nil else { return nil }
    let quiet = now - latest
    let active = active(now)
    if quiet >= limits.notice {
      hasToldSlowness = true
      let what = isSent ? "sent nothing for" : "has not been connected for"
      return "\(what) \(Self.seconds(quiet)): waits up to \(Self.seconds(limit(limits)))"
    }
    let rate = limits.total == nil ? Self.slowStreamRate : Self.slowRate
    guard hasAnswer, active >= limits.notice,
      received < active.nanoseconds / 1_000_000_000 * rate
    else { return nil }
    hasToldSlowness = true
    return "sent only \(received) bytes in \(Self.seconds(active)): "
      + (limits.total.map { "waits up to \(Self.seconds($0))" } ?? "waits for more")
  }

  private func limit(_ limits: Limits) -> TimeAmount {
    !isSent ? limits.connect : hasAnswer ? limits.idle : limits.answer
  }

  /// In tenths of a second where it takes seconds, else in milliseconds.
  private static func seconds(_ time: TimeAmount) -> String {
    let milliseconds = time.nanoseconds / 1_000_000
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    let (seconds, tenth) = (milliseconds / 1000, milliseconds % 1000 / 100)
    return tenth == 0 ? "\(seconds) s" : "\(seconds).\(tenth) s"
  }
}

extension TimeAmount {
  fileprivate static func / (time: TimeAmount, count: Int64) -> TimeAmount {
    .nanoseconds(max(1, time.nanoseconds / count))
  }
}
