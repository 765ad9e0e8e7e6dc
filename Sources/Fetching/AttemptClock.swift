import NIOCore

/// How long a server has let us wait.
struct AttemptClock {
  /// The longest waits.
  struct Limits {
    /// For a connection and the request to be sent.
    var connect: TimeAmount
    /// For the head of the answer.
    var answer: TimeAmount
    /// For the next bytes.
    var idle: TimeAmount
    /// What is left of the time for the resource; nil: as long as it likes.
    var total: TimeAmount?
  }

  /// What to do now.
  enum Verdict: Equatable {
    /// It took too long; says what.
    case late(String)
    /// Look again after this time.
    case again(TimeAmount)
  }

  /// Whether the head of the answer has come.
  var hasAnswer = false
  private var isSent = false
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
    let limit = !isSent ? limits.connect : hasAnswer ? limits.idle : limits.answer
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
    let left = total - active(now)
    return left <= .zero ? .late("took too long in all") : .again(min(limit - quiet, left, pace))
  }

  private static func seconds(_ time: TimeAmount) -> String {
    let milliseconds = time.nanoseconds / 1_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}

extension TimeAmount {
  fileprivate static func / (time: TimeAmount, count: Int64) -> TimeAmount {
    .nanoseconds(max(1, time.nanoseconds / count))
  }
}
