import Testing

@testable import HTTP

@Suite struct AddressGuardTests {
  private let open = IPAddress("8.8.8.8")
  private let loopback = IPAddress("127.0.0.1")

  @Test("the first connection of a named host decides what others may reach")
  func first() throws {
    let url = try FetchAddress("http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    try started.check(open)
    #expect(throws: AddressGuard.Refusal(address: "127.0.0.1")) { try started.check(loopback) }
    let inside = AddressGuard(topLevel: url, allowsPrivate: false)
    try inside.check(loopback)
    try inside.check(loopback)
    try inside.check(open)
  }

  @Test("an address that is only tried decides nothing")
  func tried() throws {
    let url = try FetchAddress("http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    try started.check(loopback, isConnected: false)
    try started.check(open)
    #expect(throws: AddressGuard.Refusal(address: "127.0.0.1")) {
      try started.check(loopback, isConnected: false)
    }
  }

  @Test("without a top-level URL only public addresses are reached")
  func local() throws {
    let strict = AddressGuard(topLevel: nil, allowsPrivate: false)
    #expect(throws: AddressGuard.Refusal.self) { try strict.check(loopback) }
    try strict.check(open)
  }

  @Test("an unknown address is refused")
  func unknown() throws {
    let strict = AddressGuard(topLevel: nil, allowsPrivate: false)
    #expect(throws: AddressGuard.Refusal(address: "")) { try strict.check(nil) }
  }

  @Test("everything is reached when that is asked for")
  func everything() throws {
    let lax = AddressGuard(topLevel: nil, allowsPrivate: true)
    try lax.check(loopback)
    try lax.check(host: "127.0.0.1", isProxied: false)
  }

  @Test("behind a proxy the name decides")
  func proxied() throws {
    let url = try FetchAddress("http://a.example/")
    let started = AddressGuard(topLevel: url, allowsPrivate: false)
    try started.check(host: "a.example", isProxied: true)
    #expect(throws: AddressGuard.Refusal.self) {
      try started.check(host: "169.254.169.254", isProxied: true)
    }
  }
}
