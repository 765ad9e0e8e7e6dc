import FoundationEssentials

/// Where an answer sends us.
enum Redirect {
  /// The URL that `location` means, seen from `address` (RFC 3986, section 5).
  ///
  /// - Throws: ``CollectorURLError`` when that is not a URL, or its host must not be contacted.
  static func resolve(
    _ location: String,
    from address: HTTPAddress,
    refusing hosts: RefusedHosts = RefusedHosts()
  ) throws(CollectorURLError) -> HTTPAddress {
    // Read in other ways by others: some take a backslash for a slash.
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let base = URL(string: address.text),
      let url = URL(string: location, relativeTo: base)
    else {
      throw .malformed("'\(location.prefix(200))' is not a URL: correct the collector")
    }
    return try HTTPAddress(url.absoluteString, refusing: hosts)
  }
}
