/// The hosts of production collection, which nothing of this package contacts. Compiled in: no setting removes
/// one. The mitmproxy add-on in `Integrations/mitmproxy` has the same list.
package enum ProductionHosts {
  /// Domains; all hosts below them belong to them.
  package static let domains = ["imrworldwide.com", "nielsen.com"]

  /// The domain that `host` belongs to; nil when it belongs to none. Case and trailing dots do not matter.
  package static func domain(of host: some StringProtocol) -> String? {
    domain(of: host, in: domains)
  }

  /// The one of some domains, written as ``normalized(_:)`` does, that `host` belongs to; nil when it belongs to
  /// none.
  package static func domain(of host: some StringProtocol, in domains: [String]) -> String? {
    let name = normalized(host)
    return domains.first { name == $0 || name.hasSuffix("." + $0) }
  }

  /// A host in lower case, without dots at its end.
  package static func normalized(_ host: some StringProtocol) -> String {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    return String(name)
  }
}
