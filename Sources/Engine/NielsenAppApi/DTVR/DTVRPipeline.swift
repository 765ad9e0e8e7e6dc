/// One half of DTVR: credits played seconds to the content id of its side of the tags.
struct DTVRPipeline: Sendable {
  /// One side of a tag.
  struct Side {
    var contentID: MeasuredContentID
    var offset: Int64
    var breakout: UInt8
    var lastTagTime: Int64?
    var isForwarded: Bool
  }

  private let source: DTVRSource
  private let thresholds: EngineConfiguration.Thresholds
  private let countsQuarterHours: Bool
  private var session: CIDSession?
  private var segment: CreditSegment?
  private var hasCurrentTag = false

  init(source: DTVRSource, configuration: EngineConfiguration) {
    self.source = source
    thresholds = configuration.thresholds
    countsQuarterHours = source == .finalDistributor && configuration.products.aqh
  }

  // MARK: - Tags

  /// Whether a tag with `contentID` starts a CID session.
  func starts(_ contentID: MeasuredContentID) -> Bool { session?.contentID != contentID }

  /// The step from the offset of the newest tag of the CID session to that of `side`; nil when
  /// `side` belongs to another content id.
  func step(to side: Side) -> Int64? {
    guard let tag = session?.newestTag, !starts(side.contentID) else { return nil }
    return side.offset - tag.offset
  }

  /// No tag confirms the played seconds until the next one.
  mutating func clearCurrentTag() { hasCurrentTag = false }

  /// Whether the current tag confirms the second after `played`.
  func vouches(at played: Int64) -> Bool {
    guard hasCurrentTag, let tag = session?.newestTag.played else { return false }
    return played - tag < Int64(thresholds.tagWindowSeconds)
  }

  /// Receives one side of an accepted tag after `played` seconds of the viewing session.
  ///
  /// `newID` is used when the tag starts a CID session, which also takes the `lookup` that the tag
  /// causes, if the other side has not. `repeatedPayload` is asked about again before each duration.
  mutating func accept(
    _ side: Side,
    played: Int64,
    newID: CIDSession.ID,
    lookup: inout TimeShiftQuestion?,
    repeatedPayload: String?,
    into reports: inout [DTVRReport]
  ) {
    let position = CIDSession.TagPosition(offset: side.offset, played: played)
    if let tag = session?.newestTag, !starts(side.contentID) {
      let jump = (side.offset - tag.offset) - (played - tag.played)
      if abs(jump) > Int64(thresholds.id3GapSeconds) || side.breakout != session?.breakout {
        close(isLast: false, into: &reports)
      }
      session?.newestTag = position
      session?.breakout = side.breakout
      session?.isForwarded = side.isForwarded
      session?.lastTagTime = side.lastTagTime
    } else {
      close(isLast: false, into: &reports)
      session = CIDSession(
        id: newID,
        contentID: side.contentID,
        newestTag: position,
        breakout: side.breakout,
        isForwarded: side.isForwarded,
        lastTagTime: side.lastTagTime,
        repeatedPayload: repeatedPayload,
        quarterHours: QuarterHours(thresholds: thresholds)
      )
      if let question = lookup {
        reports.append(.lookup(question))
        lookup = nil
      }
      report(.impression, breakout: side.breakout, into: &reports)
    }
    hasCurrentTag = true
  }

  /// Receives the answer to a lookup.
  mutating func answer(_ code: String, for sessions: [CIDSession.ID]) {
    guard let id = session?.id, sessions.contains(id) else { return }
    session?.timeShift = code
  }

  // MARK: - Played seconds

  /// Counts one played second, with `played` seconds before it, at `now` milliseconds.
  ///
  /// `isCertain`: the second is between two tags and counts with any current tag.
  mutating func play(
    played: Int64,
    now: Int64,
    isCertain: Bool = false,
    into reports: inout [DTVRReport]
  ) {
    guard session != nil else { return }
    let isCredited = isCertain || vouches(at: played)
    if segment == nil {
      guard isCredited else { return }
      openSegment()
    }
    let winsMinute = segment?.play(isCredited: isCredited) ?? false
    if winsMinute { makeView(into: &reports) }
    if isCredited && countsQuarterHours { countQuarterHour(played, now, into: &reports) }
    if segment?.isFull ?? false { close(isLast: false, into: &reports) }
  }

  private mutating func openSegment() {
    guard let number = session?.segments, let breakout = session?.breakout else { return }
    session?.segments = number + 1
    segment = CreditSegment(number: number + 1, breakout: breakout, thresholds: thresholds)
  }

  private mutating func makeView(into reports: inout [DTVRReport]) {
    guard let session, !session.hasView, let segment,
      segment.wonMinutes >= thresholds.viewMinutes
    else { return }
    self.session?.hasView = true
    report(.view(segment.counted), breakout: segment.breakout, into: &reports)
  }

