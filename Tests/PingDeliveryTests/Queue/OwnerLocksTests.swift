import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("owners of a queue")
struct OwnerLocksTests {
  @Test("a number is taken as long as its holder lives")
  func lifetime() throws {
    let folder = try Folder()
    let path = folder.file("owners")
    let watcher = try OwnerLocks(path: path)
    #expect(watcher.isGone(7))
    do {
      let holder = try OwnerLocks(path: path)
      #expect(try holder.hold(7))
      #expect(!watcher.isGone(7) && watcher.isGone(6) && watcher.isGone(8))
      #expect(try !watcher.hold(7))
      withExtendedLifetime(holder) {}
    }
    #expect(watcher.isGone(7))
    #expect(try folder.permissions("owners") == 0o600)
  }

  @Test("a file that cannot be made is an error that says so")
  func noFile() {
    #expect { _ = try OwnerLocks(path: "/proc/none/owners") } throws: { error in
      "\(error)".contains("cannot open /proc/none/owners (no such file or directory)")
    }
  }
}
