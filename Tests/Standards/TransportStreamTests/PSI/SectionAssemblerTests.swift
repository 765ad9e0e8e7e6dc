import Testing

@testable import TransportStream

@Suite struct SectionAssemblerTests {
  /// A private section of `size` bytes.
  static func section(_ size: Int, fill: UInt8) -> [UInt8] {
    let length = size - 3
    return [0x40, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF)]
      + [UInt8](repeating: fill, count: length)
  }

  func sections(of payloads: [(bytes: [UInt8], startsUnit: Bool)]) -> [[UInt8]] {
    var assembler = SectionAssembler()
    var found: [[UInt8]] = []
    for payload in payloads {
      payload.bytes.withUnsafeBytes {
        assembler.append($0, startsUnit: payload.startsUnit) { found.append($0) }
      }
    }
    return found
  }

  @Test("a section in several packets is joined")
  func several() {
    let section = Self.section(400, fill: 1)
    let found = sections(of: [
      ([0] + section.prefix(183), true), (Array(section[183..<367]), false),
      (Array(section[367...]) + [0xFF, 0xFF], false),
    ])
    #expect(found == [section])
  }

  @Test("a section may end in the packet in which the next one starts")
  func pointer() {
    let first = Self.section(200, fill: 1)
    let second = Self.section(50, fill: 2)
    let found = sections(of: [
      ([0] + first.prefix(183), true), ([17] + first[183...] + second + [0xFF], true),
    ])
    #expect(found == [first, second])
  }

  @Test("a section header may be split between two packets at any byte", arguments: 1..<4)
  func cutHeader(at cut: Int) {
    let section = Self.section(30, fill: 3)
    let found = sections(of: [
      ([0] + section.prefix(cut), true), (Array(section[cut...]), false),
    ])
    #expect(found == [section])
  }

  @Test("a pointer_field past the end, an empty payload and a lost section start give no section")
  func malformed() {
    let section = Self.section(30, fill: 3)
    #expect(sections(of: [([200] + section, true), (section, false), ([], true)]).isEmpty)
  }

  @Test("a section whose section_length is 0 is delivered at once")
  func emptySection() {
    #expect(sections(of: [([0, 0x40, 0xB0, 0], true)]) == [[0x40, 0xB0, 0]])
  }
}
