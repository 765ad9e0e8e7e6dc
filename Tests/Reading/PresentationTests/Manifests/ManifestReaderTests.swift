import Foundation
import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

@Suite("DASH manifests")
struct ManifestReaderTests {
  /// A form of segment addressing.
  struct Addressing: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var files: [String: [UInt8]]
  }

  static let addressings: [Addressing] = {
    let file = Sample.file(4)
    return [
      Addressing(testDescription: "segment numbers", text: Sample.numbers, files: Sample.files(4)),
      Addressing(testDescription: "SegmentTimeline", text: Sample.timeline, files: Sample.files(4)),
      Addressing(testDescription: "SegmentList", text: Sample.list, files: Sample.files(4)),
      Addressing(
        testDescription: "segment index",
        text: Sample.base(file.index),
        files: ["https://test/media.mp4": file.bytes]
      ),
      Addressing(
        testDescription: "damaged segment index",
        text: Sample.base(0..<file.index.lowerBound, initialization: file.index.lowerBound),
        files: ["https://test/media.mp4": file.bytes]
      ),
    ]
  }()

  @Test("every form of segment addressing gives the same tags and times", arguments: addressings)
  func addressing(_ addressing: Addressing) async throws {
    let events = try await Sample.events(
      Sample.manifest(Sample.set(addressing.text)),
      addressing.files
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(events.tags.allSatisfy { $0.carriage == .emsg && $0.rendition == "video/v" })
    let summary = try #require(events.summary)
    #expect(summary.playlist?.format == .dash)
    #expect(rounded(summary.duration) == 8)
    #expect(summary.renditions.map(\.segmentsMissing) == [0])
  }

  @Test("a captured dynamic manifest on disk is read to its end without waiting")
  func captured() async throws {
    let folder = "file:///no-such-folder/"
    let files = Dictionary(
      uniqueKeysWithValues: Sample.files(4).map {
        ($0.key.replacing("https://test/", with: folder), $0.value)
      }
    )
    let manifest = Sample.manifest(
      periods: ["<Period start=\"PT0S\">\(Sample.set(Sample.timeline))</Period>"],
      attributes: "type=\"dynamic\" availabilityStartTime=\"2026-01-01T00:00:00Z\" "
        + "minimumUpdatePeriod=\"PT2S\""
    )
    let events = try await Sample.events(manifest, files) { $0.url = folder + "manifest.mpd" }
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(events.notes.filter { $0.id == .playlistCaptured }.count == 1)
  }

  @Test(
    "an event outside its Period is skipped and noted, and one at the Period's end is delivered",
    arguments: [
      ("", 5, "EventStream@presentationTimeOffset is missing"), ("", 3, ""), ("", 4, "at its end"),
      ("", 9, "1 event of Period p2 at least 5 s after its end: left out"),
      ("presentationTimeOffset=\"10\"", 11, ""),
      (
        "presentationTimeOffset=\"10\"", 16,
        "1 event of Period p2 at least 2 s after its end: left out"
      ),
      ("presentationTimeOffset=\"10\"", 7, "before its start"),
    ]
  )
  func eventPeriods(attributes: String, time: Int, words: String) async throws {
    let event = Data(StreamBuilder.tag(21)).base64EncodedString()
    let stream = """
      <EventStream schemeIdUri="https://aomedia.org/emsg/ID3" \(attributes)><Event presentationTime="\(time)" \
      contentEncoding="base64">\(event)</Event></EventStream>
      """
    let manifest = Sample.manifest(
      periods: [
        "<Period id=\"p1\" start=\"PT0S\" duration=\"PT4S\">\(Sample.set())</Period>",
        "<Period id=\"p2\" duration=\"PT4S\">\(stream)\(Sample.set())</Period>",
      ],
      attributes: "type=\"static\""
    )
    let events = try await Sample.events(manifest, Sample.files(4))
    let notes = events.notes.filter { $0.id == .manifestEventPeriod }
    let found = events.tags.filter { $0.carriage == .mpdEvent }
    #expect(notes.isEmpty == words.isEmpty)
    #expect(notes.allSatisfy { $0.detail.contains(words) }, "\(notes.map(\.detail))")
    #expect(found.count == (words.isEmpty || words == "at its end" ? 1 : 0))
  }

  @Test("an event id that another Period uses for different content is noted")
  func reusedEvents() async throws {
    func period(_ number: Int, _ tag: Int) -> String {
      let event = Data(StreamBuilder.tag(tag)).base64EncodedString()
      return """
        <Period id="p\(number)" duration="PT4S"><EventStream schemeIdUri="https://aomedia.org/emsg/ID3"><Event id="7" \
        presentationTime="1" contentEncoding="base64">\(event)</Event></EventStream>\(Sample.set())</Period>
        """
    }
    let manifest = Sample.manifest(
      periods: [period(1, 21), period(2, 22), period(3, 21)],
      attributes: "type=\"static\""
    )
    let events = try await Sample.events(manifest, Sample.files(4))
    let found = events.tags.filter { $0.carriage == .mpdEvent }
    #expect(found.map { $0.notes.contains(.messageIDReuse) } == [false, true, false])
    let ids = found.map { tag -> UInt32? in
      if case .manifestEvent(let message) = tag.origin { message.id } else { nil }
    }
    #expect(ids == [7, 7, 7])
  }

  @Test("elements of a foreign namespace are ignored")
  func foreignNamespaces() async throws {
    let event = Data(StreamBuilder.tag(21)).base64EncodedString()
    let foreign = """
      <x:EventStream xmlns:x="urn:example" schemeIdUri="https://aomedia.org/emsg/ID3"><x:Event presentationTime="1" \
      contentEncoding="base64">\(event)</x:Event></x:EventStream>
      """
    let manifest = Sample.manifest(
      periods: ["<Period id=\"p\" duration=\"PT8S\">\(foreign)\(Sample.set())</Period>"],
      attributes: "type=\"static\""
    )
    let events = try await Sample.events(manifest, Sample.files(4))
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
  }

  @Test("times of version 0 messages count from the start of their segment")
  func versionZero() async throws {
    let events = try await Sample.events(
      Sample.manifest(Sample.set()),
      Sample.files(4, version: 0)
    )
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
  }

  @Test("each Period starts at its time in the manifest, whatever its media times are")
  func periods() async throws {
    var files = Sample.files(2)
    files["https://test/ad0.m4s"] = Sample.segment(7, start: 500)
    files["https://test/s2.m4s"] = Sample.segment(2)
    let clock = { (offset: Int, name: String, number: Int) in
      """
      <SegmentTemplate timescale="90000" presentationTimeOffset="\(offset * 90_000)" \
      startNumber="\(number)" duration="180000" initialization="init.mp4" media="\(name)$Number$.m4s"/>
      """
    }
    let manifest = Sample.manifest(
      periods: [
        "<Period start=\"PT0S\" duration=\"PT4S\">\(Sample.set(clock(10, "s", 0)))</Period>",
        "<Period duration=\"PT2S\">\(Sample.set(clock(500, "ad", 0), id: "other"))</Period>",
        "<Period duration=\"PT2S\">\(Sample.set(clock(14, "s", 2)))</Period>",
      ],
      attributes: "type=\"static\" availabilityStartTime=\"2026-01-01T00:00:00Z\""
    )
    let events = try await Sample.events(manifest, files)
    #expect(Sample.numbers(of: events.tags) == [0, 1, 7, 2])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(Sample.wallClocks(of: events.tags, since: 1_767_225_600) == [1, 3, 5, 7])
    // A rendition that continues under another id is the same rendition.
    #expect(events.summary?.renditions.map(\.name) == ["video/v"])
    #expect(events.notes.isEmpty)
  }

  @Test("all Representations are read by default, and only one of each AdaptationSet on request")
  func selection() async throws {
    let set = """
      <AdaptationSet contentType="video" mimeType="video/mp4">
        <SegmentTemplate timescale="90000" presentationTimeOffset="900000" startNumber="0"
          duration="180000" initialization="init.mp4" media="s$Number$.m4s"/>
        <Representation id="large" bandwidth="2000"/><Representation id="small" bandwidth="1000"/>
      </AdaptationSet>
      """
    let manifest = Sample.manifest(set + Sample.set(type: "audio", id: "a"))
    func names(_ change: (inout PlaylistAccess) -> Void = { _ in }) async throws -> [String?] {
      let events = try await Sample.events(manifest, Sample.files(4), change: change)
      return events.summary?.renditions.map(\.name) ?? []
    }
    #expect(try await names() == ["video/large", "video/small", "audio/a"])
    #expect(
      try await names { $0.selection.isOneOfEachSetOnly = true } == ["video/small", "audio/a"]
    )
    #expect(
      try await names { $0.selection = RenditionSelection(isFirstVariantOnly: true) }
        == ["video/large", "audio/a"]
    )
    #expect(try await names { $0.selection.renditions = ["a*"] } == ["audio/a"])
    await #expect(throws: TimedMetadataError.self) {
      try await names { $0.selection.variants = ["none"] }
    }
  }

  @Test("manifest events with ID3 tags become tags, and other events are counted")
  func manifestEvents() async throws {
    let data = Data(StreamBuilder.tag(9)).base64EncodedString()
    let events = """
      <EventStream schemeIdUri="https://aomedia.org/emsg/ID3" timescale="1000"
        presentationTimeOffset="500">
        <Event presentationTime="4500" id="1" contentEncoding="base64">\(data)</Event>
      </EventStream>
      <EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1000">
        <Event presentationTime="1"/><Event presentationTime="2"/>
      </EventStream>
      """
    let found = try await Sample.events(
      Sample.manifest(Sample.set(), events: events),
      Sample.files(4)
    )
    let tag = try #require(found.tags.first { $0.carriage == .mpdEvent })
    #expect(tag.bytes == StreamBuilder.tag(9))
    #expect(tag.time == 4)
    #expect(tag.pts == 4500)
    #expect(tag.timescale == 1000)
    #expect(tag.rendition == "events")
    #expect(tag.eventMessage == nil)
    #expect(found.summary?.renditions.map(\.name) == ["video/v", "events"])
    #expect(tag.notes == [])
    #expect(found.tags.count == 5)
    let note = try #require(found.notes.first { $0.id == .manifestEvents })
    #expect(note.amount == 2)
    #expect(note.detail.contains("urn:scte:scte35:2013:xml"))
  }

  @Test(
    "SCTE-35 events in XML, base64 or plain text become markers",
    arguments: [
      (
        "urn:scte:scte35:2014:xml+bin",
        "<s:Signal xmlns:s=\"http://www.scte.org/schemas/35/2016\"><s:Binary>DATA</s:Binary></s:Signal>",
        ""
      ),
      ("urn:scte:scte35:2013:bin", "DATA", "contentEncoding=\"base64\""),
      ("urn:scte:scte35:2013:bin", "DATA", ""),
    ]
  )
  func splices(scheme: String, content: String, attribute: String) async throws {
    // This is the splice_insert of SCTE 35, 14.2.
    let data = "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo="
    let events = """
      <EventStream schemeIdUri="\(scheme)" timescale="1000">
        <Event presentationTime="4000" duration="2000" \(attribute)>\
      \(content.replacing("DATA", with: data))</Event>
        <Event presentationTime="5000" \(attribute)>nonsense</Event>
      </EventStream>
      """
    let found = try await Sample.events(
      Sample.manifest(Sample.set(), events: events),
      Sample.files(4)
    )
    let mark = try #require(found.markers.first)
    #expect(found.markers.count == 1)
    #expect(mark.kind == .splice && mark.isOut == true)
    #expect(mark.time == 4)
    #expect(mark.announcement?.eventID == 0x4800_008F)
    // The events are not listed as a rendition, because they contain no tags.
    #expect(found.summary?.renditions.map(\.name) == ["video/v"])
    #expect(rounded(mark.duration) == 60.294)
    #expect(found.tags.count == 4)
    let note = try #require(found.notes.first { $0.id == .manifestEvents })
    #expect(note.amount == 1)
  }

  @Test("encrypted media is read, and a note reports the encryption")
  func encrypted() async throws {
    let head =
      "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\"/>"
    let events = try await Sample.events(Sample.manifest(Sample.set(head: head)), Sample.files(4))
    #expect(events.tags.count == 4)
    #expect(events.notes.filter { $0.id == .manifestEncrypted }.count == 1)
  }

  @Test("the summary lists the event streams that the manifest declares")
  func declared() async throws {
    let head = "<InbandEventStream schemeIdUri=\"https://aomedia.org/emsg/ID3\" value=\"v\"/>"
    let events = try await Sample.events(Sample.manifest(Sample.set(head: head)), Sample.files(4))
    let declared = events.summary?.playlist?.declaredEvents
    #expect(declared == [DeclaredEventStream(scheme: "https://aomedia.org/emsg/ID3", value: "v")])
  }

  @Test("a missing segment is noted, and later tags keep their times")
  func missing() async throws {
    var files = Sample.files(4)
    files["https://test/s1.m4s"] = nil
    let events = try await Sample.events(Sample.manifest(Sample.set()), files)
    #expect(Sample.times(of: events.tags) == [1, 5, 7])
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [1])
    #expect(events.notes.contains { $0.id == "hls-segment-missing" && $0.segment == "s1.m4s" })
  }

  @Test(
    "a segment whose media times do not fit gets its times from the manifest, with a note"
  )
  func misfit() async throws {
    let addressing = Sample.numbers.replacing("900000", with: "0")
    let files = [
      "https://test/init.mp4": Sample.initialization,
      "https://test/s0.m4s": Sample.segment(0, start: 9000),
    ]
    let events = try await Sample.events(
      Sample.manifest(
        Sample.set(addressing),
        attributes: "type=\"static\" mediaPresentationDuration=\"PT2S\""
      ),
      files
    )
    #expect(Sample.times(of: events.tags) == [1])
    #expect(events.notes.map(\.id) == [.manifestMisfit])
  }

  @Test(
    "reading begins at the requested start and ends at the limit",
    arguments: [
      (ReadingStart.seconds(4), nil, [5.0, 7]),
      (.seconds(-2), nil, [7]),
      (.wallClock(1_767_225_604), nil, [5, 7]),
      (.beginning, 4, [1, 3]),
      (.seconds(2), 2, [3]),
    ] as [(ReadingStart, Double?, [Double])]
  )
  func window(_ start: ReadingStart, _ limit: Double?, _ times: [Double]) async throws {
    let attributes = """
      type="static" mediaPresentationDuration="PT8S" availabilityStartTime="2026-01-01T00:00:00Z"
      """
    let events = try await Sample.events(
      Sample.manifest(Sample.set(), attributes: attributes),
      Sample.files(4),
      options: ReaderOptions(limitSeconds: limit)
    ) { $0.start = start }
    #expect(Sample.times(of: events.tags) == times)
  }

  @Test(
    "an unreadable manifest is refused with the reason",
    arguments: [
      ("<MPD", "cannot be read"),
      ("<?xml version=\"1.0\"?><MPD><Period></MPD>", "cannot be read"),
      ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><MPD/>", "in ISO-8859-1"),
      ("<!DOCTYPE MPD [<!ENTITY a \"b\">]><MPD>&a;</MPD>", "document type"),
      ("<MPD type=\"static\"><Period/></MPD>", "lists no Representation"),
      ("<MPD type=\"dynamic\"><Period/></MPD>", "no Period has a start yet"),
      ("<MPD><Period xmlns:x=\"x\" x:href=\"a.xml\"/></MPD>", "is remote"),
      (
        "<MPD><Period><AdaptationSet mimeType=\"text/vtt\"><Representation id=\"t\"/>"
          + "</AdaptationSet></Period></MPD>", "only text/vtt"
      ),
    ]
  )
  func refused(_ text: String, _ words: String) async {
    let error = await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(text, [:])
    }
    #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("Representations above the maximum are counted in a note")
  func unlisted() async throws {
    let many = (0..<1027).map { "<Representation id=\"r\($0)\" bandwidth=\"\($0 + 1)\"/>" }
    let set = Sample.numbers + many.joined()
    let manifest = Sample.manifest(
      "<AdaptationSet contentType=\"video\" mimeType=\"video/mp4\">\(set)</AdaptationSet>"
    )
    let events = try await Sample.events(manifest, Sample.files(4))
    let notes = events.notes.filter { $0.detail.contains("Representations not read") }
    #expect(notes.map(\.amount) == [3])
  }

  @Test("a manifest from a pipe needs absolute segment URLs")
  func pipe() async throws {
    let manifest = Sample.manifest(Sample.set())
    await #expect(throws: TimedMetadataError.self) {
      try await Sample.events(manifest, Sample.files(4)) { $0.url = nil }
    }
    let absolute = manifest.replacing(
      "<AdaptationSet",
      with: "<BaseURL>https://test/</BaseURL><AdaptationSet"
    )
    #expect(try await Sample.events(absolute, Sample.files(4)) { $0.url = nil }.tags.count == 4)
  }
}
