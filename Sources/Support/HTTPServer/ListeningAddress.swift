import Glibc
import HTTP

/// Where a server listens.
package struct ListeningAddress: Sendable, Hashable, CustomStringConvertible {
  /// The host of an address that names none: this machine alone can reach it.
  package static let loopback = "127.0.0.1"

  /// A name or an IP address, without brackets.
  package var host: String
  /// The TCP port, 0 to 65535; 0 lets the system choose one that is free.
  package var port: Int

  /// An address of the given parts.
  package init(host: String = loopback, port: Int) {
    self.host = host
    self.port = port
  }

  /// The address that `text` names: `HOST:PORT`, `[IPv6]:PORT`, `:PORT` or `PORT`; nil when it names
  /// none.
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

  /// Whether this machine alone can reach it.
  package var isLoopback: Bool {
    IPAddress(host)?.isLoopback ?? (host.lowercased() == "localhost")
  }

  /// Host and port as a URL has them.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

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
    return names.contains(name.lowercased()) || IPAddress(String(name)) != nil
  }

  /// The name of this machine.
  package static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
