/// Digital in TV Ratings: turns the tags and playheads of successive viewing sessions into reports.
struct DTVRProcessor: Sendable {
  private let source: EngineConfiguration.DTVR.CreditSource
  private let countsProgramContent: Bool
  private let tagGap: Int64
  private let nullID: MeasuredContentID?
  private let lookups: EngineConfiguration.Lookups
  private let products: EngineConfiguration.Products

  private var clock: PlayheadClock
  private var hasPlayhead = false
  private var played: Int64 = 0
  /// The pipelines of the final distributor and the program content, in the order of their reports.
  private var pipelines: [DTVRPipeline]
  private var duplicates: DuplicateWindow
  private var buffer: RawID3Buffer
  private var sessionCount: UInt64 = 0
  private(set) var reports: [DTVRReport] = []

  init(configuration: EngineConfiguration) {
    source = configuration.dtvr.creditSource
    countsProgramContent = configuration.dtvr.rtvod
    tagGap = Int64(configuration.thresholds.id3GapSeconds)
    nullID = MeasuredContentID(text: configuration.defaults.nullCid)
    lookups = configuration.lookups
    products = configuration.products
    clock = PlayheadClock(gap: configuration.thresholds.playheadGapSeconds)
    pipelines = [.finalDistributor, .programContent].map {
      DTVRPipeline(source: $0, configuration: configuration)
    }
    duplicates = DuplicateWindow(capacity: configuration.dtvr.duplicateWindow)
    buffer = RawID3Buffer(limits: configuration.rawID3)
  }

  mutating func takeReports() -> [DTVRReport] {
    defer { reports = [] }
    return reports
  }

  /// Whether played seconds are currently counted by tags only.
  var isOnTagClock: Bool {
    switch source {
    case .auto: !hasPlayhead
    case .playhead: false
    case .tag: true
    }
  }

  /// A position in a stream, from which another viewing session can continue.
  struct Place: Sendable {
    /// The last playhead that was not ignored, in seconds; nil if there is none.
    var position: Int64?
    var isOnTagClock: Bool
  }

  var place: Place { Place(position: clock.position, isOnTagClock: isOnTagClock) }

  /// Continues a stream from `place` in a viewing session that has just been opened.
  mutating func goOn(from place: Place) {
    if let position = place.position { _ = clock.advance(to: position) }
    hasPlayhead = !place.isOnTagClock
  }

  // MARK: - Playheads

  /// Receives a playhead of 0 to 9,999,999,999 seconds at `now` (milliseconds).
  ///
  /// While an ad is the active asset, seconds that no tag confirms do not count as played content.
  /// Only the played seconds that `counted` allows are counted.
  mutating func playhead(_ position: Int64, isInAd: Bool, counted: Countable, now: Int64) {
    guard source != .tag else { return }
    hasPlayhead = true
    switch clock.advance(to: position) {
    case .ignored:
      return
    case .played(let seconds):
      play(seconds, isInAd: isInAd, counted: counted, now: now)
    case .seek(let distance):
      clearCurrentTags()
      duplicates.clear()
      if distance > tagGap { closeSegments() }
    }
  }

  private mutating func play(_ seconds: Int, isInAd: Bool, counted: Countable, now: Int64) {
    let end = played + Int64(seconds)
    let played = (played..<end).prefix { second in
      !isInAd || pipelines.contains { $0.vouches(at: second) }
    }
    self.played = played.endIndex
    let kept = played.clamped(to: end - Int64(min(seconds, counted.seconds))..<end)
    for index in pipelines.indices {
      for second in kept { pipelines[index].play(played: second, now: now, into: &reports) }
    }
  }

  // MARK: - Tags

  /// Receives a valid payload, the first ``TagPayload/length`` bytes of `bytes`, at `now` (milliseconds). Only the
  /// seconds that `counted` allows are counted.
  mutating func tag(
    _ tag: TagPayload,
    bytes: UnsafeRawBufferPointer,
    counted: Countable = .everything,
    now: Int64
  ) {
    flushOverduePayloads(now: now)
    guard duplicates.accept(bytes) else { return }
    if products.id3 {
      if buffer.mustFlushBeforeAppending(now: now) { flushPayloads() }
      buffer.append(bytes, now: now)
    }
    guard products.dtvr else { return }
    let isBoth = tag.finalDistributor != nullID && tag.programContent != nullID
    func side(_ id: MeasuredContentID, _ offset: Int64, isSecond: Bool) -> DTVRPipeline.Side? {
      guard id != nullID else { return nil }
      return DTVRPipeline.Side(
        contentID: id,
        offset: offset,
        breakout: tag.breakout,
        lastTagTime: tag.lastTagTime,
        isForwarded: !isBoth || isSecond == countsProgramContent
      )
    }
    let sides = [
      side(tag.finalDistributor, tag.finalDistributorOffset, isSecond: false),
      side(tag.programContent, tag.programContentOffset, isSecond: true),
    ]
    // An INFO tag has neither content id: it neither becomes nor clears the current tag.
    guard sides.contains(where: { $0 != nil }) else { return }
    if isOnTagClock { play(to: sides, counted: counted, now: now) }
    handOver(sides, bytes: bytes, breakout: tag.breakout)
  }

