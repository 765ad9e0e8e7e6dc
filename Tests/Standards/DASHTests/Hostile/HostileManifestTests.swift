import Testing

@testable import DASH

@Suite("hostile manifests", .timeLimit(.minutes(10)))
struct HostileManifestTests {
  private static let bomb = """
    <!DOCTYPE MPD [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><MPD id="&c;"/>
    """

  @Test(
    "bytes that are not a manifest are refused, with a reason and a line",
    arguments: [
      ("", .notXML, 1), ("   ", .notXML, 1), ("#EXTM3U\n", .notXML, 1), ("<MPD>", .notXML, 1),
      ("<MPD></Period>", .notXML, 1), ("<MPD\n id=1/>", .notXML, 2), ("<MPD/><MPD/>", .notXML, 1),
      ("<html>\n<body/></html>", .notManifest, 1), ("<MPD>&undefined;</MPD>", .notXML, 1),
      ("<MPD>\0</MPD>", .notXML, 1), ("<MPD id='", .notXML, 1), ("<MPD><!-- ", .notXML, 1),
      ("<MPD><![CDATA[ ", .notXML, 1), ("\n<?xml version='1.0'?><MPD/>", .notXML, 2),
      (bomb, .documentType, 1),
      ("\n<!DOCTYPE MPD SYSTEM 'file:///etc/passwd'><MPD/>", .documentType, 2),
      ("<MPD>\n<!DOCTYPE MPD></MPD>", .documentType, 2),
      ("<MPD><!ENTITY x 'y'></MPD>", .documentType, 1),
    ] as [(String, ManifestError.Reason, Int)]
  )
  func refused(text: String, reason: ManifestError.Reason, line: Int) {
    let error = Manifests.refusal(Array(text.utf8))
    #expect(error?.reason == reason, "\(String(describing: error))")
    #expect(error?.line == line)
    #expect(error?.message.isEmpty == false)
    #expect(error?.message.contains("\n") == false)
  }

  @Test("bytes that are not UTF-8 are refused, and a byte order mark in UTF-8 is accepted")
  func encodings() {
    let utf16 = Array(#"<MPD/>"#.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(Manifests.refusal([0xFF, 0xFE] + utf16)?.reason == .notXML)
    #expect(
      Manifests.refusal(Array("<MPD id='".utf8) + [0xC3] + Array("'/>".utf8))?.reason == .notXML
    )
    #expect(Manifests.refusal([0xEF, 0xBB, 0xBF] + Array("<MPD/>".utf8)) == nil)
  }

