/// The owner of the content id to which seconds are credited.
enum DTVRSource: String, Sendable {
  case finalDistributor = "FD"
  case programContent = "PC"
}

/// A report of DTVR that becomes a ping: collected payloads, a lookup, or a credit.
enum DTVRReport: Sendable, Equatable {
  /// Collected payloads, joined by `~`.
  case payloads(String)
  /// The lookup of a time-shift code, for the CID sessions that a tag started.
  case lookup(TimeShiftQuestion)
  case credit(Credit)

  struct Credit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case impression
      case view(CountedSegment)
      /// `isWon`: whether the CID session has made its view ping.
      case duration(CountedSegment, isWon: Bool, isLast: Bool)
      /// `dayStart`: the start of the content's day in Unix seconds. If the newest tag has no time, the clock is used.
      case quarterHour(Int, dayStart: Int64)
    }

    var kind: Kind
    var source: DTVRSource
    var contentID: MeasuredContentID
    var breakout: UInt8
    var timeShift: String?
    /// Whether the ping is forwarded to the data provider and aggregated.
    var isForwarded: Bool
  }
}

package struct TimeShiftQuestion: Sendable, Equatable {
  var payload: String
  var breakout: String
  /// The CID sessions that wait for the answer.
  var sessions: [CIDSession.ID]

  /// Whether `text` is a time-shift code: two digits.
  static func isCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { $0 &- 0x30 <= 9 }
  }
}

/// The parameter `cr`: tag presence, breakout, time shift, the credit, and the ad model.
enum CreditString {
  private static let presence = "2"

  /// The credit string of `credit`. `unknownTimeShift` is the code until a lookup is answered;
  /// `emptyPattern` is the pattern of an impression.
  static func make(
    _ credit: DTVRReport.Credit,
    adModel: String,
    unknownTimeShift: String,
    emptyPattern: String
  ) -> String {
    let middle =
      switch credit.kind {
      case .impression: "I1_\(emptyPattern)"
      case .view(let segment): "V\(segment.number)_\(segment.pattern)"
      case .duration(let segment, let isWon, _):
        "\(isWon ? "D" : "S")\(segment.number)_\(segment.pattern)"
      case .quarterHour(let quarter, let dayStart): "Q\(quarter)_\(DecimalTime.day(dayStart))"
      }
    let timeShift = credit.timeShift ?? unknownTimeShift
    return "\(presence)_\(breakout(credit.breakout))_\(timeShift)_\(middle)_\(adModel)"
  }

  static func breakout(_ code: UInt8) -> String { code < 10 ? "0\(code)" : "\(code)" }
}
