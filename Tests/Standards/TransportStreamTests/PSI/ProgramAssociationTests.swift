import Testing
import TransportStream

@Suite struct ProgramAssociationTests {
  @Test("a PAT with one program is written byte for byte")
  func written() {
    let table = ProgramAssociation(programs: [.init(programNumber: 1, pid: 0x1000)])
    #expect(
      table.section.encoded == [
        0x00, 0xB0, 0x0D, 0x00, 0x01, 0xC1, 0x00, 0x00, 0x00, 0x01, 0xF0, 0x00, 0x2A, 0xB1, 0x04,
        0xB2,
      ]
    )
  }

  @Test("all entries of a PAT are read except the one with the network PID")
  func read() {
    let section = PSISection(
      tableID: 0,
      tableIDExtension: 7,
      version: 3,
      body: [0, 0, 0xE0, 0x10, 0, 5, 0xE1, 0x00, 0xFF, 0xFF, 0xFF, 0xFE, 9]
    )
    let table = ProgramAssociation(section)
    #expect(table?.transportStreamID == 7)
    #expect(table?.version == 3)
    #expect(
      table?.programs == [
        .init(programNumber: 5, pid: 0x100), .init(programNumber: 0xFFFF, pid: 0x1FFE),
      ]
    )
  }

  @Test("a section with another table_id is not a PAT")
  func otherTable() {
    #expect(ProgramAssociation(PSISection(tableID: 2, tableIDExtension: 1, body: [])) == nil)
  }
}
