import Glibc
import Synchronization

/// An HTTP server on loopback that answers every request with 204 and checks the order of the pings. A separate thread
/// serves one connection at a time.
final class CountingCollector: Sendable {
  private struct State {
    var next = 0
    var requests = 0
    var connections = 0
    var isInOrder = true
  }

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else { throw Failure(what: "cannot listen on 127.0.0.1") }
    port = Int(UInt16(bigEndian: address.sin_port))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        Unmanaged<CountingCollector>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      },
      context
    )
  }

  /// The number of requests and connections so far.
  var counts: (requests: Int, connections: Int) {
    state.withLock { ($0.requests, $0.connections) }
  }

  /// Whether the pings 0 to `count` - 1 arrived once each and in order.
  func isComplete(_ count: Int) -> Bool {
    state.withLock { $0.isInOrder && $0.next == count && $0.requests == count }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var on: Int32 = 1
      setsockopt(
        connection,
        Int32(IPPROTO_TCP),
        TCP_NODELAY,
        &on,
        socklen_t(MemoryLayout<Int32>.size)
      )
      state.withLock { $0.connections += 1 }
      serve(connection)
      close(connection)
    }
  }

  private func serve(_ connection: Int32) {
    let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var filled = 0
    while filled < buffer.count {
      let count = buffer[filled...].withUnsafeMutableBytes {
        read(connection, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      filled += count
      // A client sends one request at a time, so the data that was read ends with the end of a header.
      guard buffer[..<filled].suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
      note(buffer[..<filled])
      filled = 0
      guard write(connection, answer, answer.count) == answer.count else { return }
    }
  }

  /// Checks the number `n` in a request that begins with `GET /cgi-bin/d?n=17&`, and counts the request.
  private func note(_ request: ArraySlice<UInt8>) {
    let digits = request.dropFirst("GET /cgi-bin/d?n=".utf8.count).prefix {
      $0 != UInt8(ascii: "&")
    }
    let number = Int(String(decoding: digits, as: UTF8.self))
    state.withLock { state in
      state.isInOrder = state.isInOrder && number == state.next
      state.next += 1
      state.requests += 1
    }
  }
}
