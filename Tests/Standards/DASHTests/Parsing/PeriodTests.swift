import Testing

@testable import DASH

@Suite("times of Periods")
struct PeriodTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var attributes = ""
    var periods: [String]
    /// The start and the duration of each Period in seconds; nil if unknown.
    var spans: [[Double?]]
    var notes: [String] = []

    var testDescription: String { name }
  }

  @Test(
    "a Period starts at its declared start, or at the end of the previous Period",
    arguments: cases
  )
  func spans(_ example: Case) throws {
    let periods = example.periods.map { "<Period \($0)/>" }.joined()
    let presentation = try Manifests.read(example.attributes, periods)
    #expect(presentation.periods.map { [$0.start, $0.duration] } == example.spans)
    #expect(presentation.notes.map(\.subject) == example.notes, "\(presentation.notes)")
  }

  private static let live = #"type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z""#

  private static let cases: [Case] = [
    Case(
      name: "Periods without a start follow each other by their durations",
      periods: [#"duration="PT10S""#, #"duration="PT1M""#, #"duration="PT0.5S""#],
      spans: [[0, 10], [10, 60], [70, 0.5]]
    ),
    Case(
      name: "a start ends the previous Period",
      attributes: #"mediaPresentationDuration="PT1H""#,
      periods: [#"start="PT0S""#, #"start="PT20S""#],
      spans: [[0, 20], [20, 3580]]
    ),
    Case(
      name: "the last Period of a live presentation is open",
      attributes: live,
      periods: [#"start="PT5S" duration="PT10S""#, ""],
      spans: [[5, 10], [15, nil]]
    ),
    Case(
      name: "early available Periods have no start",
      attributes: live,
      periods: [#"start="PT0S""#, ""],
      spans: [[0, nil], [nil, nil]]
    ),
    Case(
      name: "the first Period of a live presentation, if it has no start, is early available",
      attributes: live,
      periods: [""],
      spans: [[nil, nil]]
    ),
    Case(
      name: "a Period that ends after the next Period starts",
      periods: [#"duration="PT10S""#, #"start="PT8S" duration="PT1S""#],
      spans: [[0, 8], [8, 1]],
      notes: ["Period@duration"]
    ),
    Case(
      name: "a Period that starts before the previous Period",
      periods: [#"start="PT10S" duration="PT1S""#, #"start="PT5S" duration="PT1S""#],
      spans: [[10, 0], [5, 1]],
      notes: ["Period@start"]
    ),
    Case(
      name: "values that are not durations",
      periods: [#"start="5" duration="P-1D""#, #"start="PT""#],
      spans: [[0, nil], [nil, nil]],
      notes: ["Period@start", "Period@duration", "Period@start"]
    ),
    Case(name: "a manifest without Periods", periods: [], spans: [], notes: ["Period"]),
  ]

  @Test(
    "XML Schema durations are read",
    arguments: [
      ("PT1.5S", 1.5), ("P1DT1H1M1S", 90061), ("P1Y", 31_536_000), ("PT0H00M20.000S", 20),
      (" PT84.00S ", 84), ("PT60M", 3600), ("P1M", 2_592_000), ("P", nil), ("PT", nil), ("", nil),
      ("1S", nil), ("PT1S1H", nil), ("PT1", nil), ("PT-1S", nil), ("PTS", nil), ("P1DT", nil),
      ("PT99999999999999999999S", nil), ("PTnanS", nil), ("PT1.2.3S", nil),
    ] as [(String, Double?)]
  )
  func duration(text: String, seconds: Double?) {
    #expect(DurationText.seconds(text) == seconds)
  }

  @Test("remote elements are ignored, and the first of them is reported")
  func remote() throws {
    let presentation = try Manifests.read(
      #"xmlns:xlink="http://www.w3.org/1999/xlink""#,
      """
      <Period duration="PT9S"><AdaptationSet><Representation id="v">
      <SegmentList xlink:href="list.xml"/></Representation></AdaptationSet></Period>
      <Period xlink:href="ads.xml" xlink:actuate="onLoad" duration="PT5S"/><Period id="c"/>
      """
    )
    #expect(presentation.periods.map(\.start) == [0, 9, 14])
    let notes = presentation.notes.filter { $0.subject == "xlink" }
    #expect(notes.map(\.line) == [4])
    #expect(notes.first?.kind == .unsupported)
    #expect(notes.first?.message.contains("SegmentList is remote (xlink \"list.xml\")") == true)
    #expect(presentation.omittedNoteCount == 0)
  }
}
