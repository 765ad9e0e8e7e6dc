import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ad-break-no-return")
struct AdBreakNoReturnTests {
  @Test(
    "a break that needs an end marker but gets none warns",
    arguments: [
      (
        [MadeMark.splice(100, isOut: true), MadeMark.splice(300, isOut: true, id: "2")],
        310, "no marker ends the ad break; the next break begins at 300.000 s"
      ),
      (
        [MadeMark.splice(100, isOut: true, for: 30, returnsByItself: false)],
        170, "no marker ends the ad break; the stream continues for 70.0 s"
      ),
      (
        [MadeMark.playlist(.cueOut, 100, isOut: true)],
        701, "no marker ends the ad break; the stream continues for 601.0 s"
      ),
    ] as [([TimedMetadataEvent], Double, String)]
  )
  func found(events: [TimedMetadataEvent], duration: Double, message: String) throws {
    let run = try RuleRun(AdBreakNoReturn.id, events, duration: duration)
    #expect(run.result.state == .warn)
    #expect(run.messages == [message])
  }

  @Test("breaks that end, or can still end, pass", arguments: Self.kept)
  func good(events: [TimedMetadataEvent]) throws {
    let run = try RuleRun(AdBreakNoReturn.id, events, duration: 400)
    #expect(run.result.state == .pass)
    #expect(run.messages.isEmpty)
  }

  static let kept: [[TimedMetadataEvent]] = [
    [MadeMark.splice(100, isOut: true), MadeMark.splice(130, isOut: false)],
    // The return marker comes late, which only `splice-time` judges.
    [
      MadeMark.splice(100, isOut: true, for: 30, returnsByItself: false),
      MadeMark.splice(130, isOut: false, lead: -20),
    ],
    [MadeMark.splice(100, isOut: true, for: 30, returnsByItself: true)],
    // Date ranges and cue tags with a length need no end.
    [MadeMark.playlist(.dateRange, 100, isOut: true, for: 30, id: "a")],
    [MadeMark.playlist(.cueOut, 100, isOut: true, for: 30)],
    // The input ends in the break.
    [MadeMark.splice(100, isOut: true)],
    [MadeMark.splice(350, isOut: true, for: 30, returnsByItself: false)],
    // A marker of another kind ends the break.
    [
      MadeMark.playlist(.dateRange, 100, isOut: true, id: "a"),
      MadeMark.playlist(.cueOut, 100, isOut: true, for: 30),
      MadeMark.playlist(.cueIn, 130, isOut: false),
      MadeMark.playlist(.dateRange, 300, isOut: true, for: 10, id: "b"),
    ],
    // A cancelled break.
    [
      MadeMark.splice(100, isOut: true), MadeMark.splice(100, isOut: true, isCancelled: true),
      MadeMark.splice(300, isOut: true, for: 30, id: "2"),
    ],
  ]
}
