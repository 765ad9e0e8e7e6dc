import TestSupport
import Testing

@testable import TransportStream

@Suite struct ReceivedTablesTests {
  private static let association = ProgramAssociation(
    programs: [.init(programNumber: 1, pid: StreamBuilder.mapPID)]
  )

  private func place(reminder: Int64? = nil) -> ReceivedTables.Place {
    ReceivedTables.Place(position: 188, now: nil, reminderInterval: reminder)
  }

  /// The tables after a PAT with one program.
  private func tables() -> ReceivedTables {
    var tables = ReceivedTables()
    var notes: [TransportNote] = []
    let entries = tables.receiveAssociation(
      Self.association.section.encoded,
      at: place(),
      arrival: nil,
      notes: &notes
    )
    #expect(entries == Self.association.programs)
    #expect(notes.isEmpty)
    tables.adopt(entries ?? [], roles: PIDTables())
    return tables
  }

  @Test("a repeated PAT does not count as a new table")
  func repeatedAssociation() {
    var tables = tables()
    var notes: [TransportNote] = []
    let again = tables.receiveAssociation(
      Self.association.section.encoded,
      at: place(),
      arrival: nil,
      notes: &notes
    )
    #expect(again == nil)
    #expect(tables.association.version == 0)
  }

  @Test("a PMT PID has the table role as long as the latest PAT lists the PID")
  func roles() {
    let roles = PIDTables()
    var tables = tables()
    tables.adopt([.init(programNumber: 1, pid: 0x1000)], roles: roles)
    #expect(roles[0x1000] == .tables)
    tables.adopt([.init(programNumber: 1, pid: 0x1234)], roles: roles)
    #expect(roles[0x1000] == [])
    #expect(roles[0x1234] == .tables)
  }

  @Test(
    "a PMT counts as new until it is put in force, with or without a reminder interval",
    arguments: [nil, 90_000] as [Int64?]
  )
  func map(reminder: Int64?) {
    var tables = tables()
    let map = StreamBuilder.map()
    let bytes = map.section.encoded
    #expect(outcome(&tables, bytes, reminder: reminder) == "other 1")
    #expect(outcome(&tables, bytes, reminder: reminder) == "other 1")
    tables.adopt(bytes, ofProgram: 1, pid: StreamBuilder.mapPID)
    #expect(outcome(&tables, bytes, reminder: reminder) == "repeated 1")
    // The same version with different content.
    let other = StreamBuilder.map(pcrPID: 0x300).section.encoded
    #expect(outcome(&tables, other, reminder: reminder) == "other 1")
  }

  @Test("announced PMTs, the first two copies of a damaged PMT, and other sections are not used")
  func unusable() {
    var tables = tables()
    var announced = StreamBuilder.map().section
    announced.isCurrent = false
    #expect(outcome(&tables, announced.encoded) == "next 1")
    var damaged = StreamBuilder.map().section.encoded
    damaged[damaged.count - 1] ^= 0xFF
    let outcomes = (0..<3).map { _ in outcome(&tables, damaged) }
    #expect(outcomes == ["unusable 1, psi-crc", "unusable 1", "other 1"])
    #expect(outcome(&tables, Self.association.section.encoded) == "foreign")
    #expect(outcome(&tables, StreamBuilder.map().section.encoded, pid: 0x300) == "foreign")
  }

  private func outcome(
    _ tables: inout ReceivedTables,
    _ bytes: [UInt8],
    pid: UInt16 = StreamBuilder.mapPID,
    reminder: Int64? = nil
  ) -> String {
    var notes: [TransportNote] = []
    let map = tables.receiveMap(bytes, pid: pid, at: place(reminder: reminder), notes: &notes)
    let name =
      switch map {
      case nil: "foreign"
      case (let program, .repeated)?: "repeated \(program)"
      case (let program, .unusable)?: "unusable \(program)"
      case (let program, .next)?: "next \(program)"
      case (let program, .other)?: "other \(program)"
      }
    return ([name] + notes.map(\.rule)).joined(separator: ", ")
  }
}
