/// The measurement: the two products and their reports. Times are milliseconds.
struct EngineMeasurement: Sendable {
  /// The reports from which pings are made.
  typealias Reports = (dtvr: [DTVRReport], dcr: [DCRReport])

  /// The position of a stream, for continuing it in another viewing session.
  struct Place: Sendable {
    /// The last playheads of content and ad in DCR; nil: there was none.
    var position: Int64?
    var adPosition: Int64?
    /// Where DTVR was.
    var linear: DTVRProcessor.Place
  }

  private var dtvr: DTVRProcessor
  private var dcr: DCRProcessor
  private var split = MeasurementSplit()
  private var dtvrReports: [DTVRReport] = []
  private var dcrReports: [DCRReport] = []
  /// The longest time that a playhead or a tag can say was played.
  private var longestGap: Int64

  init(_ configuration: EngineConfiguration, random: RandomSource, givenIDs: [String] = []) {
    dtvr = DTVRProcessor(configuration: configuration)
    dcr = DCRProcessor(configuration: configuration, random: random, givenIDs: givenIDs)
    longestGap = Self.longestGap(configuration.thresholds)
  }

  /// Begins again with another configuration.
  mutating func restart(
    _ configuration: EngineConfiguration,
    random: RandomSource,
    givenIDs: [String]
  ) {
    dtvr = DTVRProcessor(configuration: configuration)
    dcr = DCRProcessor(configuration: configuration, random: random, givenIDs: givenIDs)
    longestGap = Self.longestGap(configuration.thresholds)
  }

  private static func longestGap(_ thresholds: EngineConfiguration.Thresholds) -> Int64 {
    Int64(max(thresholds.id3GapSeconds, thresholds.playheadGapSeconds)) * 1000
  }

  // MARK: - What is known

  var hasReports: Bool { !dtvrReports.isEmpty || !dcrReports.isEmpty }

  /// Takes the reports since the last call.
  mutating func takeReports() -> Reports {
    defer { (dtvrReports, dcrReports) = ([], []) }
    return (dtvrReports, dcrReports)
  }

  var place: Place {
    Place(position: dcr.contentPosition, adPosition: dcr.adPosition, linear: dtvr.place)
  }

  /// Whether the time now comes from the tags alone.
  var isOnTagClock: Bool { dtvr.isOnTagClock }

  /// The content that `end` has closed, while an ad after it would belong to it.
  var endedContent: Asset? { dcr.endedContent }

  /// The id of the content session that is measured, or of the ad; empty when there is none.
  var viewingSessionID: String { dcr.viewingSessionID }

  /// Whether a page is open.
  var hasPage: Bool { dcr.staticView != nil }

  /// Whether a playhead at `position` continues the ad from the playhead before.
  func adGoesOn(at position: Int64) -> Bool { dcr.adGoesOn(at: position) }

  // MARK: - Metadata

  /// `asset` is content or an ad and is played from now on. `isNew`: another than was played.
  mutating func load(_ asset: Asset, isNew: Bool, now: Int64) {
    if isNew { dtvr.switchAsset() }
    dcr.load(asset, isNew: isNew, now: now / 1000, into: &dcrReports)
  }

  /// The metadata of what is played has changed, but not what is played.
  mutating func update(content: Asset, ad: Asset?) { dcr.update(content: content, ad: ad) }

  /// Another ad begins, which no call has named.
  mutating func beginAnotherAd(now: Int64) {
    dtvr.switchAsset()
    dcr.beginAnotherAd(now: now / 1000)
  }

  /// Separates further calls from the content that has ended.
  mutating func forgetEndedContent() { dcr.forgetEndedContent() }

  // MARK: - Playheads and tags

  /// Receives a playhead of 0 to 9,999,999,999 seconds of the active asset.
  mutating func playhead(_ position: Int64, isInAd: Bool, now: Int64) {
    let counted = split.countable(now: now, longest: longestGap)
    dtvr.playhead(position, isInAd: isInAd, counted: counted, now: now, into: &dtvrReports)
    dcr.playhead(
      position,
      isInAd: isInAd,
      counted: counted,
      now: now / 1000,
      into: &dcrReports
    )
  }