  private mutating func play(to sides: [DTVRPipeline.Side?], counted: Countable, now: Int64) {
    let steps = zip(pipelines, sides).map { pipeline, side in
      side.flatMap { pipeline.step(to: $0) }.flatMap { $0 >= 1 && $0 <= tagGap ? $0 : nil }
    }
    guard let step = steps.compactMap(\.self).first else { return }
    let end = played + step
    let seconds = max(played, end - min(step, Int64(counted.seconds)))..<end
    for (index, step) in steps.enumerated() {
      for second in seconds {
        pipelines[index].play(
          played: second,
          now: now,
          isCertain: step != nil,
          into: &reports
        )
      }
    }
    played = end
  }

  private mutating func handOver(
    _ sides: [DTVRPipeline.Side?],
    bytes: UnsafeRawBufferPointer,
    breakout: UInt8
  ) {
    let ids = sides.indices.map { CIDSession.ID(number: sessionCount + UInt64($0)) }
    let starting = ids.indices.filter { index in
      sides[index].map { pipelines[index].starts($0.contentID) } ?? false
    }
    var lookup: TimeShiftQuestion?
    if !starting.isEmpty {
      sessionCount += UInt64(ids.count)
      lookup = question(bytes, breakout: breakout, sessions: starting.map { ids[$0] })
    }
    let repeatedPayload = lookups.repeatBeforeDuration ? lookup?.payload : nil
    for (index, side) in sides.enumerated() {
      guard let side else {
        pipelines[index].clearCurrentTag()
        continue
      }
      pipelines[index].accept(
        side,
        played: played,
        newID: ids[index],
        lookup: &lookup,
        repeatedPayload: repeatedPayload,
        into: &reports
      )
    }
  }

  private func question(
    _ bytes: UnsafeRawBufferPointer,
    breakout: UInt8,
    sessions: [CIDSession.ID]
  ) -> TimeShiftQuestion? {
    let code = CreditString.breakout(breakout)
    guard products.tsv, lookups.breakouts.contains(code) else { return nil }
    let payload = String(decoding: bytes[0..<TagPayload.length], as: UTF8.self)
    return TimeShiftQuestion(payload: payload, breakout: code, sessions: sessions)
  }

  mutating func answer(_ code: String, for sessions: [CIDSession.ID]) {
    for index in pipelines.indices { pipelines[index].answer(code, for: sessions) }
  }

  // MARK: - Interruptions

  mutating func switchAsset() {
    clock.rebase()
    clearCurrentTags()
  }

  mutating func flushPayloads() {
    if let payloads = buffer.flush() { reports.append(.payloads(payloads)) }
  }

  /// Reports the collected payloads if the oldest has reached the maximum age at `now` (milliseconds).
  mutating func flushOverduePayloads(now: Int64) {
    if buffer.isOverdue(now: now) { flushPayloads() }
  }

  /// Reports the collected payloads, closes the open segments, and discards the counts for quarter hours. Playback
  /// continues in new segments.
  mutating func split() {
    flushPayloads()
    closeSegments()
    for index in pipelines.indices { pipelines[index].forgetQuarterHours() }
  }

  /// Reports the collected payloads and closes the CID sessions, at the end of the viewing session.
  mutating func end() {
    flushPayloads()
    for index in pipelines.indices { pipelines[index].end(into: &reports) }
    duplicates.clear()
    clock.rebase()
    hasPlayhead = false
    played = 0
  }

  private mutating func clearCurrentTags() {
    for index in pipelines.indices { pipelines[index].clearCurrentTag() }
  }

  mutating func closeSegments() {
    for index in pipelines.indices { pipelines[index].close(isLast: false, into: &reports) }
  }
}
