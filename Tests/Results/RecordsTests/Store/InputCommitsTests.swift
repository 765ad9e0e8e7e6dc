import GRDB
import Synchronization
import Testing

@testable import Records

@Suite("Commits of inputs")
struct InputCommitsTests {
  private static func input(_ id: Int64, size: Int = 10) -> FinishedInput {
    FinishedInput(
      id: id,
      hasOldRows: false,
      hasSpilled: false,
      rows: [],
      size: size,
      update: StatementArguments()
    )
  }

  /// Records the writes, and runs an action during each of them, as another thread would.
  private final class Writer: Sendable {
    struct Broken: Error {}

    private let state = Mutex((written: [Int64](), broken: Set<Int64>()))
    private let meanwhile = Mutex<[Int64: @Sendable () throws -> Void]>([:])

    var written: [Int64] { state.withLock { $0.written } }

    func during(_ id: Int64, _ body: @escaping @Sendable () throws -> Void) {
      meanwhile.withLock { $0[id] = body }
    }

    func `break`(_ id: Int64) { state.withLock { _ = $0.broken.insert(id) } }

    func write(_ input: FinishedInput) throws {
      try meanwhile.withLock { $0.removeValue(forKey: input.id) }?()
      try state.withLock { state in
        if state.broken.remove(input.id) != nil { throw Broken() }
        state.written.append(input.id)
      }
    }
  }

  @Test("a single thread writes an input before it continues")
  func alone() throws {
    let writer = Writer()
    let commits = InputCommits(capacity: 100) { try writer.write($0) }
    try commits.commit(Self.input(1))
    #expect(writer.written == [1])
    try commits.commit(Self.input(2))
    #expect(writer.written == [1, 2])
  }

  @Test("inputs that finish while another thread is writing are left to that thread, in order")
  func left() throws {
    let writer = Writer()
    let commits = InputCommits(capacity: 100) { try writer.write($0) }
    writer.during(1) {
      try commits.commit(Self.input(2))
      try commits.commit(Self.input(3))
      #expect(writer.written == [])
    }
    writer.during(3) { try commits.commit(Self.input(4)) }
    try commits.commit(Self.input(1))
    #expect(writer.written == [1, 2, 3, 4])
  }

  @Test("an input for which the queue has no room is written by its own thread")
  func full() throws {
    let writer = Writer()
    let commits = InputCommits(capacity: 25) { try writer.write($0) }
    writer.during(1) {
      for id in Int64(2)...4 { try commits.commit(Self.input(id)) }
      #expect(writer.written == [4])
    }
    try commits.commit(Self.input(1))
    #expect(writer.written == [4, 1, 2, 3])
  }

  @Test("after a write error, the next commit also writes the inputs that were handed over")
  func broken() throws {
    let writer = Writer()
    let commits = InputCommits(capacity: 100) { try writer.write($0) }
    writer.break(1)
    writer.during(1) { try commits.commit(Self.input(2)) }
    #expect(throws: Writer.Broken.self) { try commits.commit(Self.input(1)) }
    #expect(writer.written == [])
    try commits.commit(Self.input(3))
    #expect(writer.written == [3, 2])
  }
}
