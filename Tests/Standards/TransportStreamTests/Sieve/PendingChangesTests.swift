import TestSupport
import Testing

@testable import TransportStream

@Suite struct PendingChangesTests {
  /// A program whose map lists these ID3 PIDs, and whose clock is at 0 if a frame has arrived.
  private func program(_ pids: [UInt16], hasClock: Bool = true) -> Program {
    var program = Program(number: 1, mapPID: StreamBuilder.mapPID)
    program.adopt(Self.map(pids))
    if hasClock {
      _ = program.receiveFrame(pid: StreamBuilder.audioPID, pts: 900_000, isAudio: true)
    }
    return program
  }

  private static func map(_ pids: [UInt16]) -> ProgramMap {
    StreamBuilder.map(id3: pids.map { StreamBuilder.id3Stream(pid: $0) })
  }

  @Test(
    "a note describes how the ID3 PIDs change from one PMT to the next",
    arguments: [
      ([0x102], [0x102], nil),
      ([], [0x102], "ID3 appears on PID 0x102"),
      ([0x102], [], "ID3 is no longer declared on PID 0x102"),
      ([0x102], [0x103, 0x104], "ID3 changes from PID 0x102 to 0x103, 0x104"),
    ] as [([UInt16], [UInt16], String?)]
  )
  func words(before: [UInt16], after: [UInt16], expected: String?) {
    let change = PendingChange(of: program(before), to: Self.map(after), position: 0)
    #expect(change?.note.detail == expected)
  }

  @Test("a note describes a change of an ID3 PID's stream_type")
  func type() {
    var map = Self.map([0x102])
    for index in map.streams.indices where map.streams[index].pid == 0x102 {
      map.streams[index].type = .privateData
    }
    let change = PendingChange(of: program([0x102]), to: map, position: 0)
    #expect(change?.note.detail == "ID3 on PID 0x102 changes from stream_type 0x15 to 0x06")
  }

  @Test(
    "a program's first PMT, and a PMT after a declared discontinuity, are not reported as changes"
  )
  func excusedBefore() {
    let fresh = Program(number: 1, mapPID: StreamBuilder.mapPID)
    #expect(PendingChange(of: fresh, to: Self.map([0x102]), position: 0) == nil)
    var broken = program([0x102])
    broken.declareDiscontinuity()
    #expect(PendingChange(of: broken, to: Self.map([0x103]), position: 0) == nil)
  }

  @Test(
    "a change of the ID3 PIDs is reported one second after the PMT, or after a later clock start",
    arguments: [(true, 90_000), (false, 190_000)] as [(Bool, Int64)]
  )
  func due(hasClock: Bool, expected: Int64) throws {
    var changes = PendingChanges()
    let change = PendingChange(
      of: program([0x102], hasClock: hasClock),
      to: Self.map([0x103]),
      position: 0
    )
    #expect(changes.append(try #require(change)) == nil)
    var first: Int64?
    for now in stride(from: Int64(hasClock ? 0 : 100_000), through: 300_000, by: 10_000) {
      #expect(changes.takeDue(ofProgram: 2, now: now).isEmpty)
      #expect(changes.takeDue(ofProgram: 1, now: nil).isEmpty)
      if !changes.takeDue(ofProgram: 1, now: now).isEmpty { first = first ?? now }
    }
    #expect(first == expected)
    #expect(changes.isEmpty)
  }

  @Test(
    "after a declared discontinuity, the program's waiting changes of ID3 PIDs are not reported"
  )
  func excused() throws {
    var changes = PendingChanges()
    let change = PendingChange(of: program([0x102]), to: Self.map([0x103]), position: 0)
    #expect(changes.append(try #require(change)) == nil)
    changes.excuse(program: 2)
    #expect(!changes.isEmpty)
    changes.excuse(program: 1)
    #expect(changes.takeAll().isEmpty)
  }

  @Test("if too many changes of ID3 PIDs wait, the oldest change is reported at once")
  func overflow() throws {
    var changes = PendingChanges()
    let change = try #require(
      PendingChange(of: program([0x102]), to: Self.map([0x103]), position: 0)
    )
    var offsets: [Int64] = []
    for index in 0..<PendingChanges.maximumCount + 2 {
      var next = change
      next.note.position = StreamPosition(Int64(index))
      if let note = changes.append(next) { offsets.append(note.position.offset) }
    }
    #expect(offsets == [0, 1])
    #expect(changes.takeAll().count == PendingChanges.maximumCount)
    #expect(changes.isEmpty)
  }
}
