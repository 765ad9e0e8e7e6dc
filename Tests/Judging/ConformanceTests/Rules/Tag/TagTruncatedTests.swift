import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-truncated")
struct TagTruncatedTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagTruncated.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  private let note = StreamNote(
    id: "tag-truncated",
    time: 18,
    offset: 3384,
    pid: 0x102,
    program: 1,
    detail: "tag declares 271 bytes, 170 arrived (second TS packet missing)"
  )

  @Test("a cut tag fails with the reader's message")
  func finds() throws {
    let run = try RuleRun(TagTruncated.id, [MadeTag.data(), .note(note)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == ["tag declares 271 bytes, 170 arrived (second TS packet missing)"]
    )
    #expect(run.findings.first?.place == Place(time: 18, program: 1, pid: 0x102, offset: 3384))
  }

  @Test("a bare payload counts as a cut tag, but the rest of a cut tag does not count again")
  func bare() throws {
    let payload = try MadeTag.text(line: 1)
    let bare = payload.with {
      $0.origin = .transportStream(TransportFacts())
      $0.time = 28
      $0.notes = ["tag-truncated"]
    }
    let rest = try MadeTag.data(time: 18).with { $0.notes = ["tag-truncated"] }
    let run = try RuleRun(TagTruncated.id, [.note(note), rest, bare])
    #expect(run.result.found == 2)
    #expect(run.messages.last == "only the payload arrived, expected a tag of 271 bytes")
    #expect(run.findings.last?.place.time == 28)
  }

  @Test("an input in which every tag is cut fails")
  func none() throws {
    #expect(try RuleRun(TagTruncated.id, [.note(note)]).result.state == .fail)
  }

  @Test("a tag cut by the end of the input is reported as information")
  func inputEnds() throws {
    let words = "170 of 271 bytes of a tag arrived before the end of the input"
    let end = StreamNote(id: .tagAtInputEnd, time: 590, detail: words)
    let run = try RuleRun(TagTruncated.id, [MadeTag.data(), .note(end)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.messages == ["\(words): not judged"])
    #expect(run.findings.map(\.severity) == [.info])
  }

  @Test("a file, but not a segment, that ends within a box is reported as information")
  func inputEndsInBox() throws {
    var note = StreamNote(id: .endsWithinBox, detail: "ends within box mdat: 7 of 9 bytes arrived")
    let run = try RuleRun(TagTruncated.id, [MadeTag.data(), .note(note)])
    #expect(run.result.state == .pass)
    #expect(run.messages == ["the input ends within box mdat: 7 of 9 bytes arrived: not judged"])
    #expect(run.findings.map(\.severity) == [.info])
    note.segment = "1.m4s"
    #expect(try RuleRun(TagTruncated.id, [MadeTag.data(), .note(note)]).messages == [])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(TagTruncated.id, [.note(note), .note(note)], settings: settings)
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.findings.map(\.count) == [2])
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagTruncated.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a text input with bare payloads is not assessed")
  func text() throws {
    let run = try RuleRun(TagTruncated.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .carriage)
  }
}