  /// Receives a valid payload, whose first ``TagPayload/length`` bytes are `bytes`.
  mutating func tag(_ tag: TagPayload, bytes: UnsafeRawBufferPointer, now: Int64) {
    let counted = split.countable(now: now, longest: longestGap)
    dtvr.tag(tag, bytes: bytes, counted: counted, now: now, into: &dtvrReports)
  }

  /// Counts a payload that came during a pause which is over now.
  mutating func tag(held payload: String, now: Int64) {
    TagPayload.read(payload) { check, bytes in
      guard case .valid(let tag) = check else { return }
      dtvr.tag(tag, bytes: bytes, now: now, into: &dtvrReports)
    }
  }

  /// Reports payloads that have waited for too long.
  mutating func flushOverduePayloads(now: Int64) {
    dtvr.flushOverduePayloads(now: now, into: &dtvrReports)
  }

  /// The answer to a time-shift lookup.
  mutating func answer(_ code: String, for sessions: [CIDSession.ID]) {
    dtvr.answer(code, for: sessions)
  }

  // MARK: - Breaks

  /// Playing stops; it may continue.
  mutating func pause(now: Int64) {
    dtvr.flushPayloads(into: &dtvrReports)
    dcr.stop(now: now / 1000, into: &dcrReports)
  }

  /// Closes what is played. `byEnd`: by a call of `end`, after which an ad still belongs to the content.
  mutating func close(byEnd: Bool, now: Int64) {
    dtvr.end(into: &dtvrReports)
    dcr.closePlaying(byEnd: byEnd, now: now / 1000, into: &dcrReports)
    if !byEnd { dcr.forgetEndedContent() }
  }

  /// Content continues after `place`, in a new viewing session that begins at `start`.
  mutating func goOn(with content: Asset, after place: Place, start: Int64) {
    dcr.load(content, isNew: false, now: start / 1000, into: &dcrReports)
    dcr.goOn(after: place.position)
  }

  /// An ad continues after `place`, in a new viewing session that begins at `start`.
  mutating func goOn(withAd ad: Asset, after place: Place, start: Int64) {
    dcr.load(ad, isNew: true, now: start / 1000, into: &dcrReports)
    dcr.goOn(after: place.adPosition)
  }

  /// The stream continues at `place`.
  mutating func goOn(from place: Place) { dtvr.goOn(from: place.linear) }

  // MARK: - Screens and users

  /// The receiver was connected to or left: what was counted so far is reported, and the views of DCR are due again.
  mutating func renewViews() {
    dtvr.closeSegments(into: &dtvrReports)
    dcr.renewViews(into: &dcrReports)
  }

  /// As ``renewViews()``, but in DCR at the next playhead.
  mutating func renewViewsLater() {
    dtvr.closeSegments(into: &dtvrReports)
    dcr.renewViewsLater()
  }

  /// Reports the counts so far, also on pages. Playback continues for another user.
  mutating func splitUsers(now: Int64) {
    dtvr.split(into: &dtvrReports)
    dcr.split(now: now, into: &dcrReports)
  }

  /// Excludes playback before `now`: the user was opted out.
  mutating func excludeTime(before now: Int64) { split = MeasurementSplit(at: now) }

  /// The volume was set; muting is an event.
  mutating func setMuted(_ isMuted: Bool) { dcr.setMuted(isMuted) }

  // MARK: - Pages

  /// Opens `page` unless it is open already; content and ads are over.
  mutating func openPage(_ page: Asset, now: Int64) {
    dcr.open(page, now: now / 1000, into: &dcrReports)
  }

  /// Reports the timer of an open page when it is due.
  mutating func advancePage(now: Int64) {
    dcr.advanceStaticView(now: now / 1000, into: &dcrReports)
  }

  /// Closes an open page.
  mutating func closePage(now: Int64) { dcr.closeStaticView(now: now / 1000, into: &dcrReports) }
}
