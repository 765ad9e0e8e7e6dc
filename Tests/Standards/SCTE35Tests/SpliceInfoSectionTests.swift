import Formats
import Testing

@testable import SCTE35

@Suite struct SpliceInfoSectionTests {
  /// The public examples of SCTE 35 2023 (chapter 14), and an example from a playlist.
  enum Example {
    static let opportunityStart =
      "fc3034000000000000fffff00506fe72bd0050001e021c435545494800008e7fcf0001a599b0"
      + "0808000000002ca0a18a3402009ac9d17e"
    static let insert =
      "fc302f000000000000fffff014054800008f7feffe7369c02efe0052ccf500000000000a0008435545490000"
      + "013562dba30a"
    static let opportunityEnd =
      "fc302f000000000000fffff00506fe746290a000190217435545494800008e7f9f0808000000002ca0a18a"
      + "350200a9cc6758"
    static let programs =
      "fc3048000000000000fffff00506fe7a4d88b60032021743554549480000187f9f0808000000002ccbc344"
      + "110000021743554549480000197f9f0808000000002ca4dba01000009972e343"
    static let overlap =
      "fc3061000000000000fffff00506fea8cd44ed004b021743554549480000ad7f9f0808000000002cb2d79d"
      + "350200021743554549480000267f9f0808000000002cb2d79d110000021743554549480000277f9f08080000"
      + "00002cb2d7b31000008a18869f"
    static let cue =
      "fc302500000000000000fff01405000000017feffe00d80d92fe00149970000101010000e7150b2c"
    /// A section from a transport stream in a player's test files.
    static let inStream = "fc302000000000000000fff00f05000000647fcffe00030d40000100000000e09a7262"
    static let all = [opportunityStart, insert, opportunityEnd, programs, overlap, cue, inStream]
  }

  @Test("a splice_insert is read with its break_duration, and an unused descriptor is ignored")
  func insert() throws {
    let section = try SpliceInfoSection(parsing: bytes(Example.insert))
    guard case .insert(let insert) = section.command else {
      Issue.record("\(section.command.name)")
      return
    }
    #expect(insert.eventID == 0x4800_008F)
    #expect(insert.pts == 0x0_7369_C02E)
    #expect(insert.isOut == true)
    #expect(insert.breakDuration == .init(returnsByItself: true, ticks: 0x0_0052_CCF5))
    #expect(section.segmentations.isEmpty)
    #expect(section.ptsAdjustment == 0)
  }

  @Test("a time_signal that begins a placement opportunity is read")
  func opportunity() throws {
    let section = try SpliceInfoSection(parsing: bytes(Example.opportunityStart))
    #expect(section.command == .timeSignal(0x0_72BD_0050))
    let segment = try #require(section.segmentations.first?.segment)
    #expect(section.segmentations.first?.eventID == 0x4800_008E)
    #expect(segment.type.name == "Provider Placement Opportunity Start")
    #expect(segment.durationTicks == 27_630_000)
    #expect(segment.upid == [0, 0, 0, 0, 0x2C, 0xA0, 0xA1, 0x8A])
    #expect(segment.upidType == 8 && !segment.hasTextUPID)
  }

  @Test(
    "the segmentation types of the examples in SCTE 35 are read",
    arguments: [
      (Example.opportunityEnd, [0x35]), (Example.programs, [0x11, 0x10]),
      (Example.overlap, [0x35, 0x11, 0x10]),
    ] as [(String, [UInt8])]
  )
  func types(hexadecimal: String, expected: [UInt8]) throws {
    let section = try SpliceInfoSection(parsing: bytes(hexadecimal))
    #expect(section.segmentations.compactMap(\.segment?.type.rawValue) == expected)
    #expect(section.segmentations.allSatisfy { $0.segment?.type.name != nil })
  }

  @Test("a written splice_info_section is read back unchanged", arguments: Self.made)
  func roundTrip(section: SpliceInfoSection) throws {
    #expect(try SpliceInfoSection(parsing: section.encoded) == section)
  }

  static let made: [SpliceInfoSection] = [
    SpliceInfoSection(command: .null),
    SpliceInfoSection(ptsAdjustment: 0x1_FFFF_FFFF, command: .timeSignal(nil)),
    SpliceInfoSection(command: .insert(SpliceInsert(eventID: 7, isOut: nil))),
    SpliceInfoSection(command: .insert(SpliceInsert(eventID: 1, isOut: false))),
    SpliceInfoSection(
      command: .insert(
        SpliceInsert(
          eventID: 1,
          isOut: true,
          pts: 0x1_FFFF_FFFF,
          breakDuration: .init(returnsByItself: false, ticks: 2_700_000)
        )
      )
    ),
    SpliceInfoSection(
      command: .timeSignal(1),
      segmentations: [
        SegmentationDescriptor(eventID: 9, segment: nil),
        SegmentationDescriptor(
          eventID: 1,
          segment: .init(
            type: SegmentationType(rawValue: 0x34),
            durationTicks: 0xFF_FFFF_FFFF,
            upidType: 0x0F,
            upid: Array("urn:a".utf8)
          )
        ),
      ]
    ),
  ]

