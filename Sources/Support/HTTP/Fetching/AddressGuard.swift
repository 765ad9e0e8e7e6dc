import Synchronization

/// Restricts connections to the addresses that the top-level URL allows. The rules apply to the actual address of a
/// direct connection, so other results of name resolution do not matter.
///
/// The user named the top-level URL, so the first connection, which is made to it, may use any address. If that address
/// is not public, other addresses that are not public are allowed too.
final class AddressGuard: Sendable {
  private enum Rule {
    case undecided, everything, publicOnly
  }

  private let rule: Mutex<Rule>

  /// `topLevel` is the URL that the user named; nil if it is not a network URL. `allowsPrivate` allows all addresses.
  init(topLevel: WebAddress?, allowsPrivate: Bool) {
    rule = Mutex(
      allowsPrivate ? .everything : topLevel == nil ? .publicOnly : .undecided
    )
  }

  /// Returns an address as text if connections to it are refused, or an empty text if it is not an IP address. Returns
  /// nil if connections are allowed. Only an established connection decides which addresses are allowed.
  func refusal(of address: IPAddress?, isConnected: Bool = true) -> String? {
    let isPublic = address.map(AddressPolicy.isPublic) ?? false
    return refuses(isPublic: isPublic, decides: isConnected) ? address?.text ?? "" : nil
  }

  /// Returns the host if connections to it are not allowed; nil if they are allowed. Called before this process or a
  /// proxy connects, when the host's address may still be unknown.
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