  @Test("a manifest that exceeds a limit is refused, and the error names the limit")
  func limits() {
    func refusal(_ text: String, _ change: (inout ManifestLimits) -> Void = { _ in }) -> String? {
      var limits = ManifestLimits()
      change(&limits)
      guard let error = Manifests.refusal(Array(text.utf8), limits: limits) else { return nil }
      return error.reason == .limit ? error.message : "\(error)"
    }
    let deep = String(repeating: "<a>", count: 32) + String(repeating: "</a>", count: 32)
    #expect(refusal("<MPD>\(deep)</MPD>") == "more than 32 levels of elements")
    #expect(
      refusal(String(repeating: "<a>", count: 1_000_000)) == "more than 32 levels of elements"
    )
    let wide = (0..<65).map { " a\($0)='1'" }.joined()
    #expect(refusal("<MPD\(wide)/>") == "more than 64 attributes")
    #expect(refusal("<MPD><a/><a/></MPD>") { $0.elements = 2 } == "more than 2 elements")
    #expect(
      refusal("<MPD/>") { $0.bytes = 5 } == "the manifest has 6 bytes, but at most 5 are read"
    )
    let periods = "<MPD><Period/><Period/></MPD>"
    #expect(refusal(periods) { $0.periods = 1 } == "more than 1 Periods")
    let set =
      "<MPD><Period><AdaptationSet><Representation/><Representation/></AdaptationSet></Period></MPD>"
    #expect(refusal(set) { $0.representations = 1 } == "more than 1 Representations")
    #expect(refusal(set) { $0.representations = 2 } == nil)
  }

  @Test("a timeline with too many entries is read up to the limit, and a note reports the limit")
  func entries() throws {
    let text = Manifests.text(
      "",
      Manifests.period(
        "<SegmentTemplate media='$Time$'><SegmentTimeline><S d='1'/><S d='2'/></SegmentTimeline></SegmentTemplate>"
      )
    )
    var limits = ManifestLimits()
    limits.entries = 1
    let presentation = try MediaPresentation.parse(
      Array(text.utf8),
      at: "https://test/m.mpd",
      limits: limits
    )
    #expect(presentation.representations.first?.segments.count == 1)
    #expect(presentation.notes.map(\.subject) == ["entries"])
  }

  @Test(
    "a million equal segments are one run, and segments above the limit are ignored with a note"
  )
  func segments() throws {
    func timeline(_ repeats: String) -> String {
      """
      <SegmentTemplate media="$Number$" timescale="1000"><SegmentTimeline>
      <S t="0" d="2000" r="\(repeats)"/></SegmentTimeline></SegmentTemplate>
      """
    }
    let presentation = try Manifests.read("", Manifests.period(timeline("999999")))
    let segments = try #require(presentation.representations.first?.segments)
    #expect(segments.count == 1_000_000)
    #expect(segments.runs.runs.count == 1)
    #expect(segments[999_999]?.secondsInPeriod == 1_999_998)
    for repeats in ["100000000", "1152921504606846975"] {
      let long = try Manifests.read("", Manifests.period(timeline(repeats)))
      #expect(long.representations.first?.segments.count == 100_000_000)
      #expect(long.notes.map(\.subject) == ["segments"])
    }
    let short = try Manifests.read(
      "",
      Manifests.period(
        #"<SegmentTemplate media="$Number$" duration="1" timescale="4294967295"/>"#,
        #"duration="P9Y""#
      )
    )
    #expect(short.representations.first?.segments.count == 100_000_000)
    #expect(short.notes.map(\.subject) == ["segments"])
  }

  @Test(
    "times at the limits of their range do not overflow",
    arguments: [
      #"<S t="1152921504606846976" d="1152921504606846976" r="5"/><S d="1"/>"#,
      #"<S t="1152921504606846976" d="1" r="-1"/>"#, #"<S t="0" d="1152921504606846976" r="-1"/>"#,
      #"<S t="-5" d="1"/>"#, #"<S t="99999999999999999999" d="1"/>"#,
      #"<S t="0" d="1" n="1152921504606846976" r="9"/><S d="1"/>"#,
      #"<S t="0" d="1" r="-1"/><S t="0" d="1" r="-1"/>"#, #"<S d="1" r="-9223372036854775808"/>"#,
    ]
  )
  func extremes(entries: String) throws {
    for attributes in ["", #"type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z""#] {
      for period in [#"start="PT0S""#, #"start="PT0S" duration="PT10S""#] {
        let text = Manifests.text(
          attributes,
          Manifests.period(
            """
            <SegmentTemplate media="$Time$" timescale="4294967295"
              presentationTimeOffset="1152921504606846976">
            <SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>
            """,
            period
          )
        )
        if let refusal = Manifests.refusal(Array(text.utf8)) {
          #expect(refusal.reason == .limit)
          continue
        }
        let presentation = try MediaPresentation.parse(Array(text.utf8), at: Manifests.address)
        let representation = try #require(presentation.representations.first)
        for now in [-1e300, 0, 1e9, 1e300, .infinity, .nan] {
          let range = presentation.availableSegments(
            of: representation,
            in: presentation.periods[0],
            at: now
          )
          for segment in representation.segments[range].prefix(3) {
            #expect(segment.secondsInPeriod.isFinite)
          }
        }
        _ = representation.segments.position(startingFrom: .max)
        _ = representation.segments.position(startingFrom: .min)
        _ = presentation.reloadDelay
      }
    }
  }

  @Test("a static Period without an end is reported, and the number of its segments is unknown")
  func endless() throws {
    let presentation = try Manifests.read(
      "",
      Manifests.period(#"<SegmentTemplate media="$Number$" duration="4"/>"#, "")
    )
    #expect(presentation.notes.map(\.subject) == ["MPD@mediaPresentationDuration"])
    let segments = try #require(presentation.representations.first?.segments)
    #expect(segments.count == nil)
    #expect(Array(segments.all(limit: 3)).count == 3)
  }

  @Test("notes above the limit are only counted")
  func notes() throws {
    let many = String(repeating: #"<S d="x"/>"#, count: 1000)
    let presentation = try Manifests.read(
      "",
      Manifests.period(
        "<SegmentTemplate media=\"$Time$\"><SegmentTimeline>\(many)</SegmentTimeline></SegmentTemplate>"
      )
    )
    #expect(presentation.notes.count == 200)
    #expect(presentation.omittedNoteCount == 1800)
  }

  @Test("untrusted text in a note is shortened to one line")
  func excerpts() throws {
    let text = "&#10;&#x202E;[31m" + String(repeating: "x", count: 500)
    let presentation = try Manifests.read("", "<Period start=\"\(text)\"/>")
    let message = try #require(presentation.notes.first?.message)
    #expect(
      !message.contains("\n") && !message.unicodeScalars.contains("\u{202e}") && message.count < 200
    )
  }
}
