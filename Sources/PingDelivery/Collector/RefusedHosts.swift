/// The hosts that are never contacted: those of production collection, and those that a configuration adds
/// (section 4.4 of the engine's specification).
struct RefusedHosts: Sendable, Equatable {
  /// Compiled in: nothing can remove them.
  private static let production = ["imrworldwide.com", "nielsen.com"]

  private let added: [String]

  /// The hosts of production and `names`.
  init(_ names: Set<String> = []) {
    added = names.map(Self.normalized).filter { !$0.isEmpty }.sorted()
  }

  /// Why `host` must not be contacted; nil when it may be. Case and trailing dots do not matter.
  func refusal(of host: some StringProtocol) -> CollectorURLError? {
    let name = Self.normalized(host)
    func isMet(_ domain: String) -> Bool { name == domain || name.hasSuffix("." + domain) }
    if let domain = Self.production.first(where: isMet) { return .productionHost(domain) }
    return added.first(where: isMet).map(CollectorURLError.refusedHost)
  }

  private static func normalized(_ host: some StringProtocol) -> String {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    return String(name)
  }
}
