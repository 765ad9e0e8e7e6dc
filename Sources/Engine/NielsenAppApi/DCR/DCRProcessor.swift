/// Digital Content Ratings: turns metadata and playheads into reports on content, ads and pages.
///
/// Ads may interrupt a content session, and have the same session id. The positions of content and ads are separate:
/// content continues where it stopped.
struct DCRProcessor: Sendable {
  /// The shortest pause, in seconds, that `evdata` reports.
  private static let shortestPause: Int64 = 15

  private let configuration: EngineConfiguration
  private let random: RandomSource
  private var givenIDs: ArraySlice<String>

  private var content: DCRMeter?
  private var ad: DCRMeter?
  private var staticView: StaticView?
  /// The session id of ads that were played before any content. The next content gets the same id.
  private var pendingID: String?
  /// The content that `end` has closed. An ad that is loaded next still belongs to this content.
  private var ended: (asset: Asset, viewingSessionID: String)?
  /// When the content was stopped, in Unix seconds.
  private var stopTime: Int64?
  private var isMuted = false
  private var isRenewalDue = false
  private(set) var reports: [DCRReport] = []

  init(configuration: EngineConfiguration, random: RandomSource, givenIDs: [String] = []) {
    self.configuration = configuration
    self.random = random
    self.givenIDs = givenIDs[...]
  }

  mutating func takeReports() -> [DCRReport] {
    defer { reports = [] }
    return reports
  }

  var hasPage: Bool { staticView != nil }

  var endedContent: Asset? { ended?.asset }

  /// The session id of the ad or content being measured; empty when neither is measured.
  var viewingSessionID: String { (ad ?? content)?.viewingSessionID ?? "" }

  // MARK: - Metadata

  /// Measures `asset`, which is not a page, and closes an open page. `isNew`: whether an ad differs from the previous
  /// ad or follows content.
  mutating func load(_ asset: Asset, isNew: Bool, now: Int64) {
    ad?.close(isLast: false, into: &reports)
    if asset.kind == .ad {
      if isNew || ad == nil { ad = makeAd(asset, now: now) } else { ad?.asset = asset }
    } else {
      ad = nil
      loadContent(asset, now: now)
    }
    closeStaticView(now: now)
  }

  private mutating func loadContent(_ asset: Asset, now: Int64) {
    ended = nil
    if let known = content?.asset, known.isSame(as: asset) {
      content?.asset = asset
      return
    }
    content?.close(isLast: false, into: &reports)
    content = nil
    guard asset.isDCRContent(withAudio: configuration.products.audio) else { return }
    let id = pendingID ?? identifier(now)
    content = makeMeter(asset, viewingSessionID: id, now: now)
    pendingID = nil
    stopTime = nil
  }

  private mutating func makeAd(_ asset: Asset, now: Int64) -> DCRMeter {
    var id = content?.viewingSessionID ?? ended?.viewingSessionID ?? pendingID
    if id == nil {
      pendingID = identifier(now)
      id = pendingID
    }
    return makeMeter(asset, viewingSessionID: id ?? "", now: now)
  }

  private func makeMeter(_ asset: Asset, viewingSessionID: String, now: Int64) -> DCRMeter {
    DCRMeter(
      asset: asset,
      viewingSessionID: viewingSessionID,
      now: now,
      configuration: configuration
    )
  }

  private mutating func identifier(_ now: Int64) -> String {
    givenIDs.popFirst() ?? random.identifier(at: now)
  }

  /// Updates the metadata of the content and the ad that are already being measured.
  mutating func update(content: Asset, ad: Asset?) {
    if self.content != nil { self.content?.asset = content }
    if let ad, self.ad != nil { self.ad?.asset = ad }
  }

  // MARK: - Playheads

  /// Receives a playhead of 0 to 9,999,999,999 seconds of the active asset at `now` (Unix seconds).
  /// Only the seconds that `counted` allows are counted.
  mutating func playhead(
    _ position: Int64,
    isInAd: Bool,
    counted: Countable = .everything,
    now: Int64
  ) {
    if isRenewalDue { renewViews() }
    guard isInAd else {
      if stopTime != nil { notePause(isOver: true, now: now) }
      _ = content?.playhead(position, counted: counted, now: now, into: &reports)
      return
    }
    guard let isFirst = ad.map({ !$0.hasPlayhead }) else { return }
    let seconds = ad?.playhead(position, counted: counted, now: now, into: &reports) ?? 0
    guard content != nil else { return }
    content?.ads.number += isFirst ? 1 : 0
    content?.ads.seconds += Int64(seconds)
  }

  /// Whether a playhead at `position` continues the ad. True when there is no ad, or it has no playhead yet.
  func adGoesOn(at position: Int64) -> Bool { ad?.continues(at: position) ?? true }

