import Formats

/// An `http` or `https` URL of a host that may be contacted.
///
/// It is read strictly, so that no client can understand it in another way: no user part, no
/// escapes or letters beyond ASCII in the host, no backslash.
struct HTTPAddress: Sendable, Equatable {
  /// `http` or `https`.
  let scheme: String
  /// In lower case; IPv6 addresses in brackets.
  let host: String
  /// Nil: that of the scheme.
  let port: Int?
  /// The path, beginning with a slash, and the query; no fragment.
  let target: String

  /// Reads `text`.
  ///
  /// - Throws: ``CollectorURLError``, also when the host must not be contacted.
  init(
    _ text: String,
    refusing hosts: RefusedHosts = RefusedHosts()
  ) throws(CollectorURLError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      if let refusal = Self.refusal(anywhereIn: text, hosts) { throw refusal }
      throw .malformed("a URL has no spaces, backslashes or letters beyond ASCII: encode them")
    }
    let lower = text.lowercased()
    guard let scheme = ["http", "https"].first(where: { lower.hasPrefix($0 + "://") }) else {
      throw .malformed("it is not an http or https URL: give one like http://127.0.0.1:8977")
    }
    let rest = text.dropFirst(scheme.utf8.count + 3)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    (host, port) = try Self.readAuthority(rest[..<end], refusing: hosts)
    // The check for disguised addresses does not cover one in brackets.
    if let refusal = hosts.refusal(of: host) { throw refusal }
    self.scheme = scheme
    var target = rest[end...]
    if let fragment = target.firstIndex(of: "#") { target = target[..<fragment] }
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// The same host with another path and query.
  init(_ address: HTTPAddress, target: String) {
    scheme = address.scheme
    host = address.host
    port = address.port
    self.target = target
  }

  /// Checks the host against further ones that must not be contacted.
  ///
  /// - Throws: ``CollectorURLError``.
  func check(_ hosts: RefusedHosts) throws(CollectorURLError) {
    if let refusal = hosts.refusal(of: host) { throw refusal }
  }

  var text: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") + target }

  // MARK: - Authority

  private static func readAuthority(
    _ authority: Substring,
    refusing hosts: RefusedHosts
  ) throws(CollectorURLError) -> (host: String, port: Int?) {
    if let refusal = refusal(anywhereIn: String(authority), hosts) { throw refusal }
    guard !authority.contains("@") else {
      throw .malformed("user names and passwords are not sent: remove the part before '@'")
    }
    var host = authority
    var port: Int?
    let colon = authority.lastIndex(of: ":")
    if let colon, authority[colon...].firstIndex(of: "]") == nil {
      host = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      guard let number = URLAuthority.port(digits), number > 0 else {
        throw .malformed("the port is not a number from 1 to 65535: correct it")
      }
      port = Int(number)
    }
    guard isName(host) || isBracketed(host) else {
      throw .malformed("the host is missing or no host name or address: correct it")
    }
    return (host.lowercased(), port)
  }

  private static func isName(_ host: Substring) -> Bool {
    (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.contains("..")
      && host.utf8.allSatisfy { isAlphanumeric($0) || "-._".utf8.contains($0) }
  }

  private static func isBracketed(_ host: Substring) -> Bool {
    guard host.hasPrefix("["), host.hasSuffix("]") else { return false }
    let address = host.dropFirst().dropLast()
    return address.contains(":")
      && address.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil || ":.".utf8.contains($0) }
  }

  // MARK: - Disguised addresses

  /// Why there is a host that must not be contacted in any part of what may be read as an authority,
  /// escapes and the full stops of other scripts (UTS #46) undone.
  private static func refusal(
    anywhereIn text: String,
    _ hosts: RefusedHosts
  ) -> CollectorURLError? {
    let plain = PercentEncoding.decode(text).map { ["。", "．", "｡"].contains($0) ? "." : $0 }
    let parts = plain.split { "/\\@:?#[] ".contains($0) }
    return parts.lazy.compactMap { hosts.refusal(of: String($0)) }.first
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
