import Foundation

/// A connection to 127.0.0.1 that sends and receives bytes as they are. It waits where it is called: never to be
/// used on the threads of tasks.
final class RawClient {
  /// The server did not answer, or could not be reached.
  struct Failure: Error {
    var what: String
    var number = errno
  }

  /// Seconds after which waiting fails: only a server that hangs takes as long.
  private static let longestWait = 120

  private let socket: Int32
  private(set) var received: [UInt8] = []

  /// Connects; `buffer` bytes are received at most before they are read.
  init(port: Int, buffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(what: "no socket") }
    if var buffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var wait = timeval(tv_sec: Self.longestWait, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
    }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "cannot connect") }
  }

  deinit { close(socket) }

  /// Sends a text.
  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(what: "cannot send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text, if the server still takes it.
  func trySend(_ text: String) -> Bool {
    do {
      try send(text)
      return true
    } catch {
      return false
    }
  }

  /// Waits until the server closes, at most this many milliseconds.
  func isClosed(within milliseconds: Int32) -> Bool {
    // POLLRDHUP, which Swift does not import: the other side sends no more. Data that it sent does not count.
    var event = pollfd(fd: socket, events: 0x2000, revents: 0)
    return poll(&event, 1, milliseconds) > 0
  }

  /// Says that nothing more will be sent.
  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives until the text has come `count` times; false when the server closes before.
  func wait(for text: String, count: Int = 1) throws -> Bool {
    while String(decoding: received, as: UTF8.self).components(separatedBy: text).count <= count {
      guard try more() else { return false }
    }
    return true
  }

  /// All that comes until the server closes.
  func rest() throws -> String {
    while try more() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Receives something; false when the server has closed.
  func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    // A server that closes with something unread resets the connection.
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Failure(what: "nothing came") }
    received += buffer[..<count]
    return count > 0
  }
}

/// Runs what waits on a thread of its own: those of tasks are the server's too.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
