import Foundation
import Glibc

/// A UDP port of loopback that is free, and so is the one after it, which RTP takes for RTCP.
public struct UDPPort {
  /// There is none, or nothing listens there.
  public struct Failure: Error {
    public var what: String
  }

  public let number: Int

  /// Chooses a port. It is free when this returns, and stays so: the system gives the ports of this range in
  /// random order to sockets that ask for any, and these tests are nearly all that ask for UDP ports.
  public init() throws {
    for _ in 0..<1000 {
      let first = try Self.bind(to: 0)
      defer { close(first.socket) }
      guard first.port.isMultiple(of: 2),
        let second = try? Self.bind(to: first.port + 1)
      else { continue }
      close(second.socket)
      number = first.port
      return
    }
    throw Failure(what: "the system has no two free UDP ports in a row")
  }

  /// Waits until a socket is bound to the port. The system reports that to no other process, so the table of
  /// sockets is polled.
  public func waitUntilBound() throws {
    let local = String(format: ":%04X ", number)
    // Only what hangs takes as long.
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      let table = try String(contentsOfFile: "/proc/net/udp", encoding: .utf8)
      if table.contains(local) { return }
      usleep(20_000)
    }
    throw Failure(what: "nothing listens on UDP port \(number)")
  }

  private static func bind(to port: Int) throws -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard isBound else {
      close(socket)
      throw Failure(what: "port \(port) is taken")
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }
}
