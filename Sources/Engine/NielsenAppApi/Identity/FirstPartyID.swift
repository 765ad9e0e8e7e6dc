import Formats
import System

/// A first-party id: 29 random characters and the ten-digit Unix time at which it was made.
struct FirstPartyID: Sendable, Equatable {
  var text: String
  /// When the id was made, in Unix seconds.
  var created: Int64
  /// When this engine instance read or made the id, in Unix seconds.
  var accessed: Int64

  /// A stored first-party id, made at `created` and read at `accessed` (Unix seconds); nil unless `text` is 29
  /// lower-case letters and digits followed by `created` as ten digits, and `created` is not after `accessed`.
  init?(stored text: String, created: Int64, accessed: Int64) {
    let characters = Array(text.utf8)
    guard (0...max(0, accessed)).contains(created), characters.count == Self.length,
      characters.allSatisfy(Self.isAllowed), text.hasSuffix(DecimalTime.tenDigits(created))
    else { return nil }
    self.init(text: text, created: created, accessed: accessed)
  }

  init(text: String, created: Int64, accessed: Int64) {
    self.text = text
    self.created = created
    self.accessed = accessed
  }

  private static let length = 39

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || byte.isDigit
  }

  func isExpired(at now: Int64, days: Int) -> Bool {
    let (age, isOverflowing) = now.subtractingReportingOverflow(created)
    return isOverflowing || age >= Int64(days) * 86_400
  }
}
