import Glibc

/// An action of a test server that failed.
struct TestServerError: Error, CustomStringConvertible {
  var description: String

  init(_ what: String, number: Int32? = nil) {
    description = number.map { "\(what): \(String(cString: strerror($0)))" } ?? what
  }
}

/// A TCP socket, which its owner closes. Anyone may shut it down before that.
struct Socket: Sendable {
  let descriptor: Int32

  /// Listens on a loopback address; on port 0 the system chooses one.
  static func listening(on host: String, port: Int) throws -> Socket {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else {
      throw TestServerError("\(host) is not an address")
    }
    defer { freeaddrinfo(found) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Socket(descriptor: Glibc.socket(found.pointee.ai_family, type, 0))
    guard socket.descriptor >= 0 else {
      throw TestServerError("cannot make a socket", number: errno)
    }
    socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    guard bind(socket.descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(socket.descriptor, 256) == 0
    else {
      let number = errno
      socket.close()
      throw TestServerError("cannot listen on \(host):\(port)", number: number)
    }
    return socket
  }

  /// The local port.
  var port: Int {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        getsockname(descriptor, place, &size) == 0
      else { return 0 }
      // The port has the same position in IPv4 and IPv6 addresses.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  /// Waits for a client; nil once the socket is shut down.
  func accept() -> Socket? {
    while true {
      let accepted = GNU.accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if accepted >= 0 {
        let socket = Socket(descriptor: accepted)
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return socket
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// The next bytes; nil at the end, or if the connection failed.
  func receive() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      var result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      while result < 0, errno == EINTR {
        result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      }
      count = max(result, 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Sends all bytes; returns false if the connection failed.
  func send(_ bytes: some ContiguousBytes) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let sent = Glibc.send(descriptor, part.baseAddress, part.count, Self.noSignal)
        if sent > 0 { rest = rest.dropFirst(sent) } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// Waits until the peer has closed its side, the socket is shut down, or the time is up. Returns whether the
  /// connection is still open.
  func waitForEnd(atMost limit: Duration? = nil) -> Bool {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      let left = deadline.map { max(.zero, $0 - .now) }
      // Rounded up, because a wait of half a millisecond must not become a busy loop.
      let milliseconds = left.map { Int32(min(3_600_000, ($0 / .milliseconds(1)).rounded(.up))) }
      var entry = pollfd(descriptor, Self.peerClosed)
      let count = poll(&entry, 1, milliseconds ?? -1)
      if count > 0 || count < 0 && errno != EINTR { return false }
      if let deadline, ContinuousClock.now >= deadline { return true }
    }
  }

  /// Waits until all bytes have been sent, and makes the next `close()` reset the connection.
  func reset() {
    // With this option, the socket is writable only when everything was sent (tcp(7)). A reset discards unsent bytes.
    set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Int32(1))
    var entry = pollfd(descriptor, Int16(POLLOUT) | Self.peerClosed)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
    // Closing with a linger time of 0 sends a reset (socket(7)).
    set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  /// Wakes threads that wait for the socket, and ends its connection or its listening.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func close() { Glibc.close(descriptor) }

  /// `MSG_NOSIGNAL`, send(2).
  private static let noSignal: Int32 = 0x4000
  /// `POLLRDHUP`, poll(2).
  private static let peerClosed: Int16 = 0x2000

  private func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
    withUnsafeBytes(of: value) { bytes in
      _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
    }
  }
}

/// Bytes that can be sent.
protocol ContiguousBytes {
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Array: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}

extension pollfd {
  fileprivate init(_ descriptor: Int32, _ events: Int16) {
    self.init(fd: descriptor, events: events, revents: 0)
  }
}
