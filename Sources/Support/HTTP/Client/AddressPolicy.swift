import Formats
import Glibc

/// Decides which network addresses are public. By default, a playlist from the internet may refer only to public
/// addresses.
package enum AddressPolicy {
  /// Whether an address is a public unicast address. False for loopback, link-local, private, shared, multicast,
  /// reserved and documentation addresses (IANA, IPv4 and IPv6 Special-Purpose Address Registries), and for addresses
  /// that embed one of these.
  package static func isPublic(_ address: IPAddress) -> Bool { isPublic(address.bytes) }

  /// Whether the spelling of a host is enough to refuse it, as with `localhost`, a private address, an IPv6 address
  /// with a zone, or text that the resolver may read as an IPv4 address. Other names must be resolved first.
  package static func isCertainlyPrivate(host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if let address = IPAddress(name) { return !isPublic(address) }
    // An IPv6 address with a zone is valid only on one link. Other text with these characters is not a valid host.
    if name.contains(where: { $0 == ":" || $0 == "%" }) { return true }
    // The resolver (inet_aton) reads `127.1` and `0x7f000001` as addresses.
    guard let last = name.split(separator: ".").last else { return true }
    return last.utf8.allSatisfy(\.isDigit)
      || last.hasPrefix("0x")
  }

  private static func isPublic(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 4 { return !ipv4.contains { $0.contains(bytes) } }
    if let embedded = embedding.first(where: { $0.network.contains(bytes) }) {
      return isPublic(Array(bytes[embedded.start..<embedded.start + 4]))
    }
    // Only global unicast addresses are public. All others are reserved or have a special purpose.
    return AddressRange([0x20], 3).contains(bytes) && !ipv6.contains { $0.contains(bytes) }
  }

  private static let ipv4 = [
    AddressRange([0], 8), AddressRange([10], 8), AddressRange([100, 64], 10),
    AddressRange([127], 8), AddressRange([169, 254], 16), AddressRange([172, 16], 12),
    AddressRange([192, 0, 0], 24), AddressRange([192, 0, 2], 24), AddressRange([192, 88, 99], 24),
    AddressRange([192, 168], 16), AddressRange([198, 18], 15), AddressRange([198, 51, 100], 24),
    AddressRange([203, 0, 113], 24), AddressRange([224], 3),
  ]

  private static let ipv6 = [
    // In order: IETF protocol assignments, including Teredo; two documentation ranges.
    AddressRange([0x20, 0x01, 0x00], 23), AddressRange([0x20, 0x01, 0x0d, 0xb8], 32),
    AddressRange([0x3f, 0xff, 0x00], 20),
  ]

  /// The prefixes of IPv6 addresses that embed an IPv4 address, and the index of the IPv4 address's first byte: mapped
  /// (RFC 4291), translated (RFC 6052) and 6to4 (RFC 3056).
  private static let embedding = [
    (network: AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), start: 12),
    (network: AddressRange([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96), start: 12),
    (network: AddressRange([0x20, 0x02], 16), start: 2),
  ]
}

struct AddressRange: Sendable, Hashable {
  private let prefix: [UInt8]
  private let bitCount: Int

  /// The addresses whose first `bitCount` bits are those of `prefix`.
  init(_ prefix: [UInt8], _ bitCount: Int) {
    self.prefix = prefix
    self.bitCount = bitCount
  }

  func contains(_ address: [UInt8]) -> Bool {
    guard bitCount <= address.count * 8 else { return false }
    return (0..<(bitCount + 7) / 8).allSatisfy { index in
      let bits = min(8, bitCount - index * 8)
      let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
      let wanted = index < prefix.count ? prefix[index] : 0
      return (address[index] ^ wanted) & mask == 0
    }
  }
}

package struct IPAddress: Sendable, Hashable {
  /// The bytes of the address: 4 for IPv4, 16 for IPv6.
  package let bytes: [UInt8]

  /// Reads an address in its usual spelling, without brackets; nil for any other text.
  package init?(_ text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      bytes = withUnsafeBytes(of: v4) { Array($0) }
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      bytes = withUnsafeBytes(of: v6) { Array($0) }
    } else {
      return nil
    }
  }

  /// The IPv4 or IPv6 address in a socket address; nil if there is none.
  package init?(_ address: UnsafeRawBufferPointer) {
    guard address.count >= MemoryLayout<sockaddr>.size else { return nil }
    switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where address.count >= MemoryLayout<sockaddr_in>.size:
      let part = address.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = withUnsafeBytes(of: part) { Array($0) }
    case AF_INET6 where address.count >= MemoryLayout<sockaddr_in6>.size:
      let part = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      bytes = withUnsafeBytes(of: part) { Array($0) }
    default: return nil
    }
  }

  /// Whether the address is `::1` or in 127.0.0.0/8.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// The address in its usual spelling, without brackets.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The local port of an IPv4 or IPv6 socket; nil if the system does not know it.
  package static func localPort(of socket: Int32) -> Int32? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        getsockname(socket, place, &size) == 0
      else { return nil }
      // The port has the same position in IPv4 and IPv6 addresses.
      return Int32(bytes[2]) << 8 | Int32(bytes[3])
    }
  }
}
