import Foundation
import Testing

@testable import System

@Suite("owners of shared files")
final class OwnerLocksTests {
  private let path = NSTemporaryDirectory() + "/id3tap-owners-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @Test("an owner number cannot be taken while its holder exists, and is free afterwards")
  func lifetime() throws {
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
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("an owner with an impossible number counts as gone", arguments: [-1, Int64.min])
  func impossible(number: Int64) throws {
    #expect(try OwnerLocks(path: path).isGone(number))
  }

  @Test("the error for a lock file that cannot be created has the reason")
  func noFile() {
    #expect { _ = try OwnerLocks(path: "/proc/none/owners") } throws: { error in
      "\(error)".contains("cannot open /proc/none/owners (no such file or directory)")
    }
  }
}
