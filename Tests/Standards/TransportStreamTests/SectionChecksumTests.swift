import Testing
import TransportStream

@Suite struct CRC32Tests {
  @Test("the section CRC of the digits 1 to 9 is the check value of CRC-32/MPEG-2")
  func checkValue() {
    #expect(PSISection.checksum(of: Array("123456789".utf8)) == 0x0376_E6E7)
  }

  @Test("the CRC of a section that includes its own CRC is 0")
  func remainder() {
    let section = ProgramAssociation(programs: [.init(programNumber: 1, pid: 0x1000)]).section
    #expect(PSISection.checksum(of: section.encoded) == 0)
  }
}
