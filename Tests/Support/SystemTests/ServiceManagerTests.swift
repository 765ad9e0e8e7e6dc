import Glibc
import System
import TestSupport
import Testing

@Suite struct ServiceManagerTests {
  /// A datagram socket with a path or an abstract name.
  private final class Listener {
    let descriptor: Int32

    init(_ name: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let size = socklen_t(2 + bytes.count)
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
      }
      try #require(status == 0)
    }

    deinit { close(descriptor) }

    /// The datagram that has arrived; nil if no datagram has arrived.
    func message() -> String? {
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test(
    "the service manager is notified through a socket with a path or with an abstract name"
  )
  func messages() throws {
    let folder = try TemporaryFolder()
    for name in ["\(folder.path)/notify", "@id3tap-tests-\(getpid())"] {
      let listener = try Listener(name)
      let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": name]))
      #expect(manager.watchdog == nil)
      manager.isReady()
      #expect(listener.message() == "READY=1")
      manager.isAlive()
      #expect(listener.message() == "WATCHDOG=1")
    }
  }

  @Test("the watchdog is notified only if the check of the process succeeds")
  func watchdog() async throws {
    let folder = try TemporaryFolder()
    let name = "\(folder.path)/notify"
    let listener = try Listener(name)
    let manager = try #require(
      ServiceManager(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000"])
    )
    #expect(manager.watchdog == .milliseconds(2))
    for isWell in [false, true] {
      let task = Task {
        await manager.keepAlive {
          // One check is enough.
          withUnsafeCurrentTask { $0?.cancel() }
          return isWell
        }
      }
      await task.value
      #expect((listener.message() == "WATCHDOG=1") == isWell)
    }
  }

  @Test(
    "there is no service manager if the environment names no usable socket",
    arguments: [
      [:], ["NOTIFY_SOCKET": "vsock:1:2"],
      ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
    ]
  )
  func none(environment: [String: String]) {
    #expect(ServiceManager(environment: environment) == nil)
  }

  @Test("a watchdog of another process is ignored")
  func other() throws {
    let environment = ["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"]
    #expect(try #require(ServiceManager(environment: environment)).watchdog == nil)
  }
}
