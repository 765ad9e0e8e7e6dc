import Formats
import TimedMetadata

/// Formats numbers and strings for the messages of all rules.
enum Words {
  /// Formats seconds with one decimal: `40.0 s`.
  static func seconds(_ seconds: Double) -> String { "\(oneDecimal(seconds)) s" }

  /// Formats a limit in seconds, without decimals if it is whole: `19 s`, `0.5 s`.
  static func limit(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15
      ? "\(Int(seconds)) s" : "\(plain(seconds)) s"
  }

  /// Formats a PID as specifications do: `PID 0x102`.
  static func pid(_ pid: Int) -> String { "PID 0x\(String(pid, radix: 16))" }

  static func hex(_ byte: UInt8) -> String { byte.hexadecimal }

  static func hex(_ number: UInt16) -> String { number.hexadecimal }

  /// Formats bytes in hexadecimal: `00 41`.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { hex($0) }.joined(separator: " ")
  }

  /// Formats a presentation time in seconds with three decimals: `108.500 s`.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds) s" }
    let thousandths = Int((abs(seconds) * 1000).rounded())
    let rest = String(thousandths % 1000 + 1000).dropFirst()
    return "\(seconds < 0 && thousandths > 0 ? "-" : "")\(thousandths / 1000).\(rest) s"
  }

  /// Quotes an external string, cleaned by `printable(_:)`.
  static func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

  /// Makes an external string safe to print: non-ASCII and control characters become `?`, and the string is cut after
  /// 80 characters.
  static func printable(_ text: String) -> String {
    let printable = text.unicodeScalars.prefix(80).map { scalar in
      scalar.isASCII && (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
    }
    return String(printable) + (text.unicodeScalars.count > 80 ? "…" : "")
  }

  /// Adds the owner to a message about a non-Nielsen tag.
  static func message(_ words: String, owner: String?) -> String {
    owner.map { "\(words); owner \(quoted($0))" } ?? words
  }

  /// Formats a number with one decimal, rounded half away from zero.
  static func oneDecimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "-" : ""
    return "\(sign)\(tenths / 10).\(tenths % 10)"
  }

  private static func plain(_ value: Double) -> String { "\(value)" }
}
