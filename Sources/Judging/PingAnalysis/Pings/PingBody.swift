import Formats
import TimedMetadata

/// The content of the body of a request to `/cgi-bin/`, detected from the bytes: captures keep no header
/// fields.
package enum PingBody: Sendable, Equatable {
  /// A body without pings. Text in it that resembles parameters is ignored.
  package enum Foreign: Sendable, Equatable { case json, markup, multipart, binary }

  /// Nothing that says anything: what there is is in the URL.
  case empty
  /// Its lines, each the parameters of a ping or its URL. There is at least one.
  case lines([Substring])
  /// The URLs of pings, out of an array of JSON. There is at least one.
  case urls([String])
  /// Something else.
  case foreign(Foreign)

  /// Bytes at the start in which a body of several parts must have the head of its first.
  private static let openingSize = 4096

  /// Reads a body; nil: there is none.
  package init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = .empty
      return
    }
    // A text has no NUL; every compressed body has one soon.
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

  /// The lines that can hold parameters, or are the URLs of pings. By scalars: a body may have a
  /// million bytes, and none of these joins with what is beside it.
  private static func lines(of text: String) -> [Substring] {
    text.unicodeScalars.split { lineEnds.contains($0) }.map { Substring($0) }
      .filter { $0.utf8.contains(UInt8(ascii: "=")) || PingRecognizer.isPing(String($0)) }
  }

  // MARK: - Other forms

  /// The texts of an array, or the one text, if each is the URL of a ping; else none.
  private static func urls(inJSON text: Substring) -> [String] {
    var stream = JSONStream(CaptureBytes(MemorySource(Array(text.utf8))))
    let value: JSONValue
    do throws(CaptureError) {
      value = try stream.entry()
      guard try stream.next() == nil else { return [] }
    } catch {
      // It is neither JSON nor a list of parameters.
      return []
    }
    let elements = value.stringValue == nil ? value.elements : [value]
    let urls = elements.compactMap(\.stringValue)
    guard urls.count == elements.count, urls.allSatisfy({ PingRecognizer.isPing($0) }) else {
      return []
    }
    return urls
  }

  /// Whether a text has the form of RFC 2046, 5.1, as browsers send the fields of a form.
  private static func isMultipart(_ text: Substring) -> Bool {
    let opening = String(decoding: text.utf8.prefix(openingSize), as: UTF8.self)
    return opening.hasPrefix("--") && opening.lowercased().contains("content-disposition:")
  }
}
