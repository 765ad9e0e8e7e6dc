import Synchronization

/// Lets connections only to where the top-level URL allows. It decides by the address that a connection
/// really has: what a name resolved to before or afterwards does not matter.
///
/// The user named the top-level URL, so its connection, the first of all, is allowed to any address. If
/// that address is not public, others like it are allowed too.
final class AddressGuard: Sendable {
  private enum Rule {
    case undecided, everything, publicOnly
  }

  private let rule: Mutex<Rule>

  /// - Parameters:
  ///   - topLevel: The URL that the user named; nil when it was not one of the network.
  ///   - allowsPrivate: Whether everything may be reached.
  init(topLevel: WebAddress?, allowsPrivate: Bool) {
    rule = Mutex(
      allowsPrivate ? .everything : topLevel == nil ? .publicOnly : .undecided
    )
  }

  /// The address that must not be reached, as text; nil: it may be. One that is only tried decides nothing yet.
  func refusal(of address: IPAddress?, isConnected: Bool = true) -> String? {
    let isPublic = address.map(AddressPolicy.isPublic) ?? false
    return refuses(isPublic: isPublic, decides: isConnected) ? address?.text ?? "" : nil
  }

  /// The same of a host before it is connected to, or when a proxy will connect to it: by its name, which may
  /// not show its address.
  func refusal(ofHost host: String, isProxied: Bool) -> String? {
    let isPublic = !AddressPolicy.isCertainlyPrivate(host: host)
    return refuses(isPublic: isPublic, decides: isProxied) ? host : nil
  }

  private func refuses(isPublic: Bool, decides: Bool) -> Bool {
    rule.withLock { rule in
      if decides, rule == .undecided { rule = isPublic ? .publicOnly : .everything }
      return !isPublic && rule == .publicOnly
    }
  }
}
