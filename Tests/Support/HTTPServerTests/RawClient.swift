import Foundation

/// A connection to 127.0.0.1 that sends and receives raw bytes. It blocks the calling thread, so it must not be used on
/// the threads of tasks.
final class RawClient {
  /// The server did not answer, or could not be reached.
  struct Failure: Error {
    var what: String
    var number = errno
  }

  /// The timeout of all waits, in seconds, which only a hanging server reaches.
  private static let longestWait = 120

  private let socket: Int32
  private(set) var received: [UInt8] = []

  /// Connects. At most `buffer` bytes are received before they are read.
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

  /// Sends text.
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

  /// Sends text; returns false if the server no longer accepts it.
  func trySend(_ text: String) -> Bool {
    do {
      try send(text)
      return true
    } catch {
      return false
    }
  }

  /// Waits for at most `milliseconds` until the server closes the connection; returns false if it stays open.
  func isClosed(within milliseconds: Int32) -> Bool {
    // 0x2000 is POLLRDHUP, which Swift does not import: the other side has stopped sending. Data that it sent earlier
    // does not count.
    var event = pollfd(fd: socket, events: 0x2000, revents: 0)
    return poll(&event, 1, milliseconds) > 0
  }

  /// Ends the sending direction of the connection.
  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Receives until `text` has arrived `count` times; returns false if the server closes the connection first.
  func wait(for text: String, count: Int = 1) throws -> Bool {
    while String(decoding: received, as: UTF8.self).components(separatedBy: text).count <= count {
      guard try more() else { return false }
    }
    return true
  }

  /// All text until the server closes the connection.
  func rest() throws -> String {
    while try more() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Receives some bytes; returns false if the server has closed the connection.
  func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    // A server that closes a connection with unread bytes resets it.
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Failure(what: "nothing came") }
    received += buffer[..<count]
    return count > 0
  }
}

/// Runs blocking work on a separate thread, because the server under test uses the threads of tasks.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
