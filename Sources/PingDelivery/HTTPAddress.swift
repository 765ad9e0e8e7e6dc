import Formats
import NielsenAppApi

/// The hosts that are never contacted: those of production collection, and those that a configuration adds
/// (section 4.4 of the engine's specification).
struct RefusedHosts: Sendable, Equatable {
  private let added: [String]

  /// The hosts of production and `names`.
  init(_ names: Set<String> = []) {
    added = names.map { ProductionHosts.normalized($0) }.filter { !$0.isEmpty }.sorted()
  }

  /// Why `host` must not be contacted; nil when it may be. Case and trailing dots do not matter.
  func refusal(of host: some StringProtocol) -> CollectorURLError? {
    if let domain = ProductionHosts.domain(of: host) { return .productionHost(domain) }
    return ProductionHosts.domain(of: host, in: added).map(CollectorURLError.refusedHost)
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
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    let parts = URIReference(text)
    let authority = parts.authority ?? ""
    if let refusal = hosts.refusal(anywhereIn: isPlain ? authority : text) { throw refusal }
    guard isPlain else {
      throw .malformed("a URL has no spaces, backslashes or letters beyond ASCII: encode them")
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      parts.authority != nil
    else {
      throw .malformed("it is not an http or https URL: give one like http://127.0.0.1:8977")
    }
    guard !authority.contains("@") else {
      throw .malformed("user names and passwords are not sent: remove the part before '@'")
    }
    let portStart = authority.lastIndex(of: ":").flatMap {
      authority[$0...].contains("]") ? nil : $0
    }
    let port = portStart.map { authority[$0...] } ?? ""
    if !port.isEmpty, URLAuthority.port(port.dropFirst()) ?? 0 == 0 {
      throw .malformed("the port is not a number from 1 to 65535: correct it")
    }
    host = authority[..<(portStart ?? authority.endIndex)].lowercased()
    guard Self.isName(host) || Self.isBracketed(host) else {
      throw .malformed("the host is missing or no host name or address: correct it")
    }
    // The check for disguised addresses does not cover one in brackets.
    if let refusal = hosts.refusal(of: host) { throw refusal }
    origin = scheme + "://" + host + port
    let path = parts.path.isEmpty ? "/" : parts.path
    target = path + (parts.query.map { "?" + $0 } ?? "")
  }

  private static func isName(_ host: String) -> Bool {
    (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.contains("..")
      && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
  }

  private static func isBracketed(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]") && host.contains(":")
      && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.".contains($0) }
  }
}
