import Testing

@testable import TransportStream

@Suite struct SyntheticTablesTests {
  @Test(
    "the tables for a demultiplexer are a PAT, a PMT with ID3 as private data, and null packets"
  )
  func tables() {
    let packets = SyntheticTables.packets(announcing: [0x102])
    #expect(packets.count == 10 * 188)
    let association: [UInt8] = [
      0x47, 0x40, 0x00, 0x10, 0x00, 0x00, 0xB0, 0x0D, 0x00, 0x01, 0xC1, 0x00, 0x00, 0x00, 0x01,
      0xF0, 0x00, 0x2A, 0xB1, 0x04, 0xB2, 0xFF,
    ]
    let map: [UInt8] = [
      0x47, 0x50, 0x00, 0x10, 0x00, 0x02, 0xB0, 0x18, 0x00, 0x01, 0xC1, 0x00, 0x00, 0xFF, 0xFF,
      0xF0, 0x00, 0x06, 0xE1, 0x02, 0xF0, 0x06, 0x05, 0x04, 0x49, 0x44, 0x33, 0x20, 0x49, 0xFC,
      0x16, 0x41, 0xFF,
    ]
    #expect(packets.starts(with: association))
    #expect(packets.dropFirst(188).starts(with: map))
    #expect(packets[376...].starts(with: [0x47, 0x1F, 0xFF]))
  }

  @Test("the PMT for a demultiplexer is on a PID without ID3")
  func mapPID() {
    let first = SyntheticTables.packets(announcing: [0x1000])
    let second = SyntheticTables.packets(announcing: [0x1000, 0x1001])
    #expect(first.dropFirst(188).starts(with: [0x47, 0x50, 0x01]))
    #expect(second.dropFirst(188).starts(with: [0x47, 0x50, 0x02]))
  }

  @Test("the maximum number of ID3 PIDs fits into one PMT section")
  func capacity() {
    #expect(SyntheticTables.capacity >= PIDSieve.maximumMetadataPIDs)
    let pids = (0..<UInt16(PIDSieve.maximumMetadataPIDs)).map { 0x100 + $0 }
    let packets = SyntheticTables.packets(announcing: pids)
    #expect(packets.count == 13 * 188)
  }
}
