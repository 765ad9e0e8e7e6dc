import Glibc
import Testing

@testable import System

@Suite("stacks of work that waits")
struct IdleStacksTests {
  private static let depth = 256 << 10

  /// Calls itself until the stack is `depth` bytes deeper than at `top`. Returns the number of calls.
  @inline(never)
  private static func goDeep(from top: UInt) -> Int {
    var here = top
    let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    if top > address, top - address >= UInt(depth) { return 1 }
    return goDeep(from: top) + 1
  }

  private static func goDeep() -> Int {
    var here = 0
    return goDeep(from: withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) })
  }

  /// Bytes of a stack that take memory.
  private static func residentBytes(of coroutine: Coroutine) throws -> Int {
    let stack = try #require(coroutine.stack)
    let page = Int(getpagesize())
    var pages = [UInt8](repeating: 0, count: Coroutine.stackSize / page)
    try #require(mincore(stack + page, Coroutine.stackSize, &pages) == 0)
    return pages.count { $0 & 1 == 1 } * page
  }

  @Test("give back their pages after two seconds, and keep what they hold")
  func release() throws {
    let worker = CoroutineWorker()
    let results = Monitor<[Int]>([])
    let coroutine = try #require(
      Coroutine(on: worker) {
        let first = Self.goDeep()
        Coroutine.current?.wait(until: nil)
        let second = Self.goDeep()
        results.withLock { $0 = [first, second] }
      }
    )
    var stacks = IdleStacks()
    #expect(!coroutine.enter())
    stacks.note(coroutine)
    let due = coroutine.turnStart + IdleStacks.delay
    #expect(stacks.next == due)
    stacks.release(now: due - 0.5)
    #expect(try Self.residentBytes(of: coroutine) >= Self.depth)
    stacks.release(now: due)
    #expect(try Self.residentBytes(of: coroutine) < 32 << 10)
    #expect(stacks.next == nil)
    #expect(coroutine.enter())
    let calls = results.withLock(\.self)
    #expect(calls.count == 2 && calls.first == calls.last, "\(calls)")
    #expect(try #require(calls.first) > 1)
  }

  @Test("give back their pages also where the work had a turn since it was noted, once")
  func laterTurn() throws {
    let worker = CoroutineWorker()
    let coroutine = try #require(
      Coroutine(on: worker) {
        for _ in 1...3 {
          _ = Self.goDeep()
          Coroutine.current?.wait(until: nil)
        }
      }
    )
    var stacks = IdleStacks()
    #expect(!coroutine.enter())
    stacks.note(coroutine)
    let first = try #require(stacks.next)
    #expect(!coroutine.enter())
    stacks.note(coroutine)
    #expect(stacks.next == first)
    stacks.release(now: first)
    #expect(try Self.residentBytes(of: coroutine) < 32 << 10)
    #expect(stacks.next == nil)
    #expect(!coroutine.enter())
    #expect(coroutine.enter())
  }

  @Test("of work that has ended are given back already, and ask for nothing")
  func ended() throws {
    let coroutine = try #require(
      Coroutine(on: CoroutineWorker()) { Coroutine.current?.wait(until: nil) }
    )
    var stacks = IdleStacks()
    #expect(!coroutine.enter())
    stacks.note(coroutine)
    #expect(coroutine.enter())
    stacks.release(now: .infinity)
    #expect(coroutine.stack == nil)
    #expect(stacks.next == nil)
  }
}
