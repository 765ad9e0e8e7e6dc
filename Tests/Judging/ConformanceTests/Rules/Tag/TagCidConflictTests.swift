import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-cid-conflict")
struct TagCidConflictTests {
  private let other = ContentID(bytes: [UInt8](repeating: 0xa0, count: 16))

  /// DATA tags every ten seconds on two PIDs of program 1, the second a second later. A letter is
  /// the FD CID of a tag: `a`, `b`, `0` for none; a blank means that there is no tag.
  private func run(
    _ first: String,
    _ second: String,
    settings: RuleSettings = RuleSettings(),
    change: (inout TimedTag) -> Void = { _ in }
  ) throws -> RuleRun {
    func tags(_ cids: String) throws -> [TimedMetadataEvent] {
      let cids = Array(cids)
      return try MadeTag.dataTags(
        cids.count,
        content: { index, content in
          if cids[index] == "b", let other { content.fdCID = other }
          if cids[index] == "0" { content.fdCID = .null }
        }
      )
      .enumerated().filter { cids[$0.offset] != " " }.map(\.element)
    }
    let moved = try tags(second).map { tag in
      tag.with { tag in
        tag.pid = 0x1f0
        tag.time = tag.time.map { $0 + 1 }
        change(&tag)
      }
    }
    let all = try tags(first) + moved
    let inOrder = all.sorted { ($0.tag?.time ?? 0) < ($1.tag?.time ?? 0) }
    return try RuleRun(TagCidConflict.id, inOrder, settings: settings)
  }

  @Test("two PIDs of one program with different CIDs warn")
  func finds() throws {
    let run = try run("aaaaaa", "bbbbbb")
    #expect(run.result.state == .warn)
    #expect(run.result.found == 5)
    #expect(
      run.messages.first
        == "PID 0x102 and PID 0x1f0 carry different CIDs at the same time (two inserters?)"
    )
    #expect(run.findings.first?.place.time == 39)
  }

  @Test(
    "equal, consecutive or null CIDs on two PIDs pass",
    arguments: [
      ("aaaaaa", "aaaaaa"), ("aaabbb", "aabbbb"), ("aaaa      ", "    bbbbbb"), ("ababab", ""),
      ("aaaaaa", "000000"), ("aaaaaa", "b"),
    ]
  )
  func passes(_ first: String, _ second: String) throws {
    let run = try run(first, second)
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("PIDs of different programs or renditions are not compared")
  func others() throws {
    #expect(try run("aaaaaa", "bbbbbb") { $0.program = 2 }.findings.isEmpty)
    #expect(try run("aaaaaa", "bbbbbb") { $0.rendition = "b" }.findings.isEmpty)
  }

  @Test(
    "two PIDs may carry different CIDs for the seconds that the limit allows",
    arguments: [(50.0, 0), (30, 3)]
  )
  func limit(_ limit: Double, _ found: Int) throws {
    let run = try run("aaaaaa", "bbbbbb", settings: RuleSettings(["limit": limit]))
    #expect(run.result.found == found)
  }

  @Test("a single DATA tag, or a stream without a timeline, is not assessed")
  func notAssessed() throws {
    #expect(try run("a", "").result.notAssessed == .tooFewTags)
    #expect(try RuleRun(TagCidConflict.id, []).result.notAssessed == .noTags)
    let run = try RuleRun(TagCidConflict.id, MadeTag.dataTags(2), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }
}