  @Test("a splice_insert with components has their earliest time, and an immediate one has no time")
  func components() throws {
    // Three components, the first without a time.
    let times: [UInt8] = [1, 0x7F, 2, 0xFE, 0, 0, 0, 9, 3, 0xFE, 0, 0, 0, 5]
    for (flags, count, pts) in [(0x8F, times, 5), (0x9F, [1, 2, 3], nil)]
      as [(UInt8, [UInt8], Int64?)]
    {
      let body: [UInt8] = [0, 0, 0, 8, 0x7F, flags, 3] + count + [0, 1, 2, 3]
      let section = try SpliceInfoSection(parsing: self.section(command: 0x05, body))
      #expect(section.command == .insert(SpliceInsert(eventID: 8, isOut: true, pts: pts)))
    }
  }

  @Test("an encrypted section is read as splice_null, and a command of any other type has a name")
  func others() throws {
    var encrypted = bytes(Example.opportunityStart)
    encrypted[4] |= 0x80
    #expect(try SpliceInfoSection(parsing: withChecksum(encrypted)) == .init(command: .null))
    for (type, name) in [
      (0x04, "splice_schedule"), (0xFF, "private_command"), (0x10, "command 16"),
    ] {
      let section = try SpliceInfoSection(parsing: self.section(command: UInt8(type), [1, 2, 3]))
      #expect(section.command.name == name)
    }
  }

  /// A section with the bytes of a command and no descriptors.
  private func section(command: UInt8, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0xFC]
    bytes.append(0x3000 | UInt64(body.count + 17), bytes: 2)
    bytes += [0, 0, 0, 0, 0, 0, 0]
    bytes.append(0xFFF << 12 | UInt64(body.count), bytes: 3)
    return withChecksum(bytes + [command] + body + [0, 0] + [0, 0, 0, 0])
  }

  @Test("the sum of a PTS and pts_adjustment wraps at 33 bits")
  func adjusted() {
    let section = SpliceInfoSection(ptsAdjustment: 0x1_FFFF_FFFF, command: .null)
    #expect(section.adjusted(1) == 0)
    #expect(section.adjusted(0) == 0x1_FFFF_FFFF)
  }

  @Test("a splice_insert of unknown length is read up to its last field")
  func unknownLength() throws {
    var bytes = bytes(Example.insert)
    (bytes[11], bytes[12]) = (0xFF, 0xFF)
    let section = try SpliceInfoSection(parsing: withChecksum(bytes))
    #expect(section == (try SpliceInfoSection(parsing: self.bytes(Example.insert))))
  }

  @Test("a splice section cut at any byte is refused with the cut's offset", arguments: Example.all)
  func cut(hexadecimal: String) {
    let bytes = bytes(hexadecimal)
    for count in 0..<bytes.count {
      #expect(throws: SpliceFault(.cut, at: count)) {
        _ = try SpliceInfoSection(parsing: Array(bytes.prefix(count)))
      }
    }
  }

  @Test("a splice section with a wrong bit in any byte is refused")
  func damaged() {
    let whole = bytes(Example.opportunityStart)
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      #expect(throws: SpliceFault.self) { _ = try SpliceInfoSection(parsing: bytes) }
    }
  }

  @Test(
    "a component, command or descriptor that does not fit into its container is refused",
    arguments: [19, 12, 34, 37]
  )
  func tooLong(index: Int) {
    var bytes = bytes(Example.insert)
    // The flag for components, the command's length, the length of all descriptors, and the length of one descriptor.
    bytes[index] = [19: 0xAF, 12: 0x05][index] ?? 0xFF
    #expect(throws: SpliceFault.self) { _ = try SpliceInfoSection(parsing: withChecksum(bytes)) }
  }

  @Test("a malformed or unknown splice descriptor is skipped", arguments: [0x02, 0x00, 0xF0])
  func oddDescriptor(tag: UInt8) throws {
    var bytes = SpliceInfoSection(command: .null).encoded.dropLast(6)
    let odd: [UInt8] = [tag, 6] + Array("CUEI".utf8) + [1, 2]
    bytes[2] += UInt8(odd.count)
    let section = withChecksum(Array(bytes) + [0, UInt8(odd.count)] + odd + [0, 0, 0, 0])
    #expect(try SpliceInfoSection(parsing: section) == SpliceInfoSection(command: .null))
  }

  @Test(
    "the description of a splice fault has the problem and its byte offset",
    arguments: [
      (SpliceFault(.cut, at: 7), "is too short for its fields (byte 7)"),
      (SpliceFault(.tableID(2), at: 0), "table_id 02 is not fc (byte 0)"),
      (
        SpliceFault(.checksum(stored: 1, computed: 2), at: 9),
        "CRC 00000001, computed 00000002 (byte 9)"
      ),
    ]
  )
  func words(fault: SpliceFault, words: String) {
    #expect(fault.description == words)
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The section with the CRC of its bytes.
  private func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = Array(bytes.dropLast(4))
    bytes.append(UInt64(SectionCRC.checksum(of: bytes)), bytes: 4)
    return bytes
  }
}
