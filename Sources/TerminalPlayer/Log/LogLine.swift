import Formats
import Records
import Terminal

/// A line of the log on the screen.
struct LogLine: Sendable, Equatable {
  /// The second of the stream that was being played; nil before the first.
  var second: Int64?
  /// The kind of entry: `call`, `ping`, `event`, `error`, `note`.
  var kind: String
  var text: String
  var emphasis: TextEmphasis
  /// No terminal shows more, and metadata may be of any length.
  private static let mostScalars = 2000
  /// The playheads that the line represents; nil for other calls.
  private var playheads: ClosedRange<Int64>?

  init(_ entry: LogEntry) {
    second = entry.second
    switch entry.content {
    case .call(let name, let argument, let result):
      (kind, emphasis) = ("call", .none)
      text = name + (argument.map { " \($0.plainText)" } ?? "")
      if let result { text += " → \(result.plainText)" }
      if name == "playheadPosition", case .integer(let position) = argument {
        playheads = position...position
        emphasis = .faint
      }
    case .ping(let row):
      (kind, text) = ("ping", Self.text(of: row))
      emphasis = row.ping.product == .error ? .warning : .accent
    case .event(let code, let message):
      (kind, text, emphasis) = ("event", "\(code) \(message)", .good)
    case .error(let code, let name, let message):
      (kind, text, emphasis) = ("error", "\(code) \(name): \(message)", .bad)
    case .note(let message):
      (kind, text, emphasis) = ("note", message, .warning)
    }
    text = PrintableText.escaping(String(text.unicodeScalars.prefix(Self.mostScalars)))
  }

  /// One line for this one and the next, when both are playheads that follow each other.
  func joined(with next: LogLine) -> LogLine? {
    guard let playheads, let more = next.playheads, playheads.upperBound < .max,
      more.lowerBound == playheads.upperBound + 1
    else { return nil }
    var line = next
    line.playheads = playheads.lowerBound...more.upperBound
    line.text = "playheadPosition \(playheads.lowerBound)…\(more.upperBound)"
    return line
  }

  /// Product, type, segment, what was watched and the content: `dtvr duration, segment 1, 300 s, FD_…`.
  private static func text(of row: PingRow) -> String {
    let ping = row.ping
    let maker = row.input.hasSuffix(" (receiver)") ? "receiver: " : ""
    var words = ["\(maker)\(ping.product.rawValue) \(ping.type.rawValue)"]
    if let segment = segment(of: ping["cr"]) { words.append("segment \(segment)") }
    if let details = row.cells.last?.text, !details.isEmpty { words.append(details) }
    if ping["davty"] == "2" { words.append("the last") }
    return words.joined(separator: ", ")
  }

  /// The segment in a credit string: 1 in `2_00_99_D1_11111_1`. A quarter hour has none.
  private static func segment(of credit: String?) -> Int? {
    guard let part = credit?.split(separator: "_").dropFirst(3).first, let kind = part.first,
      "VDS".contains(kind)
    else { return nil }
    return Int(part.dropFirst())
  }
}

extension JSONValue {
  /// The value as text: a text without quotes, an object as its members.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .object(let members):
      members.map { "\($0.key)=\($0.value.plainText)" }.joined(separator: " ")
    default: text
    }
  }
}
