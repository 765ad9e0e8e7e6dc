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
}
