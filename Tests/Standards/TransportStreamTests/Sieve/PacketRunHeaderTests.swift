import Testing

@testable import TransportStream

@Suite struct PacketRunHeaderTests {
  @Test("a run of packets continues with the next counter, which is 0 after 15")
  func counters() {
    var run = PacketRunHeader(after: 0x4701_001D)
    for header: UInt32 in [0x4701_001E, 0x4701_001F, 0x4701_0010] {
      let isContinued = run.isContinued(by: header)
      #expect(isContinued)
    }
    #expect(run.pid == 0x100)
    #expect(run.nextCounter == 1)
  }

  @Test(
    "another counter or PID, a unit start, an adaptation field or a wrong sync byte ends a run",
    arguments: [0x4701_0010, 0x4701_0012, 0x4701_0111, 0x4741_0011, 0x4701_0031, 0x0001_0011]
      as [UInt32]
  )
  func ends(header: UInt32) {
    var run = PacketRunHeader(after: 0x4701_0010)
    let isContinued = run.isContinued(by: header)
    #expect(!isContinued)
    #expect(run.nextCounter == 1)
  }

  @Test(
    "no packet header continues a run that has not begun",
    arguments: [0, 0x4701_0010, .max] as [UInt32]
  )
  func none(header: UInt32) {
    var run = PacketRunHeader.none
    #expect(run.pid == nil)
    let isContinued = run.isContinued(by: header)
    #expect(!isContinued)
  }
}
