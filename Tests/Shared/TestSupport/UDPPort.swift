import Foundation
import Glibc

/// A free UDP port. The next port, which RTP uses for RTCP, is also free.
public struct UDPPort {
  /// The error if there is no free port, or no socket is bound to it.
  public struct Failure: Error {
    public var what: String
  }

  public let number: Int

  /// Chooses a port. It is free when this returns, and probably stays free: the system assigns the ports of this range
  /// in random order to sockets that request any port, and these tests are nearly the only ones.
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

  /// Waits until a socket is bound to the port. The system does not report that to other processes, so the table of
  /// sockets is polled.
  public func waitUntilBound() throws {
    let local = String(format: ":%04X ", number)
    // Reached only if something hangs.
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
