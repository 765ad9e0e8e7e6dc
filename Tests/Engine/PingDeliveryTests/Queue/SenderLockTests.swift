import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("the right to send")
struct SenderLockTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func open() throws -> PingStore { try PingStore(directory: folder.path, appID: "app") }

  @Test("a queue has the right to send until it releases the right")
  func one() throws {
    let (first, second) = (try open(), try open())
    #expect(try first.next() == .empty)
    #expect(try second.next() == .taken)
    #expect(try first.next() == .empty)
    first.release()
    #expect(try second.next() == .empty)
    #expect(try first.next() == .taken)
  }

  @Test("the right to send is free when its holder has ended")
  func gone() throws {
    var first: PingStore? = try open()
    let second = try open()
    #expect(try first?.next() == .empty)
    #expect(try second.next() == .taken)
    first = nil
    // A process that another test is just starting also holds the lock until it executes its program.
    #expect(try (0..<10_000).contains { _ in try second.next() == .empty })
  }
}
