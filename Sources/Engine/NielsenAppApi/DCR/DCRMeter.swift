/// The measurement of one content asset or one ad.
///
/// In the VOD range, a second belongs to the segment of its position. In the live range, each 300 counted seconds (by
/// default) make a segment.
struct DCRMeter: Sendable {
  /// The measured asset; changes when its metadata is loaded again or updated.
  var asset: Asset
  let viewingSessionID: String
  /// The seconds and the number of the ads since the last timer. Used for content only.
  var ads = AdCount()
  var events: PlaybackEvents

  private let thresholds: EngineConfiguration.Thresholds
  private let isAd: Bool
  /// When the measurement began, in Unix seconds.
  private let began: Int64
  private var clock: PlayheadClock
  private var segment: CreditSegment?
  private var segmentStart: Int64 = 0
  private var liveSegments = 0
  private(set) var hasPlayhead = false
  private var isViewDue = true

  /// Begins to measure `asset` at `now` (Unix seconds).
  init(
    asset: Asset,
    viewingSessionID: String,
    now: Int64,
    configuration: EngineConfiguration
  ) {
    self.asset = asset
    self.viewingSessionID = viewingSessionID
    thresholds = configuration.thresholds
    isAd = asset.kind == .ad
    began = now
    clock = PlayheadClock(gap: configuration.thresholds.playheadGapSeconds)
    events = PlaybackEvents(isEnabled: configuration.eventData.enabled)
  }

  // MARK: - Playheads

  /// Receives a playhead of 0 to 9,999,999,999 seconds at `now` (Unix seconds).
  ///
  /// - Returns: The number of seconds played since the previous playhead, limited to those that `counted` allows.
  mutating func playhead(
    _ position: Int64,
    counted: Countable = .everything,
    now: Int64,
    into reports: inout [DCRReport]
  ) -> Int {
    let before = clock.position
    if !hasPlayhead { events.note(.play, at: position) }
    hasPlayhead = true
    if isViewDue {
      isViewDue = false
      report(.view, start: now, ads: AdCount(), into: &reports)
    }
    switch clock.advance(to: position) {
    case .ignored:
      return 0
    case .seek:
      close(isLast: false, into: &reports)
      events.note(position > (before ?? 0) ? .forward : .rewind, at: position)
      return 0
    case .played(let seconds):
      let kept = min(seconds, counted.seconds)
      for index in 0..<kept {
        let left = Int64(kept - index)
        // A first playhead of 1 counts the second before it (section 5.4 of the engine's description), which may
        // precede the measurement. The start (c64) must not precede the time in the session id (the end of c59, section
        // 6.8). So c61 - c64 may be one second less than c27. The lint `time-fits-clock` allows this difference.
        let start = max(began, counted.since, now - left)
        play(position - left, start: start, into: &reports)
      }
      return kept
    }
  }

  /// Continues an earlier measurement of the same asset, whose last playhead was `position`.
  mutating func goOn(after position: Int64) { _ = clock.advance(to: position) }

  func continues(at position: Int64) -> Bool { clock.continues(at: position) }

  /// The last playhead that was not ignored, in seconds; nil if there is none.
  var position: Int64? { clock.position }

  /// Counts the second at the position `second`. Its playback began at `start` (Unix seconds).
  private mutating func play(_ second: Int64, start: Int64, into reports: inout [DCRReport]) {
    if segment == nil {
      segment = openSegment(at: second)
      segmentStart = start
    }
    _ = segment?.play(isCredited: true)
    if segment?.isFull ?? false { close(isLast: false, into: &reports) }
  }

  private mutating func openSegment(at second: Int64) -> CreditSegment {
    guard ViewingSession.PlayheadRange(second) == .vod else {
      liveSegments += 1
      return CreditSegment(number: liveSegments, breakout: 0, thresholds: thresholds)
    }
    let length = Int64(thresholds.segmentMinutes * thresholds.minuteSeconds)
    return CreditSegment(
      number: Int(second / length) + 1,
      breakout: 0,
      skipped: Int(second % length),
      thresholds: thresholds
    )
  }

  // MARK: - Closing

  /// Reports the count so far. The next playhead makes a new view.
  mutating func renewView(into reports: inout [DCRReport]) {
    guard !isViewDue else { return }
    close(isLast: false, into: &reports)
    isViewDue = true
  }

  /// Reports the count so far and drops unreported ads and events. The next playhead makes a view for another user.
  mutating func split(into reports: inout [DCRReport]) {
    renewView(into: &reports)
    ads = AdCount()
    _ = events.take()
  }

  /// Closes the open segment, if there is one, and reports it.
  mutating func close(isLast: Bool, into reports: inout [DCRReport]) {
    guard let closed = segment else { return }
    segment = nil
    let seconds = Int64(closed.timeSpent)
    let counted = isAd ? AdCount(seconds: seconds, number: 1) : ads
    ads = AdCount()
    report(
      .timer(
        closed.counted,
        // The timer of an ad is never marked as the last.
        isLast: isLast && !isAd
      ),
      start: segmentStart,
      ads: counted,
      into: &reports
    )
  }

  private mutating func report(
    _ kind: DCRReport.Kind,
    start: Int64,
    ads: AdCount,
    into reports: inout [DCRReport]
  ) {
    reports.append(
      DCRReport(
        kind: kind,
        asset: asset,
        viewingSessionID: viewingSessionID,
        startTime: start,
        ads: ads,
        events: events.take()
      )
    )
  }
}

/// A view or a timer of DCR, from which a ping is made.
struct DCRReport: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The first playhead of an asset, the first one for another device or user, or the opening of a page.
    case view
    /// The seconds of one segment or page. `isLast`: whether the ping calls this timer the last one (`davty=2`).
    case timer(CountedSegment, isLast: Bool)
  }

  var kind: Kind
  var asset: Asset
  /// The id of the content session; empty for a page.
  var viewingSessionID: String
  /// When the view or the counted time began, in Unix seconds.
  var startTime: Int64
  /// In a timer of content, the seconds and the number of its ads since the previous timer. In a timer of an ad, its
  /// own seconds and the number 1.
  var ads = AdCount()
  /// The viewer's actions since the previous ping, joined by `~`.
  var events = ""
}

struct AdCount: Sendable, Equatable {
  var seconds: Int64 = 0
  var number = 0
}

/// The viewer's actions between two pings of one session: the parameter `evdata`.
struct PlaybackEvents: Sendable {
  enum Kind: String, Sendable {
    case play, pause, resume, forward, rewind, stop, mute
  }

  /// The maximum number of actions kept, so that a player that seeks constantly cannot exhaust the memory.
  private static let limit = 64

  private let isEnabled: Bool
  private var items: [String] = []

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  mutating func note(_ kind: Kind, at position: Int64) {
    guard isEnabled, items.count < Self.limit else { return }
    items.append("\(kind.rawValue),\(position)")
  }

  /// Removes and returns the events, in order and joined by `~`.
  mutating func take() -> String {
    guard !items.isEmpty else { return "" }
    defer { items = [] }
    return items.joined(separator: "~")
  }
}
