import NielsenTag
import StreamMaker
import Testing

@Suite struct InfoFaultsTests {
  /// The INFO tag in the clean and the faulty stream. Expects that everything else is equal.
  private func info(_ fault: String) throws -> (before: NielsenPayload, after: NielsenPayload) {
    let pair = try Pair(fault)
    #expect(pair.changedTags == [1])
    #expect(pair.hasSameHeaders)
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
    let before = try #require(NielsenPayload(bytes: Array(pair.clean.tags[1][20..<269])))
    let after = try #require(NielsenPayload(bytes: Array(pair.faulty.tags[1][20..<269])))
    #expect(after.kind == .info)
    #expect(after.checksumValid == true)
    #expect(after.sequence == before.sequence)
    return (before, after)
  }

  @Test("info-cids-null: the FD CID is not null")
  func cids() throws {
    let (before, after) = try info("info-cids-null")
    #expect(before.fdCID == .null)
    #expect(after.fdCID?.isNull == false)
    #expect(after.pcCID == .null)
    #expect(after.fdOffset == 0)
  }

  @Test("info-offsets-zero: the FD offset is not 0")
  func offsets() throws {
    let after = try info("info-offsets-zero").after
    #expect(after.fdOffset == 21_778)
    #expect(after.pcOffset == 0)
    #expect(after.fdCID == .null)
  }

  @Test("info-tag-times: the first and last times are ten seconds apart")
  func times() throws {
    let (before, after) = try info("info-tag-times")
    #expect(before.firstTagTime == before.lastTagTime)
    #expect(after.lastTagTime == before.lastTagTime)
    #expect(after.firstTagTime == before.lastTagTime.map { $0 - 10 })
  }
}
