import Formats
import HTTP
import NielsenAppApi

/// Where pings are sent: a collector of one's own, never one of production.
public struct Collector: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case http(HTTPAddress)
    /// The absolute path of a file.
    case file(String)
  }

  let place: Place

  /// The path of the file; nil: it is a server.
  package var path: String? { if case .file(let path) = place { path } else { nil } }

  /// Reads the URL of a collector: `http://HOST[:PORT][/PATH]`, the same with `https`, or
  /// `file:///PATH` for a file that gets one URL a line.
  ///
  /// - Throws: ``CollectorURLError``.
  public init(_ text: String) throws(CollectorURLError) {
    if text.lowercased().hasPrefix("file:") {
      let path = text.dropFirst("file:".count)
      guard path.hasPrefix("///"), path.utf8.count > 3,
        !path.contains(where: { "\0%?#".contains($0) })
      else { throw CollectorURLError("give the file as file:///PATH, without escapes") }
      place = .file(String(path.dropFirst(2)))
      return
    }
    let address = try HTTPAddress(text)
    guard !address.target.contains("?") else {
      throw CollectorURLError("a collector has no query: leave out what follows '?'")
    }
    place = .http(address)
  }

  /// Checks that `hosts`, which a configuration adds to those of production, leave this one alone.
  ///
  /// - Throws: ``CollectorURLError``.
  public func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    guard case .http(let address) = place else { return }
    if let refusal = RefusedHosts(hosts).refusal(of: address.host) { throw refusal }
  }

  /// Checks that `text` is an `http` or `https` URL whose host may be contacted, for a purpose other than
  /// sending pings.
  ///
  /// - Throws: ``CollectorURLError``.
  package static func checkAddress(
    _ text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    _ = try HTTPAddress(text, refusing: RefusedHosts(hosts))
  }

  /// The URL of a ping at `address` instead of its own host: the path and the query stay, after
  /// the path of the collector.
  ///
  /// - Throws: ``CollectorURLError`` when `url` is not valid.
  static func url(of url: String, at address: HTTPAddress) throws(CollectorURLError) -> HTTPAddress
  {
    guard HTTPAddress.isPlain(url), let scheme = url.firstRange(of: "://") else {
      throw CollectorURLError("the URL of the ping has letters that no URL has")
    }
    let rest = url[scheme.upperBound...]
    let target = rest.firstIndex { "/?#".contains($0) }.map { rest[$0...] } ?? "/"
    var address = address
    while address.target.hasSuffix("/") { address.target.removeLast() }
    address.target += (target.hasPrefix("/") ? "" : "/") + target
    return address
  }
}

/// Why pings are not sent to a URL.
public struct CollectorURLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why pings are not sent to a URL.
  public enum Code: Sendable, Hashable {
    /// It is not a complete `http`, `https` or `file` URL, or has parts that a collector must not have.
    case malformed
    /// Its host collects real measurement data.
    case productionHost
    /// The configuration refuses its host.
    case refusedHost
  }

  /// Why pings are not sent.
  public var code: Code
  /// The problem and its remedy.
  public var description: String

  init(_ description: String, _ code: Code = .malformed) {
    (self.code, self.description) = (code, description)
  }
}

/// The hosts that are never contacted: those of production collection, and those that a configuration adds
/// (section 4.4 of the engine's specification).
struct RefusedHosts: Sendable {
  private let added: [String]

  /// The hosts of production and `names`.
  init(_ names: Set<String> = []) {
    added = names.map { ProductionHosts.normalized($0) }.filter { !$0.isEmpty }.sorted()
  }

  /// Why `host` must not be contacted; nil when it may be. Case and trailing dots do not matter.
  func refusal(of host: some StringProtocol) -> CollectorURLError? {
    if let domain = ProductionHosts.domain(of: host) {
      return CollectorURLError(
        "pings are never sent to \(domain), where real measurement data is collected: "
          + "name a collector of your own",
        .productionHost
      )
    }
    return ProductionHosts.domain(of: host, in: added).map {
      CollectorURLError(
        "the configuration refuses \($0) (refusedHosts): name another host",
        .refusedHost
      )
    }
  }

  /// Why there is a host that must not be contacted in any part of what may be read as an authority,
  /// escapes and the full stops of other scripts (UTS #46) undone.
  func refusal(anywhereIn text: String) -> CollectorURLError? {
    let plain = PercentEncoding.decode(text).map { ["。", "．", "｡"].contains($0) ? "." : $0 }
    return plain.split { "/\\@:?#[] ".contains($0) }.lazy.compactMap { refusal(of: String($0)) }
      .first
  }
}

/// An `http` or `https` URL of a host that may be contacted.
///
/// It is read strictly, so that no client can understand it in another way: no user part, no
/// escapes or letters beyond ASCII in the host, no backslash.
struct HTTPAddress: Sendable, Equatable {
  /// The scheme, the host in lower case, and the port if there is one: `http://127.0.0.1:8977`.
  let origin: String
  /// In lower case; IPv6 addresses in brackets.
  let host: String
  /// The path, beginning with a slash, and the query; no fragment.
  var target: String

  /// The whole URL.
  var text: String { origin + target }

  /// Reads `text`.
  ///
  /// - Throws: ``CollectorURLError``, also when the host must not be contacted.
  init(_ text: String, refusing hosts: RefusedHosts = RefusedHosts()) throws(CollectorURLError) {
    let isPlain = Self.isPlain(text) && !text.contains("\\")
    let parts = URIReference(text)
    let authority = parts.authority ?? ""
    if let refusal = hosts.refusal(anywhereIn: isPlain ? authority : text) { throw refusal }
    guard isPlain else {
      throw CollectorURLError(
        "a URL has no spaces, backslashes or letters beyond ASCII: encode them"
      )
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      parts.authority != nil
    else {
      throw CollectorURLError(
        "it is not an http or https URL: give one like http://127.0.0.1:8977"
      )
    }
    guard !authority.contains("@") else {
      throw CollectorURLError(
        "user names and passwords are not sent: remove the part before '@'"
      )
    }
    let portStart = authority.lastIndex(of: ":").flatMap {
      authority[$0...].contains("]") ? nil : $0
    }
    let port = portStart.map { authority[$0...] } ?? ""
    if !port.isEmpty, URLAuthority.port(port.dropFirst()) ?? 0 == 0 {
      throw CollectorURLError("the port is not a number from 1 to 65535: correct it")
    }
    host = authority[..<(portStart ?? authority.endIndex)].lowercased()
    guard Self.isName(host) || Self.isBracketed(host) else {
      throw CollectorURLError("the host is missing or no host name or address: correct it")
    }
    // The check for disguised addresses does not cover one in brackets.
    if let refusal = hosts.refusal(of: host) { throw refusal }
    origin = scheme + "://" + host + port
    let path = parts.path.isEmpty ? "/" : parts.path
    target = path + (parts.query.map { "?" + $0 } ?? "")
  }

  /// Whether `text` has neither spaces nor control characters nor letters beyond ASCII.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

  private static func isName(_ host: String) -> Bool {
    (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.contains("..")
      && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
  }

  private static func isBracketed(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]") && host.contains(":")
      && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.".contains($0) }
  }
}
