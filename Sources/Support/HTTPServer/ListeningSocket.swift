// The types of sockets belong to the first imported module whose headers declare them, which is not always Glibc.
import CCurl
import CMicrohttpd
import Glibc
import HTTP

struct ListeningSocket {
  let descriptor: Int32
  /// The port, including one that the system chose.
  let port: Int

  /// The maximum number of connections that wait to be accepted; the system may allow fewer.
  private static let backlog: Int32 = 4096

  /// Listens at an address. `option` is the command's option that sets it, for messages.
  init(_ address: ListeningAddress, option: String) throws(ServerError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let outcome = getaddrinfo(address.host, "\(address.port)", &hints, &found)
    guard outcome == 0 else {
      let reason = String(cString: gai_strerror(outcome))
      throw Self.failure(
        address,
        "cannot listen at this address (\(reason)): give an address of this machine with \(option)"
      )
    }
    defer { freeaddrinfo(found) }
    var (place, number) = (found, EADDRNOTAVAIL)
    while let candidate = place {
      let socket = Self.open(candidate.pointee)
      if socket >= 0 {
        self.init(
          descriptor: socket,
          port: IPAddress.localPort(of: socket).map { Int($0) } ?? address.port
        )
        return
      }
      number = errno
      place = candidate.pointee.ai_next
    }
    throw Self.failure(address, Self.problem(number, option))
  }

  private init(descriptor: Int32, port: Int) {
    self.descriptor = descriptor
    self.port = port
  }

  private static func open(_ place: addrinfo) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(place.ai_family, type, 0)
    guard socket >= 0 else { return -1 }
    // Allows the reuse of a port whose server ended recently.
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    if bind(socket, place.ai_addr, place.ai_addrlen) == 0, listen(socket, backlog) == 0 {
      return socket
    }
    let number = errno
    close(socket)
    errno = number
    return -1
  }

  private static func failure(_ address: ListeningAddress, _ problem: String) -> ServerError {
    ServerError(code: .address, description: "\(address): \(problem)")
  }

  private static func problem(_ number: Int32, _ option: String) -> String {
    let reason = String(cString: strerror(number))
    switch number {
    case EADDRINUSE:
      return "is in use: give another port with \(option) (0 for any free port), "
        + "or end the other program"
    case EACCES: return "needs more permissions: give a port above 1023 with \(option)"
    default: return "cannot listen at this address (\(reason)): give another address with \(option)"
    }
  }
}

package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    case address
    case identity
  }

  package let code: Code
  /// The problem and a remedy, in one line of text.
  package let description: String
}
