import StreamMaker
import Testing
import TransportStream

@Suite struct TableFaultsTests {
  private func pair(_ fault: String) throws -> Pair {
    let pair = try Pair(fault)
    #expect(pair.faulty.tags == pair.clean.tags)
    #expect(pair.faulty.pes().map(\.pts) == pair.clean.pes().map(\.pts))
    #expect(pair.faulty.continuityGaps.isEmpty)
    return pair
  }

  /// A map of program 1 in the clean and the faulty stream. Expects that all faulty maps are equal.
  private func maps(_ fault: String) throws -> (before: ProgramMap, after: ProgramMap) {
    let pair = try pair(fault)
    #expect(pair.hasSameRest)
    #expect(pair.faulty.sections.allSatisfy { $0.hasValidCRC })
    #expect(pair.faulty.maps().count == pair.clean.maps().count)
    #expect(Set(pair.faulty.maps()).count == 1)
    return (try #require(pair.clean.maps().first), try #require(pair.faulty.maps().first))
  }

  @Test("ts-pid-flood: two more programs declare 80 PIDs with ID3")
  func flood() throws {
    let pair = try pair("ts-pid-flood")
    #expect(pair.faulty.associations.first?.programs.map(\.programNumber) == [1, 2, 3])
    let pids = [UInt16(2), 3].flatMap { pair.faulty.maps($0).first?.streams.map(\.pid) ?? [] }
    #expect(Set(pids).count == 80)
    #expect(!pids.contains(0x102))
    #expect(pair.faulty.sections.allSatisfy { $0.bytes.count <= 3 + 1021 && $0.hasValidCRC })
    #expect(pair.faulty.maps() == pair.clean.maps())
  }

  @Test("psi-missing: the stream has a program association, but no program map")
  func missing() throws {
    let pair = try pair("psi-missing")
    #expect(pair.faulty.associations == pair.clean.associations)
    #expect(pair.faulty.maps().isEmpty)
    #expect(pair.faulty.packets(0x1000).isEmpty)
  }

  @Test("psi-crc: one map has a wrong CRC")
  func crc() throws {
    let pair = try pair("psi-crc")
    let wrong = pair.faulty.sections.filter { !$0.hasValidCRC }
    #expect(wrong.map(\.pid) == [0x1000])
    #expect(wrong.first?.bytes.dropLast() == pair.clean.sections[1].bytes.dropLast())
    #expect(pair.hasSameRest)
  }

  @Test("psi-interval: tables are repeated only every 8.4 s")
  func interval() throws {
    let pair = try pair("psi-interval")
    #expect(pair.faulty.maps().count == 15)
    #expect(Set(pair.faulty.maps()) == Set(pair.clean.maps()))
    #expect(pair.faulty.packets.first?.pid == 0)
  }

  @Test("pmt-stream-type: stream_type is 0x06 instead of 0x15")
  func streamType() throws {
    var (before, after) = try maps("pmt-stream-type")
    #expect(after.streams.last?.type == .privateData)
    before.streams[0].type = .privateData
    #expect(after == before)
  }

  @Test("pmt-metadata-descriptor: the tags have no descriptor 0x26")
  func descriptor() throws {
    var (before, after) = try maps("pmt-metadata-descriptor")
    #expect(after.streams.last?.descriptors == [])
    before.streams[0].descriptors = []
    #expect(after == before)
  }

  @Test("pmt-metadata-pointer: the program has no descriptor 0x25")
  func pointer() throws {
    var (before, after) = try maps("pmt-metadata-pointer")
    before.descriptors = []
    #expect(after == before)
  }

  @Test("pmt-misplaced-descriptor: descriptor 0x26 is also in the program's descriptor loop")
  func misplaced() throws {
    var (before, after) = try maps("pmt-misplaced-descriptor")
    #expect(after.descriptors.last?.tag == 0x26)
    before.descriptors.append(.id3Metadata())
    #expect(after == before)
  }

  @Test("pmt-pid: the tags' stream is listed twice")
  func listedTwice() throws {
    let (before, after) = try maps("pmt-pid")
    #expect(after.streams == before.streams + before.streams.suffix(1))
  }

  @Test("pmt-undeclared: maps declare the PID only after its first tags")
  func undeclared() throws {
    let pair = try pair("pmt-undeclared")
    let declared = pair.faulty.maps().map { $0.streams.contains { $0.pid == 0x102 } }
    #expect(declared.first == false)
    #expect(declared.last == true)
    #expect(declared == declared.sorted { !$0 && $1 })
    let first = try #require(
      pair.faulty.sections.first { section in
        ProgramMap(section.table)?.streams.isEmpty == false
      }
    )
    let offset = pair.faulty.packets[first.position].offset
    #expect(pair.faulty.pes().filter { $0.offset < offset }.count == 4)
    #expect(Set(pair.faulty.maps().map(\.version)) == [0, 1])
    #expect(pair.hasSameRest)
  }

  @Test("pmt-declared-empty: a second declared PID has no packets")
  func declaredEmpty() throws {
    let (before, after) = try maps("pmt-declared-empty")
    #expect(after.streams.dropLast() == before.streams[...])
    #expect(after.streams.last?.pid == 0x1f0)
    #expect(after.streams.last?.type == .metadataInPES)
    #expect(try Pair("pmt-declared-empty").faulty.packets(0x1f0).isEmpty)
  }

  @Test("pmt-same-program: the tags are alone in a separate program")
  func sameProgram() throws {
    let pair = try pair("pmt-same-program")
    #expect(pair.faulty.associations.first?.programs.map(\.programNumber) == [1, 2])
    #expect(pair.faulty.maps().allSatisfy { $0.streams.map(\.type) == [.adtsAAC] })
    #expect(pair.faulty.maps().allSatisfy { $0.descriptors.isEmpty })
    let own = try #require(pair.faulty.maps(2).first)
    #expect(own.streams.map(\.pid) == [0x102])
    #expect(own.streams == pair.clean.maps().first?.streams)
    #expect(own.descriptors == [.id3MetadataPointer(programNumber: 2)])
    #expect(pair.faulty.packets(0x1001).count == pair.faulty.packets(0x1000).count)
  }

  @Test("ts-program-missing-tags: a second program has audio but no ID3")
  func programWithoutTags() throws {
    let pair = try pair("ts-program-missing-tags")
    #expect(pair.faulty.associations.first?.programs.map(\.programNumber) == [1, 2])
    let other = try #require(pair.faulty.maps(2).first)
    #expect(other.streams.map(\.type) == [.adtsAAC])
    #expect(other.descriptors.isEmpty)
    let own = try #require(pair.faulty.maps().first)
    #expect(own.streams.map(\.type) == [.adtsAAC, .metadataInPES])
    #expect(pair.faulty.pes().map(\.payload) == pair.clean.tags)
  }

  @Test("pmt-unstable: maps and tags move to another PID together")
  func unstable() throws {
    let pair = try Pair("pmt-unstable")
    let (early, late) = (pair.faulty.pes(0x102), pair.faulty.pes(0x1f0))
    #expect((early + late).map(\.payload) == pair.clean.tags)
    #expect((early + late).map(\.pts) == pair.clean.pes().map(\.pts))
    #expect(early.count == 4)
    let pids = pair.faulty.maps().map { $0.streams.last?.pid ?? 0 }
    #expect(Set(pids) == [0x102, 0x1f0])
    #expect(pids == pids.sorted())
    #expect(pair.faulty.continuityGaps.isEmpty)
  }
}
