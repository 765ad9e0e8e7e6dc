/// Credits played seconds to one of a tag's two content ids: the final distributor's or the program content's.
struct DTVRPipeline: Sendable {
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

  func starts(_ contentID: MeasuredContentID) -> Bool { session?.contentID != contentID }

  /// The difference, in seconds, between the offset of `side` and that of the CID session's newest tag. Nil if there is
  /// no session or `side` has another content id.
  func step(to side: Side) -> Int64? {
    guard let tag = session?.newestTag, !starts(side.contentID) else { return nil }
    return side.offset - tag.offset
  }

  /// Removes the current tag, so no second is confirmed until the next tag.
  mutating func clearCurrentTag() { hasCurrentTag = false }

  /// Whether the current tag confirms the next second, after `played` seconds of the viewing session.
  func vouches(at played: Int64) -> Bool {
    guard hasCurrentTag, let tag = session?.newestTag.played else { return false }
    return played - tag < Int64(thresholds.tagWindowSeconds)
  }

  /// Receives one side of an accepted tag after `played` seconds of the viewing session.
  ///
  /// If the tag starts a CID session, the session gets `newID` and reports the `lookup` that the tag causes, unless
  /// the other side has already reported it. `repeatedPayload` is looked up again before duration pings.
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

  /// Stores the time-shift code that answers the lookup of `sessions`.
  mutating func answer(_ code: String, for sessions: [CIDSession.ID]) {
    guard let id = session?.id, sessions.contains(id) else { return }
    session?.timeShift = code
  }

  // MARK: - Played seconds

  /// Counts one played second at `now` (milliseconds), after `played` seconds of the viewing session.
  ///
  /// `isCertain`: whether the second is between two tags and is therefore credited without a current tag.
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

  /// Closes the open segment and reports it if it has enough credited seconds.
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

  mutating func forgetQuarterHours() {
    session?.quarterHours = QuarterHours(thresholds: thresholds)
  }

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

struct CIDSession: Sendable {
  /// The number of a CID session; unique in its engine instance.
  struct ID: Hashable, Sendable {
    var number: UInt64
  }

  struct TagPosition: Sendable {
    /// Seconds since the start of the content's day.
    var offset: Int64
    /// The number of seconds played in the viewing session when the tag arrived.
    var played: Int64
  }

  let id: ID
  let contentID: MeasuredContentID
  var newestTag: TagPosition
  var breakout: UInt8
  var isForwarded: Bool
  /// When the newest tag was released, in Unix seconds; nil if there is no plausible time.
  var lastTagTime: Int64?
  /// The time-shift code that a lookup returned; nil if there is none.
  var timeShift: String?
  /// The payload to look up again before duration pings; nil if lookups are not repeated.
  var repeatedPayload: String?
  var segments = 0
  var hasView = false
  var quarterHours: QuarterHours

  /// The codes after which no lookup is repeated: recently telecast video on demand.
  private static let finalCodes: Set<String> = ["03", "07"]

  /// The lookup to repeat; nil when lookups are not repeated or the answer is final.
  var repeatedQuestion: TimeShiftQuestion? {
    guard let repeatedPayload, !Self.finalCodes.contains(timeShift ?? "") else { return nil }
    return TimeShiftQuestion(
      payload: repeatedPayload,
      breakout: CreditString.breakout(breakout),
      sessions: [id]
    )
  }
}

/// Counts the credited seconds in each minute of the content's day, for the quarter-hour pings.
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
  /// - Returns: The quarter hour, 0 to 95, that this second wins; usually nil.
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
