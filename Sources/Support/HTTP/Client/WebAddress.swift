import CCurl
import Formats

/// An `http` or `https` URL in the parts that libcurl finds. The host rules check these parts, because libcurl makes
/// the connection.
package struct WebAddress: Sendable, Hashable {
  /// The URL without user, password and fragment, with scheme and host in lower case, such as
  /// `https://a.example:8443/b?c`.
  package let text: String
  package let isSecure: Bool
  /// The host in lower case, without brackets; numbers that mean an IPv4 address are written as that address.
  package let host: String
  /// The port, 0 to 65,535; the default port of the scheme if the URL has no port.
  package let port: Int
  /// The user, and the password after a colon, as written (RFC 3986, section 3.2.1); nil if the URL has neither.
  package let userInformation: String?

  /// Reads a URL; nil if it is not a valid `http` or `https` URL, or if its host is not ASCII.
  package init?(_ url: String) {
    var reference = URIReference(url)
    guard let authority = reference.authority, !authority.isEmpty, let handle = curl_url() else {
      return nil
    }
    defer { curl_url_cleanup(handle) }
    func part(_ what: CURLUPart) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      let flags = UInt32(CURLU_DEFAULT_PORT)
      guard curl_url_get(handle, what, &text, flags) == CURLUE_OK, let text else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme),
      let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty,
      // libcurl would map other letters to ASCII after the address rules have been applied to the name.
      host.utf8.allSatisfy({ $0 < 0x80 }),
      let port = part(CURLUPART_PORT).flatMap({ Int($0) })
    else { return nil }
    isSecure = scheme == "https"
    self.host =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
    self.port = port
    let mark = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    userInformation = mark.map { String(authority[..<$0]) }
    let place = mark.map { authority.utf8[$0...].dropFirst() } ?? authority.utf8[...]
    reference.scheme = scheme
    reference.authority = Substring(place).lowercased()
    reference.fragment = nil
    if reference.path.isEmpty { reference.path = "/" }
    text = reference.text
  }

  /// The host, and the port unless it is the default, for messages.
  package var place: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// The last segment of the path, for messages.
  var lastSegment: String {
    URIReference(text).path.utf8.split(separator: UInt8(ascii: "/")).last
      .map { String(Substring($0)) } ?? "/"
  }

  /// Whether secrets for `other` may be sent to this address too: it has the same host, and either the same scheme and
  /// port or, if `other` is not encrypted, the scheme `https`.
  func mayKnowSecrets(of other: WebAddress) -> Bool {
    guard host == other.host else { return false }
    return isSecure == other.isSecure ? port == other.port : isSecure
  }

  /// The value of `Authorization` for user and password (RFC 7617); nil if the URL has no user.
  var authorization: String? {
    guard let userInformation else { return nil }
    let parts = userInformation.utf8.split(
      separator: UInt8(ascii: ":"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    ).map { PercentEncoding.decode(String(Substring($0))) }
    return "Basic "
      + Base64.encode(Array("\(parts[0]):\(parts.count > 1 ? parts[1] : "")".utf8))
  }
}

extension WebAddress {
  /// Reads a URL to fetch. Characters that no URL may contain are percent-encoded.
  init(fetching url: String) throws(ResourceError) {
    let encoded = URIEncoding.encodeIllegal(url)
    func refused(_ reason: String, _ remedy: String = "check the URL") -> ResourceError {
      let shown = URLAuthority.withoutUser(encoded)
      return ResourceError(.unsupported, url: shown, reason: reason, remedy: remedy)
    }
    guard !encoded.isEmpty else { throw refused("is not a URL") }
    guard let scheme = URIReference(encoded).scheme?.lowercased(),
      ["http", "https"].contains(scheme)
    else { throw refused("is not an http or https URL", "only http and https are fetched") }
    guard let authority = URLAuthority(of: encoded), !authority.host.isEmpty else {
      throw refused("has no host")
    }
    guard let address = WebAddress(encoded) else { throw refused("is not a URL") }
    guard address.port > 0 else { throw refused("names an impossible port") }
    self = address
  }

  /// The address in the `Location` field of a response to this URL (RFC 9110, section 10.2.2).
  func resolving(_ location: String) throws(ResourceError) -> WebAddress {
    try WebAddress(fetching: URIReference.resolve(location, against: text))
  }
}
