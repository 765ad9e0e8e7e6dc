import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-null-cids")
struct TagNullCidsTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagNullCids.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// Fifteen DATA tags, with two null CIDs in some of them.
  private func run(
    null: ClosedRange<Int>,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      15,
      content: { index, content in
        guard null.contains(index) else { return }
        (content.pcCID, content.fdCID) = (.null, .null)
        (content.pcOffset, content.fdOffset) = (0, 0)
      }
    )
    return try RuleRun(TagNullCids.id, tags, settings: settings)
  }

  @Test("a minute of null CIDs warns at the time of its start")
  func finds() throws {
    let run = try run(null: 2...8)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["both CIDs null for 60.0 s (limit 20 s): no source identified"])
    #expect(run.findings.first?.place == Place(time: 28, program: 1, pid: 0x102, offset: 28_000))
  }

  @Test(
    "null CIDs for 20 s pass, and null CIDs for a longer time warn",
    arguments: [(4, 0), (5, 1)]
  )
  func limit(_ last: Int, _ found: Int) throws {
    #expect(try run(null: 2...last).result.found == found)
  }

  @Test("the limit can be set", arguments: [(60.0, 0), (59.9, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    #expect(try run(null: 2...8, settings: RuleSettings(["limit": limit])).result.found == found)
  }

  @Test("null CIDs that last until the end are also counted")
  func end() throws {
    #expect(try run(null: 11...14).messages.count == 1)
  }

  @Test("null CIDs of INFO tags do not count")
  func info() throws {
    let infos = try (0..<5).map { try MadeTag.info(time: Double(10 + 20 * $0)) }
    #expect(try RuleRun(TagNullCids.id, [MadeTag.data()] + infos).findings.isEmpty)
  }

  @Test("a stream without DATA tags is not assessed")
  func noData() throws {
    #expect(try RuleRun(TagNullCids.id, [MadeTag.info()]).result.notAssessed == .noTags)
  }

  @Test("tags without a time are not assessed")
  func noClock() throws {
    let run = try RuleRun(TagNullCids.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .noClock)
  }
}
