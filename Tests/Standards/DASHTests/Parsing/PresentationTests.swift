import Testing

@testable import DASH

@Suite("properties of a manifest")
struct PresentationTests {
  @Test("the attributes of a live presentation are read")
  func live() throws {
    let presentation = try Manifests.read(
      """
      type="dynamic" id="m" availabilityStartTime="1970-01-01T00:01:00Z" publishTime="1970-01-01T01:00:00+01:00"
      minimumUpdatePeriod="PT0S" timeShiftBufferDepth="PT1M" suggestedPresentationDelay="PT6S"
      maxSegmentDuration="PT4S" profiles="urn:a, urn:b" availabilityEndTime="1970-01-02T00:00:00Z"
      """,
      """
      <Location>https://other.example/live.mpd</Location><Location>/b.mpd</Location>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="1970-01-01T00:00:05Z"/>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://t.example/ /t"/>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-xsdate:2014" value="x"/>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-head:2014" value="h"/>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:ntp:2014" value="n"/>
      <Period start="PT0S"/>
      """
    )
    #expect(presentation.kind == .dynamic)
    #expect(presentation.id == "m")
    #expect(presentation.availabilityStartTime == 60)
    #expect(presentation.availabilityEndTime == 86400)
    #expect(presentation.publishTime == 0)
    #expect(presentation.minimumUpdatePeriod == 0)
    #expect(presentation.timeShiftBufferDepth == 60)
    #expect(presentation.suggestedPresentationDelay == 6)
    #expect(presentation.profiles == ["urn:a", "urn:b"])
    #expect(presentation.nextAddress == "https://other.example/live.mpd")
    #expect(presentation.locations.last == "https://example.com/b.mpd")
    #expect(
      presentation.utcTimings.map(\.kind) == [
        .direct(5), .iso(addresses: ["https://t.example/", "https://example.com/t"]),
        .xsdate(addresses: ["https://example.com/a/x"]),
        .head(addresses: ["https://example.com/a/h"]), .unsupported,
      ]
    )
    #expect(presentation.notes.map(\.subject) == ["UTCTiming"])
    #expect(presentation.reloadDelay == 4)
  }

  @Test(
    "the reload delay of a live manifest is its update period, within limits",
    arguments: [
      (#"type="dynamic" minimumUpdatePeriod="PT5S""#, 5),
      (#"type="dynamic" minimumUpdatePeriod="PT0.001S""#, 0.25),
      (#"type="dynamic" minimumUpdatePeriod="P9Y""#, 3600),
      (#"type="dynamic" minimumUpdatePeriod="PT0S""#, 2),
      (#"type="dynamic""#, nil), (#"minimumUpdatePeriod="PT5S""#, nil),
    ] as [(String, Double?)]
  )
  func reload(attributes: String, delay: Double?) throws {
    let presentation = try Manifests.read(attributes, #"<Period start="PT0S"/>"#)
    #expect(presentation.reloadDelay == delay)
    #expect(presentation.nextAddress == Manifests.address)
  }

  @Test("an unsupported feature is reported once, with its line")
  func unsupported() throws {
    let presentation = try Manifests.read(
      #"type="list""#,
      """
      <ContentSteering>https://s.example</ContentSteering><Period duration="PT1S">
      <ImportedMPD>x.mpd</ImportedMPD><BaseURL>x.ts</BaseURL>
      <AdaptationSet><EssentialProperty schemeIdUri="urn:mpeg:dash:urlparam:2014"/>
      <Representation id="a" mimeType="video/mp2t"/><Representation id="b" mimeType="video/mp2t"/>
      </AdaptationSet></Period>
      """
    )
    #expect(presentation.notes.allSatisfy { $0.kind == .unsupported && !$0.message.isEmpty })
    #expect(
      presentation.notes.map { "\($0.line) \($0.subject)" } == [
        "2 MPD@type", "3 content steering", "3 ImportedMPD", "5 URL parameters",
        "6 MPEG-2 TS in DASH",
      ]
    )
    #expect(presentation.omittedNoteCount == 1)
  }

  @Test(
    "a live manifest without availabilityStartTime is reported"
  )
  func withoutAnchor() throws {
    let presentation = try Manifests.read(#"type="dynamic""#, #"<Period start="PT0S"/>"#)
    #expect(presentation.notes.map(\.subject) == ["MPD@availabilityStartTime"])
  }
}