  /// The last playhead of the measured content that was not ignored, in seconds; nil if there is none.
  var contentPosition: Int64? { content?.position }
  var adPosition: Int64? { ad?.position }

  /// Continues the most recently loaded asset from the playhead `position`. Does nothing if `position` is nil because
  /// the asset had no playhead.
  mutating func goOn(after position: Int64?) {
    guard let position else { return }
    if ad != nil { ad?.goOn(after: position) } else { content?.goOn(after: position) }
  }

  /// Starts to measure another ad, which no metadata has announced.
  mutating func beginAnotherAd(now: Int64) {
    guard let asset = ad?.asset else { return }
    ad = makeAd(asset, now: now)
  }

  // MARK: - Interruptions

  /// Handles `stop`: closes the segment of an ad; content may continue.
  mutating func stop(now: Int64) {
    if ad != nil {
      ad?.close(isLast: false, into: &reports)
    } else if content?.hasPlayhead ?? false {
      stopTime = now
    }
  }

  private mutating func notePause(isOver: Bool, now: Int64) {
    defer { stopTime = nil }
    guard let stopTime, now - stopTime >= Self.shortestPause, let position = content?.position
    else { return }
    content?.events.note(.pause, at: position)
    if isOver { content?.events.note(.resume, at: position) }
  }

  /// Closes content and ads. `byEnd`: whether `end` was called; an ad after `end` still belongs to the content.
  mutating func closePlaying(byEnd: Bool, now: Int64) {
    if let content, byEnd { ended = (content.asset, content.viewingSessionID) }
    ad?.close(isLast: true, into: &reports)
    ad = nil
    if stopTime != nil { notePause(isOver: false, now: now) }
    if let position = content?.position { content?.events.note(.stop, at: position) }
    content?.close(isLast: true, into: &reports)
    content = nil
    pendingID = nil
    isRenewalDue = false
  }

  mutating func forgetEndedContent() { ended = nil }

  /// Reports the counts so far when the playing device changes. The next playheads make new views.
  mutating func renewViews() {
    isRenewalDue = false
    ad?.renewView(into: &reports)
    content?.renewView(into: &reports)
  }

  mutating func renewViewsLater() { isRenewalDue = true }

  /// Reports the counts so far, including that of an open page, and drops unreported ads and events. Playback continues
  /// for another user at `now` (milliseconds).
  mutating func split(now: Int64) {
    isRenewalDue = false
    stopTime = nil
    ad?.split(into: &reports)
    content?.split(into: &reports)
    staticView?.split(now: now, into: &reports)
  }

  mutating func setMuted(_ isMuted: Bool) {
    guard isMuted != self.isMuted else { return }
    self.isMuted = isMuted
    guard isMuted, let position = content?.position else { return }
    content?.events.note(.mute, at: position)
  }

  // MARK: - Pages

  /// Opens `page` unless it is already open, and closes content and ads.
  mutating func open(_ page: Asset, now: Int64) {
    closePlaying(byEnd: false, now: now)
    ended = nil
    if let known = staticView?.page, known.isSame(as: page) {
      staticView?.page = page
      return
    }
    closeStaticView(now: now)
    staticView = StaticView(
      page: page,
      now: now,
      interval: configuration.thresholds.staticTimerSeconds,
      into: &reports
    )
  }

  mutating func advanceStaticView(now: Int64) {
    staticView?.advance(now: now, into: &reports)
  }

  mutating func closeStaticView(now: Int64) {
    staticView?.close(now: now, into: &reports)
    staticView = nil
  }
}

struct StaticView: Sendable {
  /// The page; changes when metadata of the same page is loaded again.
  var page: Asset
  private let interval: Int64
  private var lastPing: Int64

  /// Opens `page` at `now` (Unix seconds); a timer is due every `interval` seconds.
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

  /// Reports the time up to `now` (milliseconds) if that time is more than zero. The view continues for
  /// another user with the next whole second.
  mutating func split(now: Int64, into reports: inout [DCRReport]) {
    if now / 1000 > lastPing { report(now: now / 1000, isLast: false, into: &reports) }
    lastPing = Countable.firstSecond(after: now)
  }

  /// Reports the time up to `now` (Unix seconds) and ends the view.
  mutating func close(now: Int64, into reports: inout [DCRReport]) {
    report(now: now, isLast: true, into: &reports)
  }

  private mutating func report(now: Int64, isLast: Bool, into reports: inout [DCRReport]) {
    // If the clock was set back, no time is counted.
    let start = min(lastPing, now)
    reports.append(
      DCRReport(
        kind: .timer(CountedSegment(timeSpent: now - start), isLast: isLast),
        asset: page,
        viewingSessionID: "",
        startTime: start
      )
    )
    lastPing = now
  }
}
