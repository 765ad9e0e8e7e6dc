import Formats

/// The template of segment addresses (5.3.9.4.4): `video_$Number%05d$.m4s`.
struct AddressTemplate: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case number(width: Int)
    case time(width: Int)
  }

  /// More digits than any number needs.
  private static let maximumWidth = 40

  private(set) var parts: [Part] = []
  /// Text between dollars that is not an identifier; kept as written.
  private(set) var unknown: String?

  /// Parses a template and replaces the identifiers that do not depend on the segment.
  init(_ template: String, representation: String, bandwidth: Int?) {
    var text = ""
    var pieces = template.split(separator: "$", omittingEmptySubsequences: false)[...]
    text += pieces.popFirst() ?? ""
    while let piece = pieces.popFirst() {
      // No closing dollar.
      guard let following = pieces.popFirst() else {
        unknown = unknown ?? String(piece)
        text += "$" + piece
        break
      }
      let (name, width) = Self.identifier(piece)
      var part: Part?
      switch (name, width) {
      case ("", nil): text += "$"
      case ("RepresentationID", nil): text += representation
      case ("Bandwidth", _): text += Decimals.padded(bandwidth ?? 0, to: width ?? 1)
      case ("Number", _): part = .number(width: width ?? 1)
      case ("Time", _): part = .time(width: width ?? 1)
      default:
        unknown = unknown ?? String(piece)
        text += "$" + piece + "$"
      }
      if let part {
        if !text.isEmpty { parts.append(.text(text)) }
        parts.append(part)
        text = ""
      }
      text += following
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The address of a segment.
  func text(number: Int64, time: Int64) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .number(let width): Decimals.padded(number, to: width)
      case .time(let width): Decimals.padded(time, to: width)
      }
    }.joined()
  }

  /// Splits `Number%05d` into name and width; formats such as `%d` are read as decimals.
  private static func identifier(_ piece: Substring) -> (name: Substring, width: Int?) {
    guard let mark = piece.firstIndex(of: "%") else { return (piece, nil) }
    let digits = piece[piece.index(after: mark)...].dropLast()
    guard piece.last == "d", digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let width = digits.isEmpty ? 1 : Int(digits), width <= maximumWidth
    else { return (piece, nil) }
    return (piece[..<mark], width)
  }
}
