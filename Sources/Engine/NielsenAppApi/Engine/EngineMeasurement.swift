/// The measurement for DTVR and DCR. Times are in milliseconds.
struct EngineMeasurement: Sendable {
  struct Place: Sendable {
    /// The last DCR playhead of the content, in seconds; nil if there is none.
    var position: Int64?
    var adPosition: Int64?
    var linear: DTVRProcessor.Place
  }

  var dtvr: DTVRProcessor
  /// The measurement of DCR. Its times are seconds, except in ``DCRProcessor/split(now:)``.
  var dcr: DCRProcessor
  private var split = MeasurementSplit()
  /// The longest time, in milliseconds, that one playhead or tag can cover.
  private let longestGap: Int64

  init(_ configuration: EngineConfiguration, random: RandomSource, givenIDs: [String] = []) {
    dtvr = DTVRProcessor(configuration: configuration)
    dcr = DCRProcessor(configuration: configuration, random: random, givenIDs: givenIDs)
    let thresholds = configuration.thresholds
    longestGap = Int64(max(thresholds.id3GapSeconds, thresholds.playheadGapSeconds)) * 1000
  }

  var hasReports: Bool { !dtvr.reports.isEmpty || !dcr.reports.isEmpty }

  var place: Place {
    Place(position: dcr.contentPosition, adPosition: dcr.adPosition, linear: dtvr.place)
  }

  // MARK: - Assets

  mutating func load(_ asset: Asset, isNew: Bool, now: Int64) {
    if isNew { dtvr.switchAsset() }
    dcr.load(asset, isNew: isNew, now: now / 1000)
  }

  mutating func beginAnotherAd(now: Int64) {
    dtvr.switchAsset()
    dcr.beginAnotherAd(now: now / 1000)
  }

  /// Receives a playhead of 0 to 9,999,999,999 seconds of the active asset.
  mutating func playhead(_ position: Int64, isInAd: Bool, now: Int64) {
    let counted = split.countable(now: now, longest: longestGap)
    dtvr.playhead(position, isInAd: isInAd, counted: counted, now: now)
    dcr.playhead(position, isInAd: isInAd, counted: counted, now: now / 1000)
  }

  /// Receives a valid payload: the first ``TagPayload/length`` bytes of `bytes`.
  mutating func tag(_ tag: TagPayload, bytes: UnsafeRawBufferPointer, now: Int64) {
    let counted = split.countable(now: now, longest: longestGap)
    dtvr.tag(tag, bytes: bytes, counted: counted, now: now)
  }

  mutating func tag(held payload: String, now: Int64) {
    TagPayload.read(payload) { check, bytes in
      guard case .valid(let tag) = check else { return }
      dtvr.tag(tag, bytes: bytes, now: now)
    }
  }

  // MARK: - Interruptions

  mutating func pause(now: Int64) {
    dtvr.flushPayloads()
    dcr.stop(now: now / 1000)
  }

  mutating func close(byEnd: Bool, now: Int64) {
    dtvr.end()
    dcr.closePlaying(byEnd: byEnd, now: now / 1000)
    if !byEnd { dcr.forgetEndedContent() }
  }

  /// Continues content or an ad after `place`, in a new viewing session that begins at `start`.
  mutating func goOn(with asset: Asset, after place: Place, start: Int64) {
    let isAd = asset.kind == .ad
    dcr.load(asset, isNew: isAd, now: start / 1000)
    dcr.goOn(after: isAd ? place.adPosition : place.position)
  }

  // MARK: - Devices and users

  /// Reports the counts so far when the playing device changes. The next playheads make new DCR views. `later`: DCR
  /// reports at the next playhead, not now.
  mutating func renewViews(later: Bool) {
    dtvr.closeSegments()
    if later { dcr.renewViewsLater() } else { dcr.renewViews() }
  }

  mutating func splitUsers(now: Int64) {
    dtvr.split()
    dcr.split(now: now)
  }

  /// Excludes playback before `now` because the user was opted out.
  mutating func excludeTime(before now: Int64) { split = MeasurementSplit(at: now) }
}
