import Glibc

/// The host names under which a page may be requested. A page of another site whose name resolves to this
/// server (DNS rebinding) must not read it; an address is not such a name.
package struct PageHosts: Sendable {
  private let names: Set<String>

  /// The names of a server that listens at `address` on a machine called `machine`.
  package init(_ address: ListeningAddress, machine: String = Self.machine) {
    names = ["localhost", address.host.lowercased(), machine.lowercased()]
  }

  /// Whether a request with the header field `Host` may have the page; without one it comes from no
  /// browser.
  package func allows(_ host: String?) -> Bool {
    guard let host, !host.isEmpty else { return true }
    var name = host[...]
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else {
      name = name.prefix { $0 != ":" }
    }
    return names.contains(name.lowercased()) || Self.isAddress(String(name))
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes = in6_addr()
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// The name of this machine.
  package static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
