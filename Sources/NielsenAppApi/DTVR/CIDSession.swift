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
