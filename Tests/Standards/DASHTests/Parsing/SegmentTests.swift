import Testing

@testable import DASH

@Suite("segments described by a manifest")
struct SegmentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var segments: String
    var period = "duration=\"PT20S\""
    var lines: [String]
    var notes: [String] = []

    var testDescription: String { name }
  }

  @Test("a template addresses segments by number or by time", arguments: templates)
  func template(_ example: Case) throws { try check(example) }

  @Test("a timeline gives the times of segments, with repetitions and gaps", arguments: timelines)
  func timeline(_ example: Case) throws { try check(example) }

  @Test(
    "a list has an address for each segment, and a single file is one segment",
    arguments: lists
  )
  func list(_ example: Case) throws { try check(example) }

  private func check(_ example: Case) throws {
    let presentation = try Manifests.read("", Manifests.period(example.segments, example.period))
    #expect(presentation.lines() == example.lines)
    #expect(presentation.notes.map(\.subject) == example.notes, "\(presentation.notes)")
  }

  private static let templates: [Case] = [
    Case(
      name: "number and duration, with a last segment that ends after the Period",
      segments: #"<SegmentTemplate media="$RepresentationID$-$Number%03d$.m4s" duration="8"/>"#,
      lines: ["v-001.m4s@0.0+8.0", "v-002.m4s@8.0+8.0", "v-003.m4s@16.0+8.0"]
    ),
    Case(
      name: "startNumber and endNumber",
      segments:
        #"<SegmentTemplate media="$Number$.m4s" duration="4" startNumber="0" endNumber="1"/>"#,
      lines: ["0.m4s@0.0+4.0", "1.m4s@4.0+4.0"]
    ),
    Case(
      name: "a Period whose duration is, except for rounding, a whole number of segments",
      segments: #"<SegmentTemplate media="$Number$" duration="1001" timescale="30000"/>"#,
      period: #"duration="PT0.066733S""#,
      lines: ["1@0.0+0.03336666666666667", "2@0.03336666666666667+0.03336666666666667"]
    ),
    Case(
      name: "presentationTimeOffset is part of the media time, not of the seconds in the Period",
      segments: """
        <SegmentTemplate media="$Time$" duration="900000" timescale="90000"
          presentationTimeOffset="90000000"/>
        """,
      lines: ["90000000@0.0+10.0", "90900000@10.0+10.0"]
    ),
    Case(
      name: "neither duration nor timeline: one segment as long as the Period",
      segments: #"<SegmentTemplate media="$Number$.m4s" startNumber="5"/>"#,
      lines: ["5.m4s@0.0+20.0"]
    ),
    Case(
      name: "a template without media has no segments",
      segments: #"<SegmentTemplate duration="4"/>"#,
      lines: [],
      notes: ["SegmentTemplate@media"]
    ),
    Case(
      name: "a duration of 0 counts as missing",
      segments: #"<SegmentTemplate media="$Number$.m4s" duration="0"/>"#,
      lines: ["1.m4s@0.0+20.0"],
      notes: ["SegmentTemplate@duration"]
    ),
    Case(
      name: "a value that is not a number is reported and ignored",
      segments: #"<SegmentTemplate media="$Number$" duration="10" startNumber="x" timescale="0"/>"#,
      lines: ["1@0.0+10.0", "2@10.0+10.0"],
      notes: ["SegmentTemplate@timescale", "SegmentTemplate@startNumber"]
    ),
    Case(
      name: "$SubNumber$ is not an identifier, and is kept as written",
      segments: #"<SegmentTemplate media="$Number$_$SubNumber$" duration="20"/>"#,
      lines: ["1_$SubNumber$@0.0+20.0"],
      notes: ["SegmentTemplate"]
    ),
  ]

  private static func timed(_ entries: String, _ attributes: String = "") -> String {
    """
    <SegmentTemplate media="$Number$-$Time$" timescale="10" \(attributes)>
    <SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>
    """
  }

  private static let timelines: [Case] = [
    Case(
      name: "r is the number of further segments of the same duration",
      segments: timed(#"<S t="0" d="20" r="2"/><S d="10"/>"#),
      lines: ["1-0@0.0+2.0", "2-20@2.0+2.0", "3-40@4.0+2.0", "4-60@6.0+1.0"]
    ),
    Case(
      name: "a gap between the times of two entries",
      segments: timed(#"<S t="0" d="20"/><S t="100" d="20"/>"#),
      lines: ["1-0@0.0+2.0", "2-100@10.0+2.0"]
    ),
    Case(
      name: "n sets the number of a segment",
      segments: timed(#"<S t="0" d="20" n="7"/><S d="20"/><S d="20" n="20"/>"#),
      lines: ["7-0@0.0+2.0", "8-20@2.0+2.0", "20-40@4.0+2.0"]
    ),
    Case(
      name: "r of -1 repeats a segment up to the end of the Period",
      segments: timed(#"<S t="1000" d="90" r="-1"/>"#, #"presentationTimeOffset="1000""#),
      lines: ["1-1000@0.0+9.0", "2-1090@9.0+9.0", "3-1180@18.0+9.0"]
    ),
    Case(
      name: "r of -1 repeats a segment up to the next t",
      segments: timed(#"<S t="0" d="50" r="-1"/><S t="100" d="100"/>"#),
      lines: ["1-0@0.0+5.0", "2-50@5.0+5.0", "3-100@10.0+10.0"]
    ),
    Case(
      name: "r of -1 before an entry without t gives one segment",
      segments: timed(#"<S t="0" d="50" r="-1"/><S d="100"/>"#),
      lines: ["1-0@0.0+5.0", "2-50@5.0+10.0"],
      notes: ["S@r"]
    ),
    Case(
      name: "endNumber cuts the timeline",
      segments: timed(#"<S t="0" d="20" r="9"/>"#, #"endNumber="2""#),
      lines: ["1-0@0.0+2.0", "2-20@2.0+2.0"]
    ),
    Case(
      name: "overlapping segments, and a segment without a duration",
      segments: timed(#"<S t="0" d="20"/><S t="10" d="20"/><S t="50"/>"#),
      lines: ["1-0@0.0+2.0", "2-10@1.0+2.0"],
      notes: ["S@t", "S@d"]
    ),
    Case(name: "an empty timeline", segments: timed(""), lines: []),
  ]

  private static let lists: [Case] = [
    Case(
      name: "segments that are byte ranges of one file",
      segments: """
        <SegmentList timescale="10" duration="100"><Initialization sourceURL="v.mp4" range="0-9"/>
        <SegmentURL media="v.mp4" mediaRange="10-99"/><SegmentURL media="v.mp4" mediaRange="100-"/>
        </SegmentList>
        """,
      lines: ["v.mp4[10+90]@0.0+10.0", "v.mp4[100+]@10.0+10.0"]
    ),
    Case(
      name: "a list with a timeline",
      segments: """
        <SegmentList><SegmentTimeline><S t="5" d="2"/><S d="3"/></SegmentTimeline>
        <SegmentURL media="a"/><SegmentURL media="b"/></SegmentList>
        """,
      lines: ["a@5.0+2.0", "b@7.0+3.0"]
    ),
    Case(
      name: "more SegmentURLs than segments in the timeline",
      segments: """
        <SegmentList><SegmentTimeline><S t="0" d="2"/></SegmentTimeline>
        <SegmentURL media="a"/><SegmentURL media="b"/></SegmentList>
        """,
      lines: ["a@0.0+2.0"],
      notes: ["SegmentList"]
    ),
    Case(
      name: "a mediaRange that is not a byte range",
      segments: #"<SegmentList><SegmentURL media="a" mediaRange="9-1"/></SegmentList>"#,
      lines: ["a@0.0+20.0"],
      notes: ["SegmentURL@mediaRange"]
    ),
    Case(
      name: "a base URL alone is one segment",
      segments: "<BaseURL>film.mp4</BaseURL>",
      lines: ["film.mp4@0.0+20.0"]
    ),
    Case(name: "a Representation without any address", segments: "", lines: [], notes: ["BaseURL"]),
    Case(
      name: "SegmentBase without a BaseURL",
      segments: #"<SegmentBase indexRange="0-99"/>"#,
      lines: [],
      notes: ["BaseURL"]
    ),
    Case(
      name: "SegmentBase without an index",
      segments: #"<BaseURL>film.mp4</BaseURL><SegmentBase timescale="100"/>"#,
      lines: ["film.mp4@0.0+20.0"]
    ),
  ]
}
