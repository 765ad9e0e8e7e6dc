/// A parsed credit string, the parameter `cr`, such as `2_00_99_D1_11111_1`, `4_00_99_V1_00000` or
/// `2_00_99_Q40_20231114_1`.
package struct SentCreditString: Sendable, Equatable {
  /// The measured product: `2` is DTVR, `4` is DCR.
  package var presence: String
  package var breakout: String
  package var timeShift: String
  /// The letter for the type of the ping: I, V, S, D or Q.
  package var prefix: String
  /// The number of the segment, or of the quarter hour in the day (0–95).
  package var number: Int
  /// One digit for each minute: 1 if the minute has credit, otherwise 0. Empty for a quarter hour.
  package var pattern: String
  /// The day of a quarter hour as YYYYMMDD. Empty for other types.
  package var day: String
  /// The ad model (DTVR only): linear or dynamic.
  package var adModel: String?

  /// The number of minutes with credit in `pattern`.
  package var creditedMinutes: Int { pattern.count { $0 == "1" } }
  package var otherMinutes: Int { pattern.count { $0 == "0" } }

  init?(_ text: String, of product: SentPing.Product) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 || parts.count == 6, let prefix = parts[3].first,
      prefix.isASCII, prefix.isLetter, let number = Int(parts[3].dropFirst()), number >= 0,
      !parts[4].isEmpty, parts[4].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    presence = parts[0]
    breakout = parts[1]
    timeShift = parts[2]
    self.prefix = String(prefix)
    self.number = number
    let isQuarterHour = prefix == "Q"
    pattern = isQuarterHour ? "" : parts[4]
    day = isQuarterHour ? parts[4] : ""
    adModel = parts.count == 6 ? parts[5] : nil
  }
}
