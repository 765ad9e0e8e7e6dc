import NielsenAppApi

/// A ping on its way into the queue, or waiting in it.
struct QueuedPing: Sendable, Equatable {
  /// Why a ping is sent that the process did not make before it ended.
  static let recovered = "recovered"
  /// A thousand years, in seconds.
  private static let longestWait: Int64 = 31_556_952_000

  /// Rises with the order of sending; 0 before the queue has it.
  var id: Int64 = 0
  /// Raw ID3 pings are dropped first when there are too many.
  var product: String
  /// When the ping was made, by the clock of the engine, in Unix seconds.
  var createTime: Int64
  /// When the ping came into the queue, by the clock of the queue, in milliseconds.
  var queued: Int64
  var request: PingRequest
  /// How many attempts to send it failed.
  var attempts = 0
  /// Why the latest of them failed; empty before the first.
  var reason = ""

  /// A ping that came into the queue at `queued`. `recovery`: when it was found after its engine was lost, by the
  /// clock of the engine, in Unix seconds: it has waited since it was made.
  init(_ ping: Ping, queued: Int64, recovery: Int64? = nil) {
    product = ping.product.rawValue
    createTime = ping.createTime
    self.queued = queued
    request = ping.request
    guard let recovery else { return }
    reason = Self.recovered
    let (waited, isOverflowing) = recovery.subtractingReportingOverflow(createTime)
    if !isOverflowing { self.queued -= min(max(0, waited), Self.longestWait) * 1000 }
  }

  /// The URL of an attempt made at `now` milliseconds. The send time is the create time plus the
  /// time waited: now, if the clock of the engine is right, and never before the create time.
  func url(now: Int64) -> String {
    let waited = max(0, now.subtractingReportingOverflow(queued).partialValue) / 1000
    let (sendTime, isOverflowing) = createTime.addingReportingOverflow(waited)
    return request.url(
      sendTime: isOverflowing ? createTime : sendTime,
      attempts: attempts,
      reason: reason
    )
  }
}
