import Foundation
import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias ISO = ISOMediaBuilder
private typealias Sample = SampleManifest

@Suite("Periods and AdaptationSets of DASH manifests")
struct ManifestPeriodTests {
  @Test("a tag that two Periods contain is delivered in one, and skipped with a note in the other")
  func outsidePeriod() async throws {
    // The second segment, from 2 s to 4 s, is in both Periods: the cut is at 2.5 s, and its tag at 3 s.
    let clock = { (offset: Double, number: Int, start: Int, count: Int) in
      """
      <SegmentTemplate timescale="90000" presentationTimeOffset="\(Int(offset * 90_000))" \
      startNumber="\(number)" initialization="init.mp4" media="s$Number$.m4s"><SegmentTimeline>\
      <S t="\(start * 90_000)" d="180000" r="\(count - 1)"/></SegmentTimeline></SegmentTemplate>
      """
    }
    func events(cut: Double) async throws -> [TimedMetadataEvent] {
      try await Sample.events(
        Sample.manifest(
          periods: [
            "<Period duration=\"PT\(cut)S\">\(Sample.set(clock(10, 0, 10, 2)))</Period>",
            "<Period duration=\"PT6S\">\(Sample.set(clock(10 + cut, 1, 12, 3)))</Period>",
          ],
          attributes: "type=\"static\""
        ),
        Sample.files(4)
      )
    }
    for cut in [2.5, 3.5] {
      let found = try await events(cut: cut)
      #expect(Sample.numbers(of: found.tags) == [0, 1, 2, 3], "cut at \(cut) s")
      #expect(Sample.times(of: found.tags) == [1, 3, 5, 7], "cut at \(cut) s")
      #expect(found.notes.map(\.id) == [.manifestOutside], "cut at \(cut) s")
      #expect(found.notes.map { rounded($0.time) } == [3], "cut at \(cut) s")
    }
  }

  @Test("an AdaptationSet without id is recognized in the next Period by its language")
  func languages() async throws {
    let set = { (language: String, number: Int) in
      let text = Sample.numbers.replacing("startNumber=\"0\"", with: "startNumber=\"\(number)\"")
      return Sample.set(text, type: "audio", id: "r\(number)")
        .replacing("contentType", with: "lang=\"\(language)\" contentType")
    }
    var files = Sample.files(4)
    for number in 0..<4 {
      let start = Sample.firstSecond
      files["https://test/s\(number).m4s"] = Sample.segment(number, start: start)
    }
    let events = try await Sample.events(
      Sample.manifest(
        periods: [
          "<Period duration=\"PT2S\">\(set("en", 0))\(set("de", 1))</Period>",
          "<Period duration=\"PT2S\">\(set("de", 3))\(set("en", 2))</Period>",
        ],
        attributes: "type=\"static\""
      ),
      files
    ) { $0.selection.isOneOfEachSetOnly = true }
    let tags = { (name: String) in
      Sample.numbers(of: events.tags.filter { $0.rendition == name })
    }
    #expect(events.summary?.renditions.map(\.name) == ["audio/r0", "audio/r1"])
    #expect(tags("audio/r0") == [0, 2])
    #expect(tags("audio/r1") == [1, 3])
  }

  @Test("tags and segments have the name, Period and declared events of their AdaptationSet")
  func sets() async throws {
    let head = "<InbandEventStream schemeIdUri=\"https://aomedia.org/emsg/ID3\" value=\"v\"/>"
    let property =
      "<SupplementalProperty schemeIdUri=\"urn:mpeg:dash:period-continuity:2015\" value=\"one\"/>"
    let later = Sample.numbers.replacing("startNumber=\"0\"", with: "startNumber=\"2\"")
      .replacing("presentationTimeOffset=\"900000\"", with: "presentationTimeOffset=\"1260000\"")
    let set = { (text: String, id: String) in
      text.replacing("<AdaptationSet", with: "<AdaptationSet id=\"\(id)\"")
    }
    let events = try await Sample.events(
      Sample.manifest(
        periods: [
          "<Period id=\"one\" duration=\"PT4S\">\(set(Sample.set(head: head), "7"))</Period>",
          "<Period duration=\"PT4S\">\(Sample.set(later, head: property))</Period>",
        ],
        attributes: "type=\"static\""
      ),
      Sample.files(4)
    )
    let first = ManifestSet(
      name: "video/7",
      period: "one",
      declaredEvents: [
        DeclaredEventStream(scheme: "https://aomedia.org/emsg/ID3", value: "v")
      ]
    )
    let second = ManifestSet(name: "video#1", period: "2", continuesPeriod: true)
    #expect(events.tags.map(\.manifestSet) == [first, first, second, second])
    let segments = events.compactMap { event in
      if case .segment(let segment) = event { segment.manifestSet } else { nil }
    }
    #expect(segments == [first, first, second, second])
  }

  @Test(
    "presentationTimeOffset of InbandEventStream is subtracted from times of version 1 messages",
    arguments: [
      // The offset of the segments is 10 s, and their message times are 11 s, 13 s and so on.
      ("", 1, [1, 3, 5, 7]),
      ("timescale=\"2\" presentationTimeOffset=\"21\"", 1, [0.5, 2.5, 4.5, 6.5]),
      ("presentationTimeOffset=\"9\"", 1, [2, 4, 6, 8]),
      ("value=\"other\" presentationTimeOffset=\"9\"", 1, [1, 3, 5, 7]),
      ("value=\"1\" presentationTimeOffset=\"9\"", 0, [1, 3, 5, 7]),
    ] as [(String, Int, [Double])]
  )
  func messageOffset(_ attributes: String, _ version: Int, _ times: [Double]) async throws {
    let scheme = version == 1 ? ISO.aomedia : ISO.nielsen
    let head = "<InbandEventStream schemeIdUri=\"\(scheme)\" \(attributes)/>"
    let events = try await Sample.events(
      Sample.manifest(Sample.set(head: head)),
      Sample.files(4, version: version)
    )
    #expect(Sample.times(of: events.tags) == times)
  }

