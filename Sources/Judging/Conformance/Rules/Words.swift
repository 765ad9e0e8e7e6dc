import Formats
import TimedMetadata

/// Numbers as the messages of all rules write them.
enum Words {
  /// Seconds with one decimal: `40.0 s`.
  static func seconds(_ seconds: Double) -> String { "\(oneDecimal(seconds)) s" }

  /// A limit in seconds, without decimals where it has none: `19 s`, `0.5 s`.
  static func limit(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15
      ? "\(Int(seconds)) s" : "\(plain(seconds)) s"
  }

  /// A PID as specifications write it: `PID 0x102`.
  static func pid(_ pid: Int) -> String { "PID 0x\(String(pid, radix: 16))" }

  /// Two lower-case hexadecimal digits.
  static func hex(_ byte: UInt8) -> String { byte.hexadecimal }

  /// Four lower-case hexadecimal digits.
  static func hex(_ number: UInt16) -> String { number.hexadecimal }

  /// Bytes in hexadecimal: `00 41`.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { hex($0) }.joined(separator: " ")
  }

  /// A time on the presentation timeline with three decimals: `108.500 s`.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds) s" }
    let thousandths = Int((abs(seconds) * 1000).rounded())
    let rest = String(thousandths % 1000 + 1000).dropFirst()
    return "\(seconds < 0 && thousandths > 0 ? "-" : "")\(thousandths / 1000).\(rest) s"
  }

  /// A text of somebody else's in quotation marks.
  static func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

  /// A text of somebody else's, cut where it is long, without control characters.
  static func printable(_ text: String) -> String {
    let printable = text.unicodeScalars.prefix(80).map { scalar in
      scalar.isASCII && (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
    }
    return String(printable) + (text.unicodeScalars.count > 80 ? "…" : "")
  }

  /// A message about a tag, with the owner of one that is not Nielsen's.
  static func message(_ words: String, owner: String?) -> String {
    owner.map { "\(words); owner \(quoted($0))" } ?? words
  }

  /// One decimal, rounded half away from zero.
  static func oneDecimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "-" : ""
    return "\(sign)\(tenths / 10).\(tenths % 10)"
  }

  /// The shortest decimal text of the value.
  private static func plain(_ value: Double) -> String { "\(value)" }
}
