/// Digital in TV Ratings: turns tags and playheads of one viewing session after the other into
/// reports.
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
  private var finalDistributor: DTVRPipeline
  private var programContent: DTVRPipeline
  private var duplicates: DuplicateWindow
  private var buffer: RawID3Buffer
  private var sessionCount: UInt64 = 0

  init(configuration: EngineConfiguration) {
    source = configuration.dtvr.creditSource
    countsProgramContent = configuration.dtvr.rtvod
    tagGap = Int64(configuration.thresholds.id3GapSeconds)
    nullID = MeasuredContentID(text: configuration.defaults.nullCid)
    lookups = configuration.lookups
    products = configuration.products
    clock = PlayheadClock(gap: configuration.thresholds.playheadGapSeconds)
    finalDistributor = DTVRPipeline(source: .finalDistributor, configuration: configuration)
    programContent = DTVRPipeline(source: .programContent, configuration: configuration)
    duplicates = DuplicateWindow(capacity: configuration.dtvr.duplicateWindow)
    buffer = RawID3Buffer(limits: configuration.rawID3)
  }

  /// Whether the time now comes from the tags alone.
  var isOnTagClock: Bool {
    switch source {
    case .auto: !hasPlayhead
    case .playhead: false
    case .tag: true
    }
  }

  /// The position of a stream, for continuing it in another viewing session.
  struct Place: Sendable {
    /// The last playhead; nil: there was none.
    var position: Int64?
    /// Whether the time comes from the tags alone.
    var isOnTagClock: Bool
  }

  var place: Place { Place(position: clock.position, isOnTagClock: isOnTagClock) }

  /// Continues from `place` in a viewing session that has just been opened.
  mutating func goOn(from place: Place) {
    if let position = place.position { _ = clock.advance(to: position) }
    hasPlayhead = !place.isOnTagClock
  }

  // MARK: - Playheads

  /// Receives a playhead of 0 to 9,999,999,999 seconds at `now` milliseconds.
  ///
  /// While an ad is the active asset, seconds that no tag confirms are not content and are not
  /// played. Of what was played `counted` counts.
  mutating func playhead(
    _ position: Int64,
    isInAd: Bool,
    counted: Countable = .everything,
    now: Int64,
    into reports: inout [DTVRReport]
  ) {
    guard source != .tag else { return }
    hasPlayhead = true
    switch clock.advance(to: position) {
    case .ignored:
      return
    case .played(let seconds):
      play(seconds, isInAd: isInAd, counted: counted, now: now, into: &reports)
    case .seek(let distance):
      clearCurrentTags()
      duplicates.clear()
      if distance > tagGap { closeSegments(into: &reports) }
    }
  }

  /// Plays `seconds`: of one moment the reports of the final distributor come first.
  private mutating func play(
    _ seconds: Int,
    isInAd: Bool,
    counted: Countable,
    now: Int64,
    into reports: inout [DTVRReport]
  ) {
    let end = played + Int64(seconds)
    let played = (played..<end).prefix {
      !isInAd || finalDistributor.vouches(at: $0) || programContent.vouches(at: $0)
    }
    self.played = played.endIndex
    let kept = played.clamped(to: end - Int64(min(seconds, counted.seconds))..<end)
    for second in kept { finalDistributor.play(played: second, now: now, into: &reports) }
    for second in kept { programContent.play(played: second, now: now, into: &reports) }
  }

  // MARK: - Tags

  /// Receives a valid payload, whose first ``TagPayload/length`` bytes are `bytes`, at `now`
  /// milliseconds. Of the seconds it covers only `counted` count.
  mutating func tag(
    _ tag: TagPayload,
    bytes: UnsafeRawBufferPointer,
    counted: Countable = .everything,
    now: Int64,
    into reports: inout [DTVRReport]
  ) {
    flushOverduePayloads(now: now, into: &reports)
    guard duplicates.accept(bytes) else { return }
    if products.id3 {
      if buffer.mustFlushBeforeAppending(now: now) { flushPayloads(into: &reports) }
      buffer.append(bytes, now: now)
    }
    guard products.dtvr else { return }

    let hasProgramContent = tag.programContent != nullID
    let hasFinalDistributor = tag.finalDistributor != nullID
    // An INFO tag: it neither becomes nor clears the current tag.
    guard hasProgramContent || hasFinalDistributor else { return }
    let isBoth = hasProgramContent && hasFinalDistributor
    let first =
      hasFinalDistributor
      ? DTVRPipeline.Side(
        contentID: tag.finalDistributor,
        offset: tag.finalDistributorOffset,
        breakout: tag.breakout,
        lastTagTime: tag.lastTagTime,
        isForwarded: !(isBoth && countsProgramContent)
      ) : nil
    let second =
      hasProgramContent
      ? DTVRPipeline.Side(
        contentID: tag.programContent,
        offset: tag.programContentOffset,
        breakout: tag.breakout,
        lastTagTime: tag.lastTagTime,
        isForwarded: !(isBoth && !countsProgramContent)
      ) : nil

    if isOnTagClock { playToTag(first, second, counted: counted, now: now, into: &reports) }
    handOver(first, second, bytes: bytes, breakout: tag.breakout, into: &reports)
  }

  /// Plays the seconds between the tags before and this one.
  private mutating func playToTag(
    _ first: DTVRPipeline.Side?,
    _ second: DTVRPipeline.Side?,
    counted: Countable,
    now: Int64,
    into reports: inout [DTVRReport]
  ) {
    let firstStep = first.flatMap { finalDistributor.step(to: $0) }.flatMap(continuous)
    let secondStep = second.flatMap { programContent.step(to: $0) }.flatMap(continuous)
    guard let step = firstStep ?? secondStep else { return }
    let end = played + step
    let seconds = max(played, end - min(step, Int64(counted.seconds)))..<end
    for second in seconds {
      finalDistributor.play(
        played: second,
        now: now,
        isCertain: firstStep != nil,
        into: &reports
      )
    }
    for second in seconds {
      programContent.play(
        played: second,
        now: now,
        isCertain: secondStep != nil,
        into: &reports
      )
    }
    played = end
  }

  private func continuous(_ step: Int64) -> Int64? {
    step >= 1 && step <= tagGap ? step : nil
  }

  private mutating func handOver(
    _ first: DTVRPipeline.Side?,
    _ second: DTVRPipeline.Side?,
    bytes: UnsafeRawBufferPointer,
    breakout: UInt8,
    into reports: inout [DTVRReport]
  ) {
    let firstStarts = first.map { finalDistributor.starts($0.contentID) } ?? false
    let secondStarts = second.map { programContent.starts($0.contentID) } ?? false
    let firstID = CIDSession.ID(number: sessionCount)
    let secondID = CIDSession.ID(number: sessionCount + 1)
    var lookup: TimeShiftQuestion?
    if firstStarts || secondStarts {
      sessionCount += 2
      lookup = question(
        bytes,
        breakout: breakout,
        sessions: (firstStarts ? [firstID] : []) + (secondStarts ? [secondID] : [])
      )
    }
    let repeatedPayload = lookups.repeatBeforeDuration ? lookup?.payload : nil
    if let first {
      finalDistributor.accept(
        first,
        played: played,
        newID: firstID,
        lookup: &lookup,
        repeatedPayload: repeatedPayload,
        into: &reports
      )
    } else {
      finalDistributor.clearCurrentTag()
    }
    if let second {
      programContent.accept(
        second,
        played: played,
        newID: secondID,
        lookup: &lookup,
        repeatedPayload: repeatedPayload,
        into: &reports
      )
    } else {
      programContent.clearCurrentTag()
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

  /// Receives the answer to a lookup.
  mutating func answer(_ code: String, for sessions: [CIDSession.ID]) {
    finalDistributor.answer(code, for: sessions)
    programContent.answer(code, for: sessions)
  }

  // MARK: - Breaks

  /// Another asset is played from now on.
  mutating func switchAsset() {
    clock.rebase()
    clearCurrentTags()
  }

  /// Passes the collected payloads on.
  mutating func flushPayloads(into reports: inout [DTVRReport]) {
    if let payloads = buffer.flush() { reports.append(.payloads(payloads)) }
  }

  /// Passes the collected payloads on when they have waited long enough.
  mutating func flushOverduePayloads(now: Int64, into reports: inout [DTVRReport]) {
    if buffer.isOverdue(now: now) { flushPayloads(into: &reports) }
  }

  /// Reports everything collected and counted so far; what is played continues in new segments.
  mutating func split(into reports: inout [DTVRReport]) {
    flushPayloads(into: &reports)
    closeSegments(into: &reports)
    finalDistributor.forgetQuarterHours()
    programContent.forgetQuarterHours()
  }

  /// Closes everything with the viewing session; the next one starts from nothing.
  mutating func end(into reports: inout [DTVRReport]) {
    flushPayloads(into: &reports)
    finalDistributor.end(into: &reports)
    programContent.end(into: &reports)
    duplicates.clear()
    clock.rebase()
    hasPlayhead = false
    played = 0
  }

  private mutating func clearCurrentTags() {
    finalDistributor.clearCurrentTag()
    programContent.clearCurrentTag()
  }

  /// Reports what was counted so far; what is played continues in new segments.
  mutating func closeSegments(into reports: inout [DTVRReport]) {
    finalDistributor.close(isLast: false, into: &reports)
    programContent.close(isLast: false, into: &reports)
  }
}
