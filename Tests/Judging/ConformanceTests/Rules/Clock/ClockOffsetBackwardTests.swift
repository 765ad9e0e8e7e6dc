import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-offset-backward")
struct ClockOffsetBackwardTests {
  /// Two DATA tags with these FD offsets.
  private func run(
    _ offsets: (Int, Int),
    _ change: (Int, inout TagContent) -> Void = { _, _ in }
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      2,
      content: { index, content in
        content.fdOffset = index == 0 ? offsets.0 : offsets.1
        change(index, &content)
      }
    )
    return try RuleRun(ClockOffsetBackward.id, tags)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(ClockOffsetBackward.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an offset that decreases while its CID stays the same warns")
  func finds() throws {
    let run = try run((21_778, 21_700))
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["FD offset falls 21778 → 21700 (content repeated?)"])
    #expect(run.findings.first?.place == Place(time: 18, program: 1, pid: 0x102, offset: 18_000))
  }

  @Test(
    "an equal offset passes, and an offset one second lower warns",
    arguments: [(0, 0), (1, 1)]
  )
  func limit(_ seconds: Int, _ found: Int) throws {
    #expect(try run((21_778, 21_778 - seconds)).result.found == found)
  }

  @Test("the offset of the PC CID is also judged")
  func programContent() throws {
    let run = try run((1, 2)) { index, content in content.pcOffset = 90 - index }
    #expect(run.messages == ["PC offset falls 90 → 89 (content repeated?)"])
  }

  @Test("an offset may decrease when the CID changes")
  func change() throws {
    let run = try run((21_778, 0)) { index, content in
      content.fdCID = ContentID(bytes: Array(repeating: UInt8(index), count: 16)) ?? .null
    }
    #expect(run.result.state == .pass)
  }

  @Test("an offset may decrease after a null CID")
  func nullBetween() throws {
    let tags = try MadeTag.dataTags(
      3,
      content: { index, content in
        content.fdOffset = [500, 0, 400][index]
        if index == 1 { content.fdCID = .null }
      }
    )
    #expect(try RuleRun(ClockOffsetBackward.id, tags).result.found == 0)
  }

  @Test("a stream without a valid blob is assessed")
  func refuted() throws {
    #expect(try RuleRun(ClockOffsetBackward.id, MadeTag.refuted()).result.state == .pass)
  }

  @Test("a stream in which both CIDs are always null is not assessed")
  func noSource() throws {
    let run = try run((0, 0)) { _, content in
      (content.pcCID, content.fdCID, content.pcOffset) = (.null, .null, 0)
    }
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a stream with one DATA tag, or without DATA tags, is not assessed")
  func notAssessed() throws {
    let id = ClockOffsetBackward.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(id, [MadeTag.info()]).result.notAssessed == .noTags)
  }
}
