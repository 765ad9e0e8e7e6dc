import Formats
import TimedMetadata

/// The body of a request outside the Cloud API. Its format is detected from the bytes: request headers are not kept.
package enum PingBody: Sendable, Equatable {
  /// The format of a body that has no pings. Any text in it that resembles parameters is ignored.
  package enum Foreign: Sendable, Equatable { case json, markup, multipart, binary }

  /// No body, or a body without parameters: the URL has all parameters.
  case empty
  /// One or more lines, each with the parameters or the URL of a ping.
  case lines([Substring])
  /// One or more ping URLs from a JSON array or string.
  case urls([String])
  case foreign(Foreign)

  /// A multipart body must have the header of its first part within this number of bytes.
  private static let openingSize = 4096

  /// Parses a request body. `text` is nil if the request has no body.
  package init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = .empty
      return
    }
    // Text contains no NUL, but a compressed body usually contains some.
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

  /// The lines that may have parameters, or are ping URLs. Splitting by scalars is fast for megabytes, and correct
  /// because line ends never combine with other characters.
  private static func lines(of text: String) -> [Substring] {
    text.unicodeScalars.split { lineEnds.contains($0) }.map { Substring($0) }
      .filter { $0.utf8.contains(UInt8(ascii: "=")) || PingRecognizer.isPing(String($0)) }
  }

  // MARK: - Other forms

  /// The strings in a JSON array, or a single JSON string, if all are ping URLs. Otherwise empty.
  private static func urls(inJSON text: Substring) -> [String] {
    var stream = JSONStream(CaptureBytes(MemorySource(Array(text.utf8))))
    let value: JSONValue
    do throws(CaptureError) {
      value = try stream.entry()
      guard try stream.next() == nil else { return [] }
    } catch {
      // The text could not be read as JSON.
      return []
    }
    let elements = value.stringValue == nil ? value.elements : [value]
    let urls = elements.compactMap(\.stringValue)
    guard urls.count == elements.count, urls.allSatisfy({ PingRecognizer.isPing($0) }) else {
      return []
    }
    return urls
  }

  /// Whether text is a multipart body (RFC 2046, 5.1), such as a browser's `multipart/form-data`.
  private static func isMultipart(_ text: Substring) -> Bool {
    let opening = String(decoding: text.utf8.prefix(openingSize), as: UTF8.self)
    return opening.hasPrefix("--") && opening.lowercased().contains("content-disposition:")
  }
}
