import Synchronization

/// Restricts connections to the addresses that the top-level URL allows. The rules apply to the actual address of a
/// connection, so other results of name resolution do not matter.
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

  /// The text of an address if connections to it are refused (empty if it is not an IP address); otherwise nil. Only an
  /// established connection decides which addresses are allowed.
  func refusal(of address: IPAddress?, isConnected: Bool = true) -> String? {
    let isPublic = address.map(AddressPolicy.isPublic) ?? false
    return refuses(isPublic: isPublic, decides: isConnected) ? address?.text ?? "" : nil
  }

  /// The host if connections to it are not allowed; otherwise nil. Called before a connection is made, by this process
  /// or by a proxy: only the name of the host is known then, which may not show its address.
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
