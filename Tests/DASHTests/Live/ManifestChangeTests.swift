import Testing

@testable import DASH

@Suite("what changed since an earlier version")
struct ManifestChangeTests {
  private func read(
    _ periods: String,
    anchor: String = "1970-01-01T00:00:00Z",
    type: String = "dynamic",
    published: String = "1970-01-01T00:01:00Z"
  ) throws -> MediaPresentation {
    try Manifests.read(
      #"type="\#(type)" availabilityStartTime="\#(anchor)" publishTime="\#(published)""#,
      periods
    )
  }

  private static func period(_ id: String, start: Int = 0, last: Int = 3, names: [String] = ["v"])
    -> String
  {
    let representations = names.map { "<Representation id=\"\($0)\"/>" }.joined()
    return """
      <Period id="\(id)" start="PT\(start)S"><AdaptationSet><SegmentTemplate media="$Time$">
      <SegmentTimeline><S t="0" d="4" r="\(last)"/></SegmentTimeline></SegmentTemplate>
      \(representations)</AdaptationSet></Period>
      """
  }

  @Test("more segments and no others are no change")
  func none() throws {
    let before = try read(Self.period("a"))
    #expect(try read(Self.period("a", last: 5)).changes(since: before).isEmpty)
  }

  @Test("Periods that come and go are named by where they do")
  func periods() throws {
    let before = try read(
      Self.period("a") + Self.period("b", start: 100) + Self.period("c", start: 200)
        + Self.period("d", start: 300)
    )
    let now = try read(
      Self.period("b", start: 100) + Self.period("x", start: 150) + Self.period("d", start: 310)
        + Self.period("e", start: 400)
    )
    #expect(
      now.changes(since: before) == [
        .periodExpired("a"), .periodRemoved("c"), .periodInserted("x"),
        .periodMoved("d", from: 300, to: 310), .periodAppended("e"),
      ]
    )
  }

  @Test("a Period without id is the same where it starts at the same time")
  func anonymous() throws {
    let text = #"<Period start="PT1S"/>"#
    let before = try read(#"<Period start="PT0S"/>"# + text)
    #expect(try read(text).changes(since: before) == [.periodExpired("#0")])
  }

  @Test("an anchor that moves, a publish time that goes back, and an end")
  func times() throws {
    let before = try read(Self.period("a"))
    let now = try read(
      Self.period("a"),
      anchor: "1970-01-01T00:00:02Z",
      type: "static",
      published: "1970-01-01T00:00:59Z"
    )
    #expect(
      now.changes(since: before)
        == [
          .ended, .availabilityStartMoved(from: 0, to: 2), .publishTimeWentBack(from: 60, to: 59),
        ]
    )
  }

  @Test("a timeline that shrinks at its end, and Representations that come and go")
  func representations() throws {
    let before = try read(Self.period("a", last: 5, names: ["u", "v"]))
    let now = try read(Self.period("a", last: 2, names: ["v", "w"]))
    #expect(
      now.changes(since: before) == [
        .representationRemoved("a", id: "u"),
        .timelineShrank("a", representation: "v", from: 24, to: 12),
        .representationAdded("a", id: "w"),
      ]
    )
  }
}
