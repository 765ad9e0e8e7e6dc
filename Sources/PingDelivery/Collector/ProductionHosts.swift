/// The hosts that are never contacted: those of production collection (section 4.4 of the engine's
/// specification).
enum ProductionHosts {
  /// Compiled in: nothing can remove them.
  private static let domains = ["imrworldwide.com", "nielsen.com"]

  /// The domain that `host` equals or lies in; nil when it may be contacted. Case and trailing dots
  /// do not matter.
  static func domain(of host: some StringProtocol) -> String? {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    return domains.first { name == $0 || name.hasSuffix("." + $0) }
  }
}
