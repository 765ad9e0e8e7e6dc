import Formats
import TimedMetadata

/// The content of the body of a request to `/cgi-bin/`. It is detected by its bytes, because captures have no headers
/// of requests.
package enum PingBody: Sendable, Equatable {
  /// A body without pings. Text in it that resembles parameters is ignored.
  package enum Foreign: Sendable, Equatable { case json, markup, multipart, binary }

  /// No body, or one without content: all parameters are in the URL.
  case empty
  /// Lines, each with the parameters of a ping, or its URL. There is at least one.
  case lines([Substring])
  /// The URLs of pings from a JSON array. There is at least one.
  case urls([String])
  /// A body that has no pings.
  case foreign(Foreign)

  /// The number of bytes in which a multipart body must have the header of its first part.
  private static let openingSize = 4096

  /// Reads a body; nil: the request has none.
  package init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = .empty
      return
    }
    // Text has no NUL, and every compressed body soon has one.
    guard !text.utf8.contains(0) else {
      self = .foreign(.binary)
      return
    }
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case "[", "{", "\"":
      let urls = Self.urls(inJSON: Substring(start))
      self = urls.isEmpty ? .foreign(.json) : .urls(urls)
    case "<": self = .foreign(.markup)
    case "-" where Self.isMultipart(Substring(start)): self = .foreign(.multipart)
    default:
      let lines = Self.lines(of: text)
      self = lines.isEmpty ? .empty : .lines(lines)
    }
  }

  // MARK: - Lines

  private static let lineEnds: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// The lines that may have parameters, or are URLs of pings. They are split by scalars, which is fast for a body of a
  /// million bytes, and correct because line ends never combine with other characters.
  private static func lines(of text: String) -> [Substring] {
    text.unicodeScalars.split { lineEnds.contains($0) }.map { Substring($0) }
      .filter { $0.utf8.contains(UInt8(ascii: "=")) || PingRecognizer.isPing(String($0)) }
  }

  // MARK: - Other forms

  /// The texts in a JSON array, or the one text, if all of them are URLs of pings; otherwise none.
  private static func urls(inJSON text: Substring) -> [String] {
    var stream = JSONStream(CaptureBytes(MemorySource(Array(text.utf8))))
    let value: JSONValue
    do throws(CaptureError) {
      value = try stream.entry()
      guard try stream.next() == nil else { return [] }
    } catch {
      // The text is neither JSON nor a list of parameters.
      return []
    }
    let elements = value.stringValue == nil ? value.elements : [value]
    let urls = elements.compactMap(\.stringValue)
    guard urls.count == elements.count, urls.allSatisfy({ PingRecognizer.isPing($0) }) else {
      return []
    }
    return urls
  }

  /// Whether a text has the format of RFC 2046, 5.1, in which browsers send forms.
  private static func isMultipart(_ text: Substring) -> Bool {
    let opening = String(decoding: text.utf8.prefix(openingSize), as: UTF8.self)
    return opening.hasPrefix("--") && opening.lowercased().contains("content-disposition:")
  }
}
