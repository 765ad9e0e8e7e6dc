/// Which network addresses are public: what a playlist from the internet may make us reach.
package enum AddressPolicy {
  /// Whether an address belongs to a single host on the internet. Loopback, link-local, private, shared,
  /// multicast, reserved and documentation addresses do not (IANA, IPv4 and IPv6 Special-Purpose Address
  /// Registries), nor do addresses that embed such a one.
  package static func isPublic(_ address: IPAddress) -> Bool { isPublic(address.bytes) }

  /// Whether a host, written as an address or as `localhost`, is certainly not public. Other names are
  /// known only by their addresses.
  package static func isCertainlyPrivate(host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if let address = IPAddress(name) { return !isPublic(address) }
    // An IPv6 address with a zone is one of a link, or is read without it.
    if name.contains(where: { $0 == ":" || $0 == "%" }) { return true }
    // `127.1` and `0x7f000001` are addresses to the resolver (inet_aton).
    guard let last = name.split(separator: ".").last else { return true }
    return last.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      || last.hasPrefix("0x")
  }

  private static func isPublic(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 4 { return !ipv4.contains { $0.contains(bytes) } }
    if let embedded = embedding.first(where: { $0.network.contains(bytes) }) {
      return isPublic(Array(bytes[embedded.start..<embedded.start + 4]))
    }
    // Global unicast; everything else is reserved or has a special purpose.
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
    // IETF protocol assignments, Teredo among them; documentation; documentation.
    AddressRange([0x20, 0x01, 0x00], 23), AddressRange([0x20, 0x01, 0x0d, 0xb8], 32),
    AddressRange([0x3f, 0xff, 0x00], 20),
  ]

  /// IPv6 addresses that represent IPv4 addresses, and the positions of these in them: mapped (RFC
  /// 4291), translated (RFC 6052) and 6to4 (RFC 3056).
  private static let embedding = [
    (network: AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), start: 12),
    (network: AddressRange([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96), start: 12),
    (network: AddressRange([0x20, 0x02], 16), start: 2),
  ]
}

/// Addresses that begin with the same bits.
struct AddressRange: Sendable, Hashable {
  private let prefix: [UInt8]
  private let bitCount: Int

  /// The addresses that begin with the first `bitCount` bits of `prefix`.
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
