/// The measurement of one page by the clock.
struct StaticView: Sendable {
  /// The page; changes when metadata of the same page is loaded again.
  var page: Asset
  private let interval: Int64
  private var lastPing: Int64

  /// Opens `page` at `now` (Unix seconds); every `interval` seconds a timer is due.
  init(page: Asset, now: Int64, interval: Int, into reports: inout [DCRReport]) {
    self.page = page
    self.interval = Int64(interval)
    lastPing = now
    reports.append(DCRReport(kind: .view, asset: page, viewingSessionID: "", startTime: now))
  }

  /// Reports a timer when one is due at `now` (Unix seconds).
  mutating func advance(now: Int64, into reports: inout [DCRReport]) {
    guard now - lastPing >= interval else { return }
    report(now: now, isLast: false, into: &reports)
  }

  /// Reports the time up to `now` (milliseconds), if there is any; the view continues for another user
  /// with the next whole second.
  mutating func split(now: Int64, into reports: inout [DCRReport]) {
    if now / 1000 > lastPing { report(now: now / 1000, isLast: false, into: &reports) }
    lastPing = Countable.firstSecond(after: now)
  }

  /// Reports the time up to `now` (Unix seconds), with which the view ends.
  mutating func close(now: Int64, into reports: inout [DCRReport]) {
    report(now: now, isLast: true, into: &reports)
  }

  private mutating func report(now: Int64, isLast: Bool, into reports: inout [DCRReport]) {
    // A clock that was set back has shown no time.
    let start = min(lastPing, now)
    reports.append(
      DCRReport(
        kind: .timer(
          DCRReport.Segment(number: 0, pattern: "", timeSpent: now - start),
          isLast: isLast
        ),
        asset: page,
        viewingSessionID: "",
        startTime: start
      )
    )
    lastPing = now
  }
}
