import NielsenAppApi

/// The hosts that are never contacted: those of production collection, and those that a configuration adds
/// (section 4.4 of the engine's specification).
struct RefusedHosts: Sendable, Equatable {
  private let added: [String]

  /// The hosts of production and `names`.
  init(_ names: Set<String> = []) {
    added = names.map(Self.normalized).filter { !$0.isEmpty }.sorted()
  }

  /// Why `host` must not be contacted; nil when it may be. Case and trailing dots do not matter.
  func refusal(of host: some StringProtocol) -> CollectorURLError? {
    if let domain = Self.productionDomain(of: host) { return .productionHost(domain) }
    return Self.domain(of: host, in: added).map(CollectorURLError.refusedHost)
  }

  /// The domain of production that `host` belongs to; nil when it belongs to none.
  static func productionDomain(of host: some StringProtocol) -> String? {
    ProductionHosts.domain(of: host)
  }

  private static func domain(of host: some StringProtocol, in domains: [String]) -> String? {
    let name = normalized(host)
    return domains.first { name == $0 || name.hasSuffix("." + $0) }
  }

  private static func normalized(_ host: some StringProtocol) -> String {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    return String(name)
  }
}
