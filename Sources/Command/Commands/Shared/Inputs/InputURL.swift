import Formats
import TimedMetadata

/// An input that is named by a URL.
struct InputURL: Equatable {
  /// How it is reached.
  enum Kind: Equatable {
    /// `http` or `https`.
    case web
    /// `udp`, `rtp` or `srt`.
    case feed
  }

  let kind: Kind
  /// As the user wrote it.
  let text: String
  /// ``name`` without a mark.
  let shown: String
  /// Tells it from URLs that differ only in what is hidden: see ``DistinctURLs``.
  var mark: String?

  /// Nil when the scheme is another.
  init?(_ text: String, scheme: String) {
    switch scheme.lowercased() {
    case "http", "https": kind = .web
    case "udp", "rtp", "srt": kind = .feed
    default: return nil
    }
    self.text = text
    shown = ShownURL.text(kind == .web ? text : NetworkURL.shown(text))
  }

  /// For results and messages: without user and password, and without the values of parameters.
  var name: String { mark.map { "\(shown)#\($0)" } ?? shown }

  /// The URL without user, password and passphrase, with the values of parameters.
  var values: String {
    kind == .web ? URLAuthority.withoutUser(text) : NetworkURL.shown(text)
  }

  /// Whether another URL may have the same name, although its parameters have other values.
  var hidesValues: Bool { !shown.utf8.elementsEqual(values.utf8) }

  /// A text that was given as an input, for messages: the URL in it without its secrets.
  static func shown(_ text: String) -> String {
    if let url = scheme(of: text).flatMap({ InputURL(text, scheme: $0) }) { return url.name }
    return URLAuthority(of: text) == nil ? text : NetworkURL.shown(text)
  }

  /// The scheme of a URL (RFC 3986, section 3.1); nil for a path.
  static func scheme(of argument: String) -> String? {
    guard let authority = URLAuthority(of: argument) else { return nil }
    let scheme = argument[authority.scheme]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
    return isScheme ? String(scheme) : nil
  }
}
