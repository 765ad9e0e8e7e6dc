import Formats
import HTTP
import Presentation
import TimedMetadata

struct InputURL: Equatable {
  enum Kind: Equatable {
    /// `http` or `https`.
    case web
    /// `udp`, `rtp` or `srt`.
    case feed
  }

  let kind: Kind
  /// The URL as the user wrote it, with its secrets.
  let text: String
  /// ``name`` without ``mark``.
  let shown: String
  /// Distinguishes the URL from others that differ only in hidden values: see ``DistinctURLs``.
  var mark: String?

  /// Nil if the scheme is not supported.
  init?(_ text: String, scheme: String) {
    switch scheme.lowercased() {
    case "http", "https": kind = .web
    case "udp", "rtp", "srt": kind = .feed
    default: return nil
    }
    self.text = text
    shown = ShownURL.text(kind == .web ? text : NetworkURL.shown(text))
  }

  /// The URL as shown in results and messages: without user, password and passphrase and, unless `--show-queries` is
  /// given, without the values of parameters.
  var name: String { mark.map { "\(shown)#\($0)" } ?? shown }

  /// The URL without user, password and passphrase, with the values of parameters.
  var values: String {
    kind == .web ? URLAuthority.withoutUser(text) : NetworkURL.shown(text)
  }

  /// Whether another URL may have the same name, although the values of its parameters differ.
  var hidesValues: Bool { !shown.utf8.elementsEqual(values.utf8) }

  /// The text of an input for messages, without the secrets of a URL.
  static func shown(_ text: String) -> String {
    if let url = scheme(of: text).flatMap({ InputURL(text, scheme: $0) }) { return url.name }
    return URLAuthority(of: text) == nil ? text : NetworkURL.shown(text)
  }

  /// The scheme of a URL (RFC 3986, section 3.1). Nil for text that is not a URL, such as a path.
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

extension InputURL {
  /// The error in the URL and the remedy. Nil if the URL is valid; no server is contacted.
  var problem: String? {
    switch kind {
    case .web:
      do throws(ResourceError) {
        try HTTPLoader.check(text)
        return nil
      } catch {
        return "\(error.reason): \(error.remedy)"
      }
    case .feed:
      do throws(TimedMetadataError) {
        _ = try NetworkURL(text)
        return nil
      } catch {
        return "\(error.reason): \(error.remedy)"
      }
    }
  }

  /// The normalized URL (RFC 3986, section 6.2), to compare destinations. It contains the values of parameters and must
  /// not be shown.
  var identity: String {
    let values = values
    guard let authority = URLAuthority(of: values) else { return values }
    let scheme = values[authority.scheme].lowercased()
    var host = values[authority.range].lowercased()
    let rest = values.utf8[authority.range.upperBound...]
    guard kind == .web else { return "\(scheme)://\(host)\(Substring(rest))" }
    let usualPort = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(usualPort) { host.removeLast(usualPort.count) }
    // Fragments are not sent to servers.
    let path = rest.prefix { $0 != UInt8(ascii: "#") }
    let slash = path.first == UInt8(ascii: "/") ? "" : "/"
    return "\(scheme)://\(host)\(slash)\(Substring(path))"
  }
}

/// Gives distinct names to URLs that differ only in hidden values. A mark at the end of the name is a number, as in
/// `…/a.m3u8?id=…#2`, or the title in a list, as in `…/a.m3u8?id=…#News`. A title does not depend on the order of the
/// URLs.
struct DistinctURLs {
  private struct Namesakes {
    /// The marks, keyed by the bytes of the URL's identity. Strings that Unicode treats as equal may be different
    /// values.
    private var marks: [[UInt8]: String?] = [:]
    private var used: Set<String?> = []
    private var lowest = 1

    mutating func keep(_ identity: String, _ mark: String?) {
      marks[Array(identity.utf8)] = .some(mark)
      used.insert(mark)
    }

    mutating func mark(of identity: String, title: String?) -> String? {
      if let mark = marks[Array(identity.utf8)] { return mark }
      if let title, !used.contains(title) {
        keep(identity, title)
        return title
      }
      while used.contains(number) { lowest += 1 }
      let mark = number
      keep(identity, mark)
      return mark
    }

    /// The lowest number that may be free. Nil for the first URL, which has no number.
    private var number: String? { lowest == 1 ? nil : String(lowest) }
  }

  /// The marks of URLs, keyed by the URLs' names without a mark.
  private var known: [String: Namesakes] = [:]

  /// Reserves the mark that a URL already has.
  mutating func keep(_ url: InputURL) {
    guard url.hidesValues else { return }
    known[url.shown, default: Namesakes()].keep(url.identity, url.mark)
  }

  /// The URL, with a mark if its name hides values. A new URL gets its title as its mark if the title is free. Of the
  /// other URLs that look the same, the first gets no mark, and the next get the lowest free number.
  mutating func marked(_ url: InputURL, title: String? = nil) -> InputURL {
    guard url.hidesValues else { return url }
    var url = url
    url.mark = known[url.shown, default: Namesakes()].mark(of: url.identity, title: title)
    return url
  }
}
