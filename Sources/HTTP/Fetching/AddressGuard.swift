import Synchronization

/// Lets connections only to where the top-level URL allows. It decides by the address that a connection
/// really has: what a name resolved to before or afterwards does not matter.
///
/// The user named the top-level URL, so its connection, the first of all, is allowed to any address. If
/// that address is not public, others like it are allowed too.
final class AddressGuard: Sendable {
  /// A connection was refused.
  struct Refusal: Error, Equatable {
    /// The address, for the message; empty when it was not known.
    var address: String
  }

  private enum Rule {
    case undecided, everything, publicOnly
  }

  private let rule: Mutex<Rule>

  /// - Parameters:
  ///   - topLevel: The URL that the user named; nil when it was not one of the network.
  ///   - allowsPrivate: Whether everything may be reached.
  init(topLevel: FetchAddress?, allowsPrivate: Bool) {
    rule = Mutex(
      allowsPrivate ? .everything : topLevel == nil ? .publicOnly : .undecided
    )
  }

  /// Checks an address: of a connection, or only of one that is tried and decides nothing yet.
  /// - Throws: `Refusal`.
  func check(_ address: IPAddress?, isConnected: Bool = true) throws(Refusal) {
    let isPublic = address.map(AddressPolicy.isPublic) ?? false
    let isAllowed =
      isConnected
      ? allows(isPublic: isPublic) : isPublic || rule.withLock { $0 } != .publicOnly
    guard !isAllowed else { return }
    throw Refusal(address: address?.text ?? "")
  }

  /// Checks a host before it is connected to, or when a proxy will connect to it: by its name, which may
  /// not show its address.
  func check(host: String, isProxied: Bool) throws(Refusal) {
    let isPublic = !AddressPolicy.isCertainlyPrivate(host: host)
    let isAllowed =
      isProxied
      ? allows(isPublic: isPublic)
      : isPublic || rule.withLock { $0 } != .publicOnly
    guard !isAllowed else { return }
    throw Refusal(address: host)
  }

  private func allows(isPublic: Bool) -> Bool {
    rule.withLock { rule in
      if rule == .undecided { rule = isPublic ? .publicOnly : .everything }
      return isPublic || rule == .everything
    }
  }
}
