import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-id-reuse")
struct EmsgIdReuseTests {
  /// Events with these ids. All but the first have a note about different content under the same id.
  private func run(
    _ ids: [UInt32],
    settings: RuleSettings = RuleSettings(),
    change: (Int, inout TimedTag) -> Void = { _, _ in }
  ) throws -> RuleRun {
    let tags = try ids.enumerated().map { index, id in
      try MadeTag.inMessage(
        time: Double(8 + 10 * index),
        tag: { tag in
          if index > 0 { tag.notes = ["emsg-id-reuse"] }
          change(index, &tag)
        },
        message: { $0.id = id }
      )
    }
    return try RuleRun(EmsgIdReuse.id, tags, media: [.fragmentedMP4], settings: settings)
  }

  @Test("events with different ids pass")
  func passes() throws {
    let run = try run([1, 2, 3]) { $1.notes = [] }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("events with the same id fail once, at the first tag that is lost")
  func finds() throws {
    let run = try run(Array(repeating: 1, count: 31))
    #expect(run.result.state == .fail)
    #expect(run.result.found == 30)
    #expect(run.messages == ["id 1 used for 31 different tags: dash.js may show only the first"])
    #expect(run.findings.first?.place == Place(time: 18, offset: 18_000))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([7, 7], settings: RuleSettings(["maximum": maximum]))
    #expect(run.messages == ["id 7 used for 2 different tags: dash.js may show only the first"])
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("repeated use of an id is counted separately for each id and rendition")
  func apart() throws {
    #expect(
      try run([1, 1, 1, 2, 2]).messages.map { $0.prefix(14) } == [
        "id 1 used for ", "id 2 used for ",
      ]
    )
    let renditions = try run([1, 1, 1]) { index, tag in tag.rendition = index == 2 ? "b" : "a" }
    #expect(renditions.findings.map(\.place.rendition) == ["a", "b"])
  }

  @Test("reuse of more than 256 ids is still counted")
  func many() throws {
    #expect(try run(Array(0...300)).result.found == 300)
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = EmsgIdReuse.id
    let none = try RuleRun(id, [], media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noTags)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
