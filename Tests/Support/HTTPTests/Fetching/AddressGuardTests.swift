import Testing

@testable import HTTP

@Suite struct AddressGuardTests {
  private let open = IPAddress("8.8.8.8")
  private let loopback = IPAddress("127.0.0.1")

  @Test("private addresses are refused unless the first connection used a private address")
  func first() throws {
    let url = try WebAddress(fetching: "http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    #expect(started.refusal(of: open) == nil)
    #expect(started.refusal(of: loopback) == "127.0.0.1")
    let inside = AddressGuard(topLevel: url, allowsPrivate: false)
    #expect(inside.refusal(of: loopback) == nil)
    #expect(inside.refusal(of: loopback) == nil)
    #expect(inside.refusal(of: open) == nil)
  }

  @Test("an attempt to connect to a private address does not allow later private addresses")
  func tried() throws {
    let url = try WebAddress(fetching: "http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    #expect(started.refusal(of: loopback, isConnected: false) == nil)
    #expect(started.refusal(of: open) == nil)
    #expect(started.refusal(of: loopback, isConnected: false) == "127.0.0.1")
  }

  @Test("without a top-level URL, only public addresses may be reached")
  func local() throws {
    let strict = AddressGuard(topLevel: nil, allowsPrivate: false)
    #expect(strict.refusal(of: loopback) != nil)
    #expect(strict.refusal(of: open) == nil)
  }

  @Test("if only public addresses are allowed, an unknown address is refused")
  func unknown() throws {
    let strict = AddressGuard(topLevel: nil, allowsPrivate: false)
    #expect(strict.refusal(of: nil) == "")
  }

  @Test("with allowsPrivate, all addresses may be reached")
  func everything() throws {
    let lax = AddressGuard(topLevel: nil, allowsPrivate: true)
    #expect(lax.refusal(of: loopback) == nil)
    #expect(lax.refusal(ofHost: "127.0.0.1", isProxied: false) == nil)
  }

  @Test("with a proxy, a request is allowed or refused by the host in its URL")
  func proxied() throws {
    let url = try WebAddress(fetching: "http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    #expect(started.refusal(ofHost: "a.example", isProxied: true) == nil)
    #expect(started.refusal(ofHost: "169.254.169.254", isProxied: true) != nil)
  }
}
