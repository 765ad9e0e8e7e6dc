import CCurl

/// The scheme, host and port of an `http` or `https` URL as libcurl, which makes the connection, reads them.
package struct URLPlace: Sendable, Hashable {
  /// Whether the scheme is `https`.
  package let isSecure: Bool
  /// The host in lower case, without brackets. A number that means an IPv4 address is written as such an address.
  package let host: String
  package let port: Int

  /// Reads a URL; fails for anything else.
  package init?(_ url: String) {
    guard let handle = curl_url() else { return nil }
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
      // libcurl would map other letters to ASCII after the name has been judged.
      host.utf8.allSatisfy({ $0 < 0x80 }),
      let port = part(CURLUPART_PORT).flatMap({ Int($0) })
    else { return nil }
    isSecure = scheme == "https"
    self.host =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
    self.port = port
  }
}
