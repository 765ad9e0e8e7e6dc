import Glibc

/// Sends messages to the service manager that started the process, such as systemd with `Type=notify`. The protocol is
/// that of sd_notify(3), without its library.
package struct ServiceManager: Sendable {
  private let socket: String
  /// The interval within which the next call of ``isAlive()`` is expected; nil if no call is expected.
  package let watchdog: Duration?

  /// Fails if the environment names no usable socket.
  package init?(environment: [String: String]) {
    guard let socket = environment["NOTIFY_SOCKET"],
      socket.hasPrefix("/") || socket.hasPrefix("@"),
      socket.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    self.socket = socket
    // The variables may have been set for a parent process.
    let isOther = environment["WATCHDOG_PID"].map { Int32($0) != getpid() } ?? false
    watchdog =
      isOther
      ? nil
      : environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap {
        $0 > 0 ? .microseconds($0) : nil
      }
  }

  /// Reports that the start is complete.
  package func isReady() { send("READY=1") }

  package func isAlive() { send("WATCHDOG=1") }

  /// Calls ``isAlive()`` twice in each period of ``watchdog`` while `check` is true, until the task is cancelled.
  package func keepAlive(_ check: () -> Bool) async {
    guard let watchdog else { return }
    do {
      while true {
        if check() { isAlive() }
        try await Task.sleep(for: watchdog / 2)
      }
    } catch {
      // The task was cancelled.
    }
  }

  private func send(_ text: String) {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A leading '@' marks a name in the abstract namespace, outside the file system.
    let name = socket.hasPrefix("@") ? [0] + Array(socket.utf8.dropFirst()) : Array(socket.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length =
      socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + socklen_t(name.count)
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // A lost message is not an error: the service manager decides what to do if a message is missing.
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, length)
      }
    }
  }
}
