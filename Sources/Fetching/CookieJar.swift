/// The cookies of one top-level URL, in memory (RFC 6265, section 5.3).
///
/// It knows no list of public suffixes: a domain without a dot in it is refused, `co.uk` is not.
struct CookieJar: Sendable {
  /// RFC 6265, section 6.1, asks for at least so many in all, and for each domain.
  static let capacity = 1000
  static let capacityOfDomain = 50
  /// Bytes of name and value.
  static let largestCookie = 4096

  private struct Entry: Sendable {
    var cookie: Cookie
    var domain: String
    var path: String
    var isHostOnly: Bool
  }

  /// The oldest first.
  private var entries: [Entry] = []

  /// How many there are.
  var count: Int { entries.count }

  /// Keeps a cookie that an answer to `address` sets.
  mutating func set(_ cookie: Cookie, from address: HTTPAddress, now: Int64) {
    guard cookie.name.utf8.count + cookie.value.utf8.count <= Self.largestCookie else { return }
    var domain = address.host
    if let wanted = cookie.domain, wanted != address.host {
      guard wanted.contains("."), Self.domain(wanted, matches: address.host) else { return }
      domain = wanted
    }
    // What came in clear may not replace or become what is only for encrypted connections.
    guard !cookie.isSecure || address.isSecure else { return }
    let entry = Entry(
      cookie: cookie,
      domain: domain,
      path: cookie.path ?? Self.folder(of: address.path),
      isHostOnly: cookie.domain == nil
    )
    let old = entries.firstIndex {
      $0.cookie.name == cookie.name && $0.domain == domain && $0.path == entry.path
    }
    if let old {
      guard !entries[old].cookie.isSecure || address.isSecure else { return }
      entries.remove(at: old)
    }
    dropExpired(now)
    guard cookie.expiry ?? .max > now else { return }
    entries.append(entry)
    if entries.count(where: { $0.domain == domain }) > Self.capacityOfDomain,
      let oldest = entries.firstIndex(where: { $0.domain == domain })
    {
      entries.remove(at: oldest)
    }
    if entries.count > Self.capacity { entries.removeFirst() }
  }

  /// The value of `Cookie` for a request; nil without cookies.
  func header(for address: HTTPAddress, now: Int64) -> String? {
    let fitting = entries.filter { entry in
      (entry.isHostOnly
        ? entry.domain == address.host : Self.domain(entry.domain, matches: address.host))
        && Self.path(entry.path, matches: address.path)
        && (!entry.cookie.isSecure || address.isSecure)
        && entry.cookie.expiry ?? .max > now
    }
    guard !fitting.isEmpty else { return nil }
    // Longer paths first, the older first among equals; sorting in Swift is stable.
    return fitting.sorted { $0.path.utf8.count > $1.path.utf8.count }
      .map { "\($0.cookie.name)=\($0.cookie.value)" }.joined(separator: "; ")
  }

  private mutating func dropExpired(_ now: Int64) {
    entries.removeAll { $0.cookie.expiry ?? .max <= now }
  }

  /// Section 5.1.3. Addresses match only themselves.
  private static func domain(_ domain: String, matches host: String) -> Bool {
    if domain == host { return true }
    let isAddress =
      host.contains(":")
      || host.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
    return host.hasSuffix("." + domain) && !isAddress
  }

  /// Section 5.1.4.
  private static func path(_ path: String, matches request: String) -> Bool {
    request == path
      || request.hasPrefix(path)
        && (path.hasSuffix("/") || request.dropFirst(path.count).first == "/")
  }

  /// The default path: up to the last slash.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
