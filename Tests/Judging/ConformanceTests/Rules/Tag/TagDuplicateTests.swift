import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-duplicate")
struct TagDuplicateTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagDuplicate.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an identical tag warns, and the message has the time of the first tag")
  func finds() throws {
    let tags = try [MadeTag.data(time: 108.5), MadeTag.data(time: 109.5)]
    let run = try RuleRun(TagDuplicate.id, tags)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["identical to the tag at 108.500 s"])
    #expect(
      run.findings.first?.place == Place(time: 109.5, program: 1, pid: 0x102, offset: 109_500)
    )
  }

  @Test("in a text input, the message has the line of the first tag")
  func text() throws {
    let run = try RuleRun(
      TagDuplicate.id,
      [MadeTag.text(line: 4), MadeTag.text(line: 9)],
      media: [.text]
    )
    #expect(run.messages == ["identical to the tag in line 4"])
    #expect(run.findings.first?.place.line == 9)
  }

  @Test("the same tag in another stream is not a duplicate")
  func streams() throws {
    let other = try MadeTag.data().with { $0.rendition = "b" }
    #expect(try RuleRun(TagDuplicate.id, [MadeTag.data(), other]).findings.isEmpty)
  }

  @Test("a tag is compared with the 360 tags before it", arguments: [(359, 1), (360, 0)])
  func window(_ between: Int, _ found: Int) throws {
    let tags = try MadeTag.dataTags(1 + between)
    let run = try RuleRun(TagDuplicate.id, tags + tags.prefix(1))
    #expect(run.result.found == found)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try [MadeTag.data(), MadeTag.data(time: 9), MadeTag.data(time: 10)]
    let run = try RuleRun(TagDuplicate.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagDuplicate.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
