import Foundation
import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("identities on disk")
final class DirectoryStoreTests: Sendable {
  private let path = NSTemporaryDirectory() + "/id3tap-store-" + UUID().uuidString
  private let problems = Mutex<[IdentityStoreError]>([])

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func open(_ path: String? = nil) -> DirectoryStore {
    DirectoryStore(path: path ?? self.path) { [unowned self] problem in
      problems.withLock { $0.append(problem) }
    }
  }

  private var codes: [IdentityStoreError.Code] { problems.withLock { $0.map(\.code) } }
  private var file: URL { URL(fileURLWithPath: path + "/app.json") }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private static let identity = StoredIdentity(
    firstPartyID: "f",
    firstPartyCreated: 7,
    vendorID: "V",
    deviceUUID: "d"
  )

  @Test("a store finds the identities of an earlier store in the same directory")
  func lasting() throws {
    try open().update(appID: "app") { $0 = Self.identity }
    #expect(try open().update(appID: "app") { $0 } == Self.identity)
    #expect(try open().update(appID: "other") { $0 } == StoredIdentity())
    #expect(codes.isEmpty)
  }

  @Test("engines with stores in the same directory have the same ids")
  func engines() {
    let benches = (1...2).map { seed in
      Bench { [path] in
        $0.store = DirectoryStore(path: path)
        $0.random = RandomSource(seed: UInt64(seed))
        $0.device = DeviceProfile()
      }
    }
    #expect(!benches[0].api.firstPartyId.isEmpty)
    #expect(benches[0].api.firstPartyId == benches[1].api.firstPartyId)
    #expect(benches[0].api.deviceId == benches[1].api.deviceId)
  }

  @Test("only the owner can access the directory of a store and its files")
  func permissions() throws {
    try open(path + "/a/b").update(appID: "app") { $0 = Self.identity }
    for name in ["", "/a", "/a/b"] { #expect(try permissions(path + name) == 0o700) }
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "/a/b") {
      #expect(try permissions(path + "/a/b/" + name) == 0o600, "\(name)")
    }
  }

  @Test(
    "a damaged identity file is renamed, and new ids are made",
    arguments: [
      "", "{", "null", "[]", "{}", #"{"format":1}"#, #"{"format":"x","identity":{}}"#, "\0\0\0",
      #"{"format":1,"identity":{"vendorID":7}}"#, String(repeating: "x", count: 100_000),
    ]
  )
  func damaged(_ text: String) throws {
    try write(text)
    let store = open()
    #expect(try store.update(appID: "app") { $0 } == StoredIdentity())
    try store.update(appID: "app") { $0 = Self.identity }
    #expect(try open().update(appID: "app") { $0 } == Self.identity)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + ".damaged")) == Data(text.utf8))
    #expect(codes == [.unreadable])
    let description = problems.withLock { $0[0].description }
    #expect(description.contains("app.json.damaged"))
  }

  @Test("a second damaged identity file does not replace the first one")
  func damagedTwice() throws {
    for text in ["one", "two"] {
      try write(text)
      _ = try open().update(appID: "app") { $0 }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names.filter { $0.contains("damaged") } == ["app.json.damaged", "app.json.damaged-2"])
  }

  @Test("an identity file of a newer version is neither used nor changed")
  func newer() throws {
    let text = #"{"format":2,"identity":{}}"#
    try write(text)
    #expect(error(of: open()) == .failed)
    #expect(try Data(contentsOf: file) == Data(text.utf8))
    #expect(codes == [.failed])
  }

  @Test("an identity file of this version with unknown fields is read")
  func unknownKeys() throws {
    try write(#"{"format":1,"identity":{"vendorID":"V","more":[1]},"more":1}"#)
    #expect(try open().update(appID: "app") { $0.vendorID } == "V")
  }

  @Test("a directory that cannot be created is reported once")
  func noDirectory() throws {
    try write("x")
    let store = open(file.path + "/below")
    for _ in 0..<2 { #expect(error(of: store) == .unreadable) }
    #expect(codes == [.unreadable])
  }

  @Test("if a new identity file cannot be written, the old file is unchanged")
  func unwritable() throws {
    let store = open()
    try store.update(appID: "app") { $0 = Self.identity }
    try block(file)
    #expect(error(of: store) == .unwritable)
    #expect(try open().update(appID: "app") { $0 } == Self.identity)
    #expect(codes == [.unwritable])
  }

  @Test(
    "an unusable store raises the error for its cause, and the engine continues in memory"
  )
  func delegates() throws {
    let appInfo = ["appid": "app"]
    try write(#"{"format":2,"identity":{}}"#)
    let newer = Bench(appInfo: appInfo) { [path] in $0.store = DirectoryStore(path: path) }
    #expect(newer.errors == [LogCode.failedAccessDatabase.rawValue])
    #expect(!newer.api.firstPartyId.isEmpty)
    let unreadable = Bench(appInfo: appInfo) { [file] in
      $0.store = DirectoryStore(path: file.path + "/below")
    }
    #expect(unreadable.errors == [AppApiErrorCode.fileReadFailure.rawValue])
    #expect(!unreadable.api.firstPartyId.isEmpty)
    try FileManager.default.removeItem(at: file)
    try block(file)
    let unwritable = Bench(appInfo: appInfo) { [path] in $0.store = DirectoryStore(path: path) }
    #expect(unwritable.errors == [AppApiErrorCode.fileWriteFailure.rawValue])
    #expect(!unwritable.api.firstPartyId.isEmpty)
  }

  /// Blocks the path of the new file with a directory that is not empty.
  private func block(_ file: URL) throws {
    try FileManager.default.createDirectory(
      atPath: file.path + ".new/x",
      withIntermediateDirectories: true
    )
  }

  private func error(of store: DirectoryStore) -> IdentityStoreError.Code? {
    do {
      try store.update(appID: "app") { $0.vendorID = "W" }
      return nil
    } catch {
      return error.code
    }
  }

  @Test("files left by a crash are ignored and replaced")
  func leftover() throws {
    try write(#"{"format":1,"identity":{"vendorID":"V"}}"#)
    try Data("half".utf8).write(to: URL(fileURLWithPath: file.path + ".new"))
    let store = open()
    try store.update(appID: "app") { $0.deviceUUID = "d" }
    #expect(try open().update(appID: "app") { $0.vendorID } == "V")
    #expect(try open().update(appID: "app") { $0.deviceUUID } == "d")
    #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
  }

  @Test("no change is lost when several stores change one file at the same time")
  func concurrent() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = DirectoryStore(path: path)
          for _ in 0..<25 {
            try store.update(appID: "app") {
              $0.firstPartyCreated = ($0.firstPartyCreated ?? 0) + 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try open().update(appID: "app") { $0.firstPartyCreated } == 100)
  }

  @Test("long identity values are stored unchanged")
  func long() throws {
    let text = String(repeating: "\"\n", count: 200_000)
    try open().update(appID: "app") { $0.vendorID = text }
    #expect(try open().update(appID: "app") { $0.vendorID } == text)
    #expect(codes.isEmpty)
  }

  @Test("an update that changes nothing does not rewrite the file")
  func unchanged() throws {
    let store = open()
    try store.update(appID: "app") { $0 = Self.identity }
    let number = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    _ = try store.update(appID: "app") { $0 }
    let later = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    #expect(number as? NSNumber == later as? NSNumber)
  }
}
