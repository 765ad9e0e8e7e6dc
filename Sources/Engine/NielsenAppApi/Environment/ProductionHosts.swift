/// The hosts of Nielsen's production collection, to which no ping is ever sent. The list is compiled in, and no
/// setting removes a host. The mitmproxy add-on in `Integrations/mitmproxy` has a copy of the list.
package enum ProductionHosts {
  /// The domains, each of which includes all its subdomains.
  package static let domains = ["imrworldwide.com", "nielsen.com"]

  /// The production domain that `host` belongs to; nil for any other host. Case and trailing dots are ignored.
  package static func domain(of host: some StringProtocol) -> String? {
    domain(of: host, in: domains)
  }

  /// The first of `domains` that `host` belongs to; nil for any other host. The domains must be in
  /// the form that ``normalized(_:)`` returns.
  package static func domain(of host: some StringProtocol, in domains: [String]) -> String? {
    let name = normalized(host)
    return domains.first { name == $0 || name.hasSuffix("." + $0) }
  }

  package static func normalized(_ host: some StringProtocol) -> String {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    return String(name)
  }
}
