import Testing

@testable import DASH

@Suite("events in the manifest")
struct EventTests {
  private func events(_ content: String) throws -> MediaPresentation {
    try Manifests.read(
      #"xmlns:scte35="http://www.scte.org/schemas/35/2016""#,
      "<Period duration=\"PT9S\">\(content)</Period>"
    )
  }

  @Test(
    "an event's time is (presentationTime - offset) / timescale, and presentationTime is kept"
  )
  func times() throws {
    let presentation = try events(
      """
      <EventStream schemeIdUri="urn:x" value="1" timescale="1000" presentationTimeOffset="5000">
      <Event presentationTime="6500" duration="250" id="9" messageData="hello"/><Event/></EventStream>
      <EventStream schemeIdUri="urn:y"><Event presentationTime="3">  text </Event></EventStream>
      """
    )
    let streams = try #require(presentation.periods.first?.eventStreams)
    let event = try #require(streams.first?.events.first)
    #expect(event.presentationTime == 6500)
    #expect(event.secondsInPeriod == 1.5)
    #expect(event.durationSeconds == 0.25)
    #expect(event.id == 9)
    #expect(event.message == Array("hello".utf8))
    #expect(streams[0].events[1].secondsInPeriod == -5)
    #expect(streams[1].events[0].secondsInPeriod == 3)
    #expect(streams[1].events[0].message == Array("text".utf8))
    #expect(streams[1].events[0].duration == nil)
  }

  @Test("Base64 messages are decoded, and invalid Base64 and other encodings are reported")
  func base64() throws {
    let presentation = try events(
      """
      <EventStream schemeIdUri="urn:x"><Event contentEncoding="base64">
      SUQz
      </Event><Event contentEncoding="base64" messageData="SUQz"/>
      <Event contentEncoding="base64">*</Event><Event contentEncoding="gzip">SUQz</Event></EventStream>
      """
    )
    let events = try #require(presentation.periods.first?.eventStreams.first?.events)
    #expect(events.map(\.message) == [Array("ID3".utf8), Array("ID3".utf8)])
    #expect(events.map(\.encoding) == [.base64, .base64])
    #expect(presentation.notes.map(\.kind) == [.invalid, .invalid])
  }

  @Test("XML messages are kept as self-contained XML, and SCTE 35 in them is decoded")
  func elements() throws {
    let presentation = try events(
      """
      <EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin"><Event id="1">
      <scte35:Signal a="&quot;1&quot;&amp;"><scte35:Binary>/DA=</scte35:Binary><!-- no --><b/></scte35:Signal>
      </Event></EventStream>
      """
    )
    let event = try #require(presentation.periods.first?.eventStreams.first?.events.first)
    #expect(event.encoding == .xml)
    #expect(event.binary == [0xFC, 0x30])
    #expect(
      String(decoding: event.message, as: UTF8.self)
        == #"<scte35:Signal xmlns:scte35="http://www.scte.org/schemas/35/2016" a="&quot;1&quot;&amp;">"#
        + #"<scte35:Binary>/DA=</scte35:Binary>"#
        + #"<b xmlns="urn:mpeg:dash:schema:mpd:2011"/></scte35:Signal>"#
    )
  }

  @Test("an EventStream without a scheme is reported, but one with an unknown scheme is not")
  func notes() throws {
    let presentation = try events(
      """
      <EventStream/><EventStream schemeIdUri="urn:mpeg:dash:event:alternativeMPD:replace:2025"/>
      """
    )
    #expect(presentation.notes.map(\.subject) == ["EventStream@schemeIdUri"])
  }
}
