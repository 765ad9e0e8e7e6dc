/// A first-party id: 29 random characters and the second of its creation.
struct FirstPartyID: Sendable, Equatable {
  /// The id as sent.
  var text: String
  /// When it was made, in Unix seconds.
  var created: Int64
  /// When this engine instance first read it, in Unix seconds.
  var accessed: Int64

  /// The stored id `text`, made at `created` and read at `accessed` (Unix seconds); nil when that
  /// is not 29 lower-case letters and digits followed by the ten digits of a second up to
  /// `accessed`.
  init?(stored text: String, created: Int64, accessed: Int64) {
    let characters = Array(text.utf8)
    guard (0...max(0, accessed)).contains(created), characters.count == Self.length,
      characters.allSatisfy(Self.isAllowed), text.hasSuffix(DecimalTime.tenDigits(created))
    else { return nil }
    self.init(text: text, created: created, accessed: accessed)
  }

  /// Makes an id of its parts.
  init(text: String, created: Int64, accessed: Int64) {
    self.text = text
    self.created = created
    self.accessed = accessed
  }

  private static let length = 39

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether its life of `days` is over at `now` (Unix seconds). `identity.fpidDays` of the configuration is 180 by default.
  func isExpired(at now: Int64, days: Int) -> Bool {
    let (age, isOverflowing) = now.subtractingReportingOverflow(created)
    return isOverflowing || age >= Int64(days) * 86_400
  }
}
