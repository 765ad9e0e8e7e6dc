import Glibc
import HTTP

package struct ListeningAddress: Sendable, Hashable, CustomStringConvertible {
  /// The default host. Only this machine can reach it.
  package static let loopback = "127.0.0.1"

  /// A host name or an IP address, without brackets.
  package var host: String
  /// The TCP port, 0 to 65535. With 0 the system chooses a free one.
  package var port: Int

  package init(host: String = loopback, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`, `[IPv6]:PORT`, `:PORT` or `PORT`; fails for anything else.
  package init?(_ text: String) {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let port = UInt16(digits), digits.allSatisfy(\.isNumber) else { return nil }
    var host = colon.map { text[..<$0] } ?? ""
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard !host.isEmpty else { return nil }
    } else if host.contains(where: { $0 == ":" || $0 == "[" || $0 == "]" }) {
      return nil
    }
    guard !host.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
    self.init(host: host.isEmpty ? Self.loopback : String(host), port: Int(port))
  }

  /// Whether the host is a loopback address or `localhost`.
  package var isLoopback: Bool {
    IPAddress(host)?.isLoopback ?? (host.lowercased() == "localhost")
  }

  /// The host and the port in the form used in URLs.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// The host names under which pages may be requested. This prevents DNS rebinding, in which a page of another site
/// reads this server through a name that resolves to this address. IP addresses are always allowed.
package struct PageHosts: Sendable {
  private let names: Set<String>

  /// The names of a server that listens at `address` on the machine `machine`.
  package init(_ address: ListeningAddress, machine: String = Self.machine) {
    names = ["localhost", address.host.lowercased(), machine.lowercased()]
  }

  /// Whether a request with this `Host` header field may get the page. A request without `Host` does not come from a
  /// browser and is allowed.
  package func allows(_ host: String?) -> Bool {
    guard let host, !host.isEmpty else { return true }
    var name = host[...]
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else {
      name = name.prefix { $0 != ":" }
    }
    return names.contains(name.lowercased()) || IPAddress(String(name)) != nil
  }

  package static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
