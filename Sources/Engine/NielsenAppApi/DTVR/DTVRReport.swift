/// The two halves of DTVR.
enum DTVRSource: String, Sendable {
  case finalDistributor = "FD"
  case programContent = "PC"
}

/// A fact for which a ping is due.
enum DTVRReport: Sendable, Equatable {
  /// Payloads to pass on, joined by `~`.
  case payloads(String)
  /// A tag for which the time-shift code is requested, for the CID sessions it started.
  case lookup(TimeShiftQuestion)
  /// A change of the credit of a CID session.
  case credit(Credit)

  struct Credit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case impression
      case view(CountedSegment)
      /// `isWon`: the view of the CID session has been made.
      case duration(CountedSegment, isWon: Bool, isLast: Bool)
      /// `dayStart`: Unix seconds at which the content's day began; by the clock when no tag has it.
      case quarterHour(Int, dayStart: Int64)
    }

    var kind: Kind
    var source: DTVRSource
    var contentID: MeasuredContentID
    var breakout: UInt8
    var timeShift: String?
    /// Whether the ping is meant for the data provider and counts towards aggregation.
    var isForwarded: Bool
  }
}

/// A question for a time-shift code.
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

/// The parameter `cr`: presence, breakout, time shift, what was credited, ad model.
enum CreditString {
  /// Tag presence of DTVR.
  private static let presence = "2"

  /// The credit string of `credit`. `unknownTimeShift` is the code while no lookup was answered,
  /// `emptyPattern` a pattern without a won minute.
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

  /// The breakout code as two digits.
  static func breakout(_ code: UInt8) -> String { code < 10 ? "0\(code)" : "\(code)" }
}
