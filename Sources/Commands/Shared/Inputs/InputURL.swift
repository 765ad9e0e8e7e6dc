import Formats

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

  /// Nil when the scheme is another.
  init?(_ text: String, scheme: String) {
    switch scheme.lowercased() {
    case "http", "https": kind = .web
    case "udp", "rtp", "srt": kind = .feed
    default: return nil
    }
    self.text = text
  }

  /// For results and diagnostics: without user and password, and without the passphrase of SRT.
  var name: String {
    guard let authority = URLAuthority(of: text) else { return text }
    let shown = text[kind == .web ? authority.host : authority.range]
    let rest = text[authority.range.upperBound...]
    return text[..<authority.range.lowerBound] + shown + hidingPassphrase(rest)
  }

  private func hidingPassphrase(_ rest: Substring) -> String {
    guard kind == .feed else { return String(rest) }
    return rest.split(separator: "&", omittingEmptySubsequences: false).map { part in
      guard let mark = part.utf8.firstRange(of: "passphrase=".utf8) else { return String(part) }
      return part[..<mark.upperBound] + "***"
    }.joined(separator: "&")
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
