import Glibc

/// The open connections of the loop, by their two ends. libcurl 7.88 uses a kept connection again whatever the server
/// has sent on it meanwhile, and would take those bytes for the next answer.
struct KeptConnections {
  /// The two ends of a TCP connection, which no other open connection has.
  struct Ends: Hashable {
    let remote: String
    let remotePort: Int32
    let local: String
    let localPort: Int32
  }

  private var sockets: [Ends: Int32] = [:]

  /// Notes the connection of a request, and the sockets that were opened for it: none of them is that of a kept
  /// connection. Returns whether the request can be sent: not when the server has sent something on a kept connection that
  /// no request asked for, or has closed it.
  mutating func accept(_ ends: Ends, opened: [Int32]) -> Bool {
    if let socket = opened.first(where: { IPAddress.localPort(of: $0) == ends.localPort }) {
      sockets[ends] = socket
      return true
    }
    guard let socket = sockets[ends] else { return true }
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) <= 0
  }

  /// Forgets a socket that is about to be closed.
  mutating func remove(_ socket: Int32) {
    for (ends, kept) in sockets where kept == socket { sockets[ends] = nil }
  }
}
