import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("the right to send")
struct LeaseTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func open() throws -> QueueStore {
    try QueueStore(directory: folder.path, appID: "app", problems: ProblemOutlet { _ in })
  }

  @Test("one has it, until it is given back")
  func one() throws {
    let (first, second) = (try open(), try open())
    #expect(try first.next(now: 0) == .empty)
    #expect(try second.next(now: 1) == .taken)
    #expect(try first.next(now: 2) == .empty)
    try first.releaseLease()
    #expect(try second.next(now: 3) == .empty)
    #expect(try first.next(now: 4) == .taken)
  }

  @Test("it is over after a minute without a sign, and the former holder notices")
  func expiry() throws {
    let (first, second) = (try open(), try open())
    let ping = QueuedPing(SamplePing.make(1), queued: 0)
    _ = try first.add([ping], "i", checkpoint: nil, limit: 0)
    guard case .ping(let head) = try first.next(now: 0) else {
      Issue.record("nothing to send")
      return
    }
    #expect(try second.next(now: 59_999) == .taken)
    #expect(try second.next(now: 60_000) == .ping(head))
    #expect(try first.settle(head, .received, now: 60_001) == .taken)
    #expect(try second.next(now: 60_002) == .empty)
  }

  @Test("it is over at once when its holder is gone")
  func gone() throws {
    var first: QueueStore? = try open()
    let second = try open()
    #expect(try first?.next(now: 0) == .empty)
    #expect(try second.next(now: 1) == .taken)
    first = nil
    // A process that another test is just starting has the lock too, until it has become another program.
    #expect(try (0..<10_000).contains { _ in try second.next(now: 2) == .empty })
  }

  @Test("it is not taken away by who looked at the clock before it was renewed")
  func waitedForTheLock() throws {
    let (first, second) = (try open(), try open())
    #expect(try first.next(now: 5000) == .empty)
    #expect(try second.next(now: 1) == .taken)
  }

  @Test("one from the future does not last for ever")
  func future() throws {
    let (first, second) = (try open(), try open())
    #expect(try first.next(now: 1_000_000_000) == .empty)
    #expect(try second.next(now: 1000) == .empty)
  }
}
