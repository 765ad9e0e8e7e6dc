import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-cid-alternation")
struct TagCidAlternationTests {
  private let other = ContentID(bytes: [UInt8](repeating: 0xa0, count: 16))

  /// DATA tags every ten seconds, with an FD CID for each letter, such as `a` and `b`; `0` is a null CID.
  private func run(_ cids: String, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let cids = Array(cids)
    let tags = try MadeTag.dataTags(
      cids.count,
      content: { index, content in
        if cids[index] == "b", let other { content.fdCID = other }
        if cids[index] == "0" { content.fdCID = .null }
      }
    )
    return try RuleRun(TagCidAlternation.id, tags, settings: settings)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagCidAlternation.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a CID that changes with every tag warns from the third change")
  func finds() throws {
    let run = try run("ababab")
    #expect(run.result.state == .warn)
    #expect(run.result.found == 3)
    #expect(
      run.messages == [
        "FD CID changes back and forth, three times in 20.0 s: two inserters, or an input that "
          + "switches between two sources"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 38, program: 1, pid: 0x102, offset: 38_000))
  }

  @Test(
    "a new source, a break, null CIDs, or changes far apart pass",
    arguments: ["aaabbb", "aabbaa", "abaaaa", "a0a0a0", "aaaaaabaaaaaab"]
  )
  func others(cids: String) throws {
    #expect(try run(cids).findings.isEmpty)
  }

  /// DATA tags in a playlist, one for each segment; some segments follow a declared discontinuity.
  private func run(_ cids: String, discontinuities: Set<Int>) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      cids.count,
      content: { index, content in
        if Array(cids)[index] == "b", let other { content.fdCID = other }
      }
    )
    let events = tags.enumerated().flatMap { number, tag in
      [
        tag.with { ($0.rendition, $0.segment, $0.mediaSequence) = ("a", "\(number).ts", number) },
        MadeSegment.of(number) { $0.isDiscontinuity = discontinuities.contains(number) },
      ]
    }
    return try RuleRun(
      TagCidAlternation.id,
      events,
      summary: .playlist(of: [.transportStream])
    )
  }

  @Test(
    "changes at a declared discontinuity are not counted",
    arguments: [
      ([], 3), ([1, 2, 3, 4, 5], 0), ([1], 2), ([3], 0), ([9], 3),
    ] as [(Set<Int>, Int)]
  )
  func declared(_ discontinuities: Set<Int>, _ found: Int) throws {
    #expect(try run("ababab", discontinuities: discontinuities).result.found == found)
  }

  @Test("three changes within the limit warn, and three changes over a longer time do not")
  func limit() throws {
    #expect(try run("aabbaabb", settings: RuleSettings(["limit": 40])).result.found == 1)
    #expect(try run("aabbaabb", settings: RuleSettings(["limit": 39.9])).result.found == 0)
  }

  @Test("a single DATA tag, or a stream without a timeline, is not assessed")
  func notAssessed() throws {
    #expect(try run("a").result.notAssessed == .tooFewTags)
    #expect(try RuleRun(TagCidAlternation.id, []).result.notAssessed == .noTags)
    let run = try RuleRun(TagCidAlternation.id, MadeTag.dataTags(2), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }
}
