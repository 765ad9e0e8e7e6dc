import Glibc

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
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    if inet_pton(AF_INET6, host, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    return host.lowercased() == "localhost"
  }

  /// Host and port as a URL has them.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
