import FuzzDriver
@testable import TransportStream

/// Parses bytes as a PSI section, and as the payloads of PAT and PMT packets.
@main
enum FuzzPSI {
  static func main() { Fuzzer.run(fuzzOneInput) }

  /// Expects that a parsed section, PAT or PMT is equal after it is encoded and parsed again.
  static func checkSection(_ input: [UInt8]) {
    guard let section = PSISection(input) else { return }
    guard PSISection(section.encoded) == section else {
      Fuzzer.fail("a section reads back as another")
    }
    guard PSISection.hasValidCRC(section.encoded) else { Fuzzer.fail("a fresh CRC is wrong") }
    if let table = ProgramAssociation(section) {
      guard ProgramAssociation(table.section)?.programs == table.programs else {
        Fuzzer.fail("a PAT reads back as another")
      }
    }
    if let map = ProgramMap(section) {
      guard ProgramMap(map.section) == map else { Fuzzer.fail("a PMT reads back as another") }
    }
  }

  /// Passes the bytes to the PID sieve, as payloads of PAT and PMT packets after a PAT with two programs.
  static func checkPackets(_ input: [UInt8]) {
    var writer = PacketWriter()
    let association = ProgramAssociation(programs: [
      .init(programNumber: 1, pid: 0x20), .init(programNumber: 2, pid: 0x21),
    ])
    var packets = writer.packets(carryingSection: association.section.encoded, pid: 0)
    var rest = input[...]
    while let selector = rest.popFirst() {
      let pid = [0x20, 0x21, 0, 0x20][Int(selector & 3)] as UInt16
      let size = min(rest.count, Int(selector >> 2) + 1)
      if selector & 0x80 == 0 {
        packets += writer.packets(carryingSection: Array(rest.prefix(size)), pid: pid)
      } else {
        packets += writer.packets(carrying: Array(rest.prefix(size)), pid: pid)
      }
      rest = rest.dropFirst(size)
    }
    let sieve = PIDSieve()
    let bytes = packets.flatMap(\.encoded)
    bytes.withUnsafeBytes { sieve.feed($0) }
    sieve.finish()
    guard sieve.packetCount == packets.count else { Fuzzer.fail("packets were lost") }
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  FuzzPSI.checkSection(input)
  FuzzPSI.checkPackets(input)
  return 0
}
