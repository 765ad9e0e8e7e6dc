import CCurl

/// The destination of an `http` or `https` URL, as libcurl reads it, which is what connects.
package struct URLPlace: Sendable, Hashable {
  /// Whether the scheme is `https`.
  package let isSecure: Bool
  /// In lower case, without brackets; numbers that mean an IPv4 address are written as one.
  package let host: String
  package let port: Int

  /// Reads a URL; nil when it is something else.
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
      // Other letters would be mapped to ASCII after the name has been judged.
      host.utf8.allSatisfy({ $0 < 0x80 }),
      let port = part(CURLUPART_PORT).flatMap({ Int($0) })
    else { return nil }
    isSecure = scheme == "https"
    self.host =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
    self.port = port
  }
}
