import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ssai-ad-carries-foreign-cid")
struct SsaiAdCarriesForeignCidTests {
  private static let adID = ContentID(bytes: Array(UInt8(0xB0)...0xBF)) ?? .null

  /// DATA tags at 8 s, 18 s and so on. The tags whose index is in `ads` have the CID of an ad. The tags whose index is
  /// in `elsewhere` are in a segment of another folder. A break begins at 30 s.
  private func run(
    ads: Set<Int> = [],
    elsewhere: Set<Int> = [],
    keepsDistributor: Bool = false,
    count: Int = 12,
    duration: Double? = 50
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      count,
      content: { index, content in
        guard ads.contains(index) else { return }
        content.pcCID = Self.adID
        if !keepsDistributor { content.fdCID = Self.adID }
      }
    )
    let events = tags.enumerated().map { index, event in
      event.with { tag in
        tag.segment = elsewhere.contains(index) ? "https://ads.test/1/a.ts" : "live/a\(index).ts"
      }
    }
    return try RuleRun(
      SsaiAdCarriesForeignCid.id,
      [MadeMark.splice(30, isOut: true, for: duration)] + events,
      duration: Double(count) * 10
    )
  }

  @Test(
    "a tag of the programme in an inserted ad warns",
    arguments: [([3, 5, 6], [], [48.0]), ([3, 6], [], [48, 58]), ([], [3, 4], [38, 48])]
      as [(Set<Int>, Set<Int>, [Double])]
  )
  func found(ads: Set<Int>, elsewhere: Set<Int>, times: [Double]) throws {
    let run = try run(ads: ads, elsewhere: elsewhere)
    #expect(run.result.state == .warn)
    #expect(run.findings.map(\.place.time) == times)
    #expect(Set(run.messages) == [SsaiAdCarriesForeignCid.foreign])
  }

  @Test(
    "breaks pass, whether ads replace them completely, partly or not at all",
    arguments: [
      ([], []), ([3, 4, 5, 6], []), ([4, 5], []), ([3, 4, 5, 6], [3, 4, 5, 6]),
      // The folder changes as time passes.
      ([], [4, 5, 6, 7, 8, 9, 10, 11]),
    ] as [(Set<Int>, Set<Int>)]
  )
  func good(ads: Set<Int>, elsewhere: Set<Int>) throws {
    let run = try run(ads: ads, elsewhere: elsewhere)
    #expect(run.result.state == .pass)
    #expect(run.messages.isEmpty)
  }

  @Test("another programme long after a break without an end is not an ad of the break")
  func withoutEnd() throws {
    #expect(try run(ads: [64, 66], count: 70, duration: nil).messages.isEmpty)
    #expect(try run(ads: [54, 56], count: 70, duration: nil).messages.count == 1)
  }

  @Test("an ad that keeps the CID of the distributor passes")
  func distributor() throws {
    #expect(try run(ads: [3, 5], keepsDistributor: true).messages.isEmpty)
  }
}