  @Test("a message may have times far from the media time if presentationTimeOffset corrects them")
  func messageClock() async throws {
    var files = Sample.files(0)
    for number in 0..<4 {
      let start = (Sample.firstSecond + 2 * number) * 90_000
      files["https://test/s\(number).m4s"] =
        ISO.fileType(type: "styp")
        + ISO.message(StreamBuilder.tag(number), at: 100_001 + 2 * number, timescale: 1, id: number)
        + ISO.fragment(ISO.Fragment(at: start, duration: 180_000))
    }
    let head = """
      <InbandEventStream schemeIdUri="\(ISO.aomedia)" timescale="10" presentationTimeOffset="1000000"/>
      """
    let events = try await Sample.events(Sample.manifest(Sample.set(head: head)), files)
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(events.tags.map(\.pts) == [100_001, 100_003, 100_005, 100_007])
    #expect(events.tags.allSatisfy { $0.notes.isEmpty })
  }

  /// The events of a channel with one EventStream in a Period of 60 s, and another in an open Period of 8 s so far.
  private static func events(
    _ first: String,
    _ second: String,
    _ addressing: String = Sample.timeline
  ) throws -> ManifestEvents {
    let text = Sample.manifest(
      periods: [
        "<Period id=\"p1\" start=\"PT0S\">\(first)\(Sample.set())</Period>",
        "<Period id=\"p2\" start=\"PT60S\">\(second)\(Sample.set(addressing))</Period>",
      ],
      attributes: "type=\"dynamic\" availabilityStartTime=\"2026-01-01T00:00:00Z\""
    )
    let loaded = try LoadedManifest(
      Array(text.utf8),
      name: "manifest",
      url: Sample.url,
      limits: PlaylistReadingLimits()
    )
    return ManifestEvents(loaded.presentation, now: 1_767_225_600 + 68)
  }

  private static func stream(_ attributes: String, _ events: [String]) -> String {
    let tag = Data(StreamBuilder.tag(21)).base64EncodedString()
    return "<EventStream schemeIdUri=\"\(ISO.aomedia)\" \(attributes)>"
      + events.map { "<Event \($0) contentEncoding=\"base64\">\(tag)</Event>" }.joined()
      + "</EventStream>"
  }

  @Test(
    "events after the end of an open Period are skipped if their offset seems to be missing",
    arguments: [
      ("", [61, 67], []), ("presentationTimeOffset=\"0\"", [61, 67], [121, 127]),
      ("", [3, 61], [63, 121]), ("", [15], [75]), ("", [200], [260]),
    ] as [(String, [Int], [Double])],
    [Sample.timeline, Sample.numbers]
  )
  func openPeriod(_ example: (String, [Int], [Double]), _ addressing: String) throws {
    let (attributes, times, kept) = example
    let listed = times.map { "presentationTime=\"\($0)\"" }
    let events = try Self.events("", Self.stream(attributes, listed), addressing)
    #expect(events.entries.map { $0.time } == kept)
    #expect(
      events.periodNotes.map(\.note.detail)
        == (kept.isEmpty
          ? [
            "EventStream@presentationTimeOffset is missing: 2 events of Period p2 after its end: left out"
          ] : [])
    )
  }

  @Test("an event that lasts into the next Period is delivered once, even if both Periods list it")
  func lastingEvent() throws {
    let offset = "presentationTimeOffset=\"60\""
    let early = "presentationTime=\"58\" id=\"1\" duration="
    let lasting = try Self.events("", Self.stream(offset, [early + "\"5\""]))
    #expect(lasting.entries.map { $0.time } == [58] && lasting.periodNotes.isEmpty)
    let over = try Self.events("", Self.stream(offset, [early + "\"2\""]))
    #expect(over.entries.isEmpty && over.periodNotes.count == 1)
    let both = try Self.events(
      Self.stream("", [early + "\"5\""]),
      Self.stream(offset, [early + "\"5\""])
    )
    #expect(both.entries.map { $0.time } == [58] && both.periodNotes.isEmpty)
  }

  @Test(
    "a timescale or duration of 0 is noted with its element and line, and the segments are read",
    arguments: [
      (
        "<S t=\"900000\" d=\"180000\" r=\"3\"/>", "<S t=\"1\" d=\"0\"/>$",
        "a segment has no usable duration"
      ),
      (
        "<Period>", "<Period><EventStream schemeIdUri=\"urn:x\" timescale=\"0\"/>",
        "EventStream@timescale is \"0\", not an integer"
      ),
    ]
  )
  func unusedTimes(old: String, new: String, words: String) async throws {
    let text = Sample.manifest(Sample.set(Sample.timeline))
      .replacing(old, with: new.replacing("$", with: old))
    let events = try await Sample.events(text, Sample.files(4))
    let notes = events.notes.filter { $0.id == "mpd-unused" }
    #expect(notes.count == 1 && notes.allSatisfy { $0.detail.hasPrefix("line ") })
    #expect(notes.first?.detail.contains(words) == true)
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
  }
}