  private mutating func countQuarterHour(
    _ played: Int64,
    _ now: Int64,
    into reports: inout [DTVRReport]
  ) {
    guard let tag = session?.newestTag,
      let quarter = session?.quarterHours.count(tag.offset + (played - tag.played)),
      let session
    else { return }
    let dayStart = (session.lastTagTime ?? now / 1000) - tag.offset
    report(
      .quarterHour(quarter, dayStart: dayStart),
      breakout: session.breakout,
      into: &reports
    )
  }

  // MARK: - Closing

  /// Closes the open segment and reports it if enough of it counts.
  mutating func close(isLast: Bool, into reports: inout [DTVRReport]) {
    guard let closed = segment else { return }
    segment = nil
    guard closed.timeSpent >= thresholds.minimumSegmentSeconds, let session else { return }
    if let question = session.repeatedQuestion { reports.append(.lookup(question)) }
    report(
      .duration(closed.counted, isWon: session.hasView, isLast: isLast),
      breakout: closed.breakout,
      into: &reports
    )
  }

  /// Excludes the credits so far from quarter hours.
  mutating func forgetQuarterHours() {
    session?.quarterHours = QuarterHours(thresholds: thresholds)
  }

  /// Ends the CID session with the viewing session.
  mutating func end(into reports: inout [DTVRReport]) {
    close(isLast: true, into: &reports)
    session = nil
    hasCurrentTag = false
  }

  private func report(
    _ kind: DTVRReport.Credit.Kind,
    breakout: UInt8,
    into reports: inout [DTVRReport]
  ) {
    guard let session else { return }
    reports.append(
      .credit(
        DTVRReport.Credit(
          kind: kind,
          source: source,
          contentID: session.contentID,
          breakout: breakout,
          timeShift: session.timeShift,
          isForwarded: session.isForwarded
        )
      )
    )
  }
}

/// The measurement of one content id inside a viewing session.
struct CIDSession: Sendable {
  /// Identifies a CID session of one engine instance.
  struct ID: Hashable, Sendable {
    var number: UInt64
  }

  /// Where a tag found the content.
  struct TagPosition: Sendable {
    /// Seconds since the start of the content's day.
    var offset: Int64
    /// The played seconds of the viewing session when the tag came.
    var played: Int64
  }

  let id: ID
  let contentID: MeasuredContentID
  var newestTag: TagPosition
  var breakout: UInt8
  var isForwarded: Bool
  /// When the newest tag was released, in Unix seconds.
  var lastTagTime: Int64?
  /// The answered time-shift code.
  var timeShift: String?
  /// The payload to ask about again before each duration; nil when the question is not repeated.
  var repeatedPayload: String?
  var segments = 0
  var hasView = false
  var quarterHours: QuarterHours

  /// The codes after which nothing more is asked: recently telecast video on demand.
  private static let finalCodes: Set<String> = ["03", "07"]

  /// The question to ask again; nil when it is not repeated or finally answered.
  var repeatedQuestion: TimeShiftQuestion? {
    guard let repeatedPayload, !Self.finalCodes.contains(timeShift ?? "") else { return nil }
    return TimeShiftQuestion(
      payload: repeatedPayload,
      breakout: CreditString.breakout(breakout),
      sessions: [id]
    )
  }
}

/// The credited seconds of a content day by minute, for the quarter-hour pings.
struct QuarterHours: Sendable {
  private static let minutesPerQuarter = 15
  private static let minutesPerDay = 1440

  private let creditSeconds: UInt16
  private let minutesNeeded: UInt8
  private var seconds: [UInt16] = []
  private var wonMinutes: [UInt8] = []

  init(thresholds: EngineConfiguration.Thresholds) {
    creditSeconds = UInt16(min(thresholds.creditSeconds, 60))
    minutesNeeded = UInt8(thresholds.aqhMinutes)
  }

  /// Counts one credited second of content.
  ///
  /// - Parameter second: Seconds since the start of the content's day. The 25th hour of a day on
  ///   which the clocks go back has no quarter hour and is not counted.
  /// - Returns: The quarter hour, 0 to 95, that is won by this second; nil mostly.
  mutating func count(_ second: Int64) -> Int? {
    let minute = Int(second / 60)
    guard second >= 0, minute < Self.minutesPerDay else { return nil }
    if seconds.isEmpty {
      seconds = [UInt16](repeating: 0, count: Self.minutesPerDay)
      wonMinutes = [UInt8](repeating: 0, count: Self.minutesPerDay / Self.minutesPerQuarter)
    }
    guard seconds[minute] < creditSeconds else { return nil }
    seconds[minute] += 1
    guard seconds[minute] == creditSeconds else { return nil }
    let quarter = minute / Self.minutesPerQuarter
    wonMinutes[quarter] += 1
    return wonMinutes[quarter] == minutesNeeded ? quarter : nil
  }
}
