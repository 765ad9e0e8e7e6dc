import Glibc
import Testing

@testable import HTTP

@Suite struct AddressPolicyTests {
  @Test(
    "global unicast addresses are public",
    arguments: [
      "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
      "192.167.255.255", "198.17.255.255", "223.255.255.255", "2606:4700::1111", "2a00:1450::1",
      "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ]
  )
  func isPublic(text: String) throws {
    #expect(AddressPolicy.isPublic(try #require(IPAddress(text))))
  }

  @Test(
    "loopback, private, link-local, multicast and reserved addresses are not public",
    arguments: [
      "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
      "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1",
      "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "255.255.255.255", "::", "::1",
      "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001::1", "2001:db8::1", "3fff::1",
      "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::1", "::127.0.0.1",
    ]
  )
  func isNotPublic(text: String) throws {
    #expect(!AddressPolicy.isPublic(try #require(IPAddress(text))))
  }

  @Test(
    "localhost and non-public IP addresses in any spelling are recognized without resolving them",
    arguments: [
      ("localhost", true), ("a.localhost", true), ("localhost.", true), ("127.0.0.1", true),
      ("::1", true), ("127.1", true), ("2130706433", true), ("0x7f000001", true),
      ("::1%x", true), ("fe80::1%eth0", true),
      ("8.8.8.8", false), ("example.com", false), ("10.example.com", false),
    ]
  )
  func names(host: String, isPrivate: Bool) {
    #expect(AddressPolicy.isCertainlyPrivate(host: host) == isPrivate)
  }

  @Test("the address of a Unix socket gives no IP address")
  func unixSocket() throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeBytes(of: &address) { #expect(IPAddress($0) == nil) }
  }
}
