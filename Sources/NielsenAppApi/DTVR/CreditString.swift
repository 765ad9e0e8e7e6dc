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
      case .quarterHour(let quarter, let dayStart): "Q\(quarter)_\(CivilTime(dayStart).day)"
      }
    let timeShift = credit.timeShift ?? unknownTimeShift
    return "\(presence)_\(breakout(credit.breakout))_\(timeShift)_\(middle)_\(adModel)"
  }

  /// The breakout code as two digits.
  static func breakout(_ code: UInt8) -> String { code < 10 ? "0\(code)" : "\(code)" }
}
