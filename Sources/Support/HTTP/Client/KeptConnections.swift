import Glibc

/// The open connections of the loop. libcurl 7.88 reuses a kept connection even if the server has sent bytes on it
/// since the last response, and reads these bytes as the next response. This type detects such connections.
struct KeptConnections {
  /// The two endpoints of a TCP connection, which identify it among the open connections.
  struct Ends: Hashable {
    let remote: String
    let remotePort: Int32
    let local: String
    let localPort: Int32
  }

  private var sockets: [Ends: Int32] = [:]

  /// Records the connection of a request; `opened` are the sockets that were opened for the request. Returns false if
  /// the server has closed a kept connection, or has sent unexpected bytes on it; in that case the request must not be
  /// sent.
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
