import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

@Suite("remote elements of a manifest of DASH")
struct ManifestLinkTests {
  private static let ads = "https://test/ads.xml"

  /// A Period of two segments, or of `count`, from segment `first` on.
  private static func period(_ first: Int, count: Int = 2, attributes: String = "") -> String {
    let offset = (Sample.firstSecond + 2 * first) * 90_000
    let addressing = Sample.numbers
      .replacing("startNumber=\"0\"", with: "startNumber=\"\(first)\"")
      .replacing("\"900000\"", with: "\"\(offset)\"")
    return "<Period duration=\"PT\(2 * count)S\" \(attributes)>\(Sample.set(addressing))</Period>"
  }

  private static func reference(
    _ address: String = "ads.xml",
    actuate: String = "onLoad",
    content: String = ""
  ) -> String {
    """
    <Period xlink:href="\(address)" xlink:actuate="\(actuate)" duration="PT4S">\(content)</Period>
    """
  }

  private static func manifest(_ periods: [String]) -> String {
    Sample.manifest(
      periods: periods,
      attributes: "type=\"static\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    )
  }

  private static func files(_ ads: String? = nil) -> [String: [UInt8]] {
    var files = Sample.files(6)
    files[Self.ads] = ads.map { Array($0.utf8) }
    return files
  }

  @Test(
    "remote Periods are read in the place of the one that refers to them",
    arguments: ["onLoad", "onRequest"]
  )
  func periods(actuate: String) throws {
    let loader = MemoryLoader(
      Self.files("<?xml version=\"1.0\"?>\(Self.period(2, count: 1))\n\(Self.period(3, count: 1))")
    )
    let events = try Sample.events(
      Self.manifest([Self.period(0), Self.reference(actuate: actuate), Self.period(4)]),
      loader
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11])
    #expect(events.notes.isEmpty)
    #expect(events.summary?.renditions.map(\.name) == ["video/v"])
    let request = try #require(loader.requests.first)
    #expect(request.url == Self.ads)
    #expect(request.purpose == .playlist)
    #expect(request.maximumSize == PlaylistReadingLimits().playlistBytes)
  }

  @Test("a manifest of remote Periods alone can be read, and remote events too")
  func onlyRemote() throws {
    let stream = """
      <EventStream schemeIdUri="https://aomedia.org/emsg/ID3"><Event presentationTime="1"
      contentEncoding="base64">SUQz</Event></EventStream>
      """
    var files = Self.files(Self.period(0))
    files["https://test/events"] = Array(stream.utf8)
    let events = try Sample.events(Self.manifest([Self.reference()]), files)
    #expect(Sample.numbers(of: events.tags) == [0, 1])
    let withEvents = Self.period(0)
      .replacing("</Period>", with: "<EventStream xlink:href=\"events\"/></Period>")
    let loader = MemoryLoader(files)
    let found = try Sample.events(Self.manifest([withEvents]), loader)
    #expect(Sample.numbers(of: found.tags.filter { $0.carriage == .emsg }) == [0, 1])
    #expect(loader.requestedNames.first == "events")
    #expect(!found.notes.contains { $0.detail.contains("xlink") || $0.detail.contains("remote") })
  }

  @Test("resolve-to-zero takes a Period out, and nothing is fetched")
  func zero() throws {
    let loader = MemoryLoader(Self.files())
    let events = try Sample.events(
      Self.manifest([
        Self.period(0), Self.reference("urn:mpeg:dash:resolve-to-zero:2013"), Self.period(2),
      ]),
      loader
    )
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(events.notes.isEmpty)
    #expect(loader.requestedNames.allSatisfy { $0.hasSuffix("m4s") || $0 == "init.mp4" })
  }

  @Test(
    "what cannot be had is noted, and the element has its own content",
    arguments: [
      (nil, "HTTP 404"), ("<MPD/>", "the element MPD where Period belongs"),
      ("", "no element Period"),
      ("<Period>", "not well-formed XML"),
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><Period>&b;</Period>", "document type"),
      ("<Period/>" + String(repeating: " ", count: 3000), "are read at most"),
    ] as [(String?, String)]
  )
  func failing(answer: String?, words: String) throws {
    // Its own content: segments 2 and 3.
    let own = Self.period(2).replacing(
      "<Period duration",
      with: "<Period xlink:href=\"ads.xml\" duration"
    )
    let text = Self.manifest([Self.period(0), own, Self.period(4)])
    let events = try Sample.events(text, Self.files(answer)) {
      $0.limits.playlistBytes = Int64(max(text.utf8.count, 2500))
    }
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11])
    let note = try #require(events.notes.first)
    #expect(events.notes.count == 1)
    #expect(note.id == .manifest)
    #expect(note.detail.contains("Period is remote, and \(Self.ads) cannot be used"), "\(note)")
    #expect(note.detail.contains(words), "\(note)")
  }

  @Test("a manifest from the network does not make files be read")
  func files() throws {
    let loader = MemoryLoader(Self.files())
    let events = try Sample.events(
      Self.manifest([Self.period(0), Self.reference("file:///etc/passwd"), Self.period(2)]),
      loader
    ) { access in
      access.loader = ResourceAccess(topLevelURL: Sample.url) { loader }
    }
    // Without content of its own the Period stays empty.
    #expect(Sample.times(of: events.tags) == [1, 3, 9, 11])
    #expect(
      events.notes.contains { $0.detail.contains("is a local file, and the playlist is not") }
    )
  }

  @Test("a reference to the manifest itself and one in a remote element lead nowhere")
  func circular() throws {
    let text = Self.manifest([Self.period(0), Self.reference("manifest.mpd"), Self.reference()])
    var files = Self.files(Self.period(2) + Self.reference())
    files[Sample.url] = Array(text.utf8)
    let loader = MemoryLoader(files)
    let events = try Sample.events(text, loader)
    #expect(Sample.times(of: events.tags) == [1, 3, 9, 11])
    #expect(loader.requestedNames.count { $0 == "ads.xml" || $0 == "manifest.mpd" } == 2)
    #expect(events.notes.contains { $0.detail.contains("the element MPD where Period belongs") })
    #expect(events.notes.contains { $0.detail.contains("Period is remote (xlink \"ads.xml\")") })
  }

  @Test("so many references are followed and no more, and one address is asked once")
  func many() throws {
    let loader = MemoryLoader(Self.files(Self.period(0)))
    let same = (0..<4).map { _ in Self.reference() }
    let others = (0..<40).map { Self.reference("\($0).xml") }
    let events = try Sample.events(Self.manifest(same + others), loader)
    #expect(
      loader.requestedNames.count { $0.hasSuffix("xml") } == ManifestLinks.maximumCount - 3
    )
    #expect(events.notes.contains { $0.detail.hasPrefix("28 more references to remote elements") })
    #expect(Sample.times(of: events.tags).starts(with: [1, 3]))
  }

  @Test("servers that do not answer are asked for two remote elements of a version, once each")
  func silent() throws {
    var answers = Self.files(Self.period(0)).mapValues { [MemoryLoader.Answer.bytes($0)] }
    for index in 0..<4 { answers["https://test/silent\(index).xml"] = [.failure(.timedOut)] }
    let loader = MemoryLoader(answers: answers)
    let silent = (0..<4).map { Self.reference("silent\($0).xml") }
    let events = try Sample.events(Self.manifest([Self.period(0)] + silent), loader)
    #expect(loader.requestedNames.filter { $0.hasSuffix("xml") } == ["silent0.xml", "silent1.xml"])
    #expect(
      events.notes.count { $0.detail.hasPrefix("2 remote elements do not come in time") } == 1
    )
    #expect(Sample.times(of: events.tags).starts(with: [1, 3]))
  }

  @Test("reading can be given up while a remote element is waited for")
  func cancelled() throws {
    let hasEnded = Monitor(false)
    do {
      let loader = MemoryLoader(
        answers: Self.files(Self.period(0)).mapValues { [.bytes($0)] },
        onEnd: { hasEnded.withLock { $0 = true } }
      )
      loader.hold(Self.ads)
      let error = #expect(throws: TimedMetadataError.self) {
        try Sample.events(
          Self.manifest([Self.reference()]),
          loader,
          options: ReaderOptions(isCancelled: { loader.requestedNames.contains("ads.xml") })
        )
      }
      #expect(error?.code == .cancelled)
    }
    #expect(hasEnded.wait(atMost: 600) { $0 ? true : nil } == true)
  }

  @Test("later versions of a live manifest do not ask for the same remote element again")
  func live() throws {
    func version(_ periods: String, isLive: Bool = true) -> [UInt8] {
      Array(
        Sample.manifest(
          periods: [periods],
          attributes: """
            xmlns:xlink="http://www.w3.org/1999/xlink" availabilityStartTime="2026-01-01T00:00:00Z" \
            type="\(isLive ? "dynamic" : "static")" minimumUpdatePeriod="PT2S"
            """
        ).utf8
      )
    }
    let start = Self.period(0, attributes: "start=\"PT0S\"")
    let end = Self.period(4)
    let versions = [
      version(start + Self.reference()), version(start + Self.reference()),
      version(start + Self.reference() + Self.reference("gone.xml")),
      version(start + Self.reference() + Self.reference("gone.xml")),
      version(start + Self.reference() + end, isLive: false),
    ]
    var answers = Self.files(Self.period(2)).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] = versions.dropFirst().map { .bytes($0) }
    let loader = MemoryLoader(answers: answers)
    let clock = TestClock()
    let events = try Sample.events(String(decoding: versions[0], as: UTF8.self), loader) { access in
      access.start = .beginning
      access.clock = clock
      access.unixTime = { 1_767_225_600 + 100 + clock.now }
    }
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11])
    #expect(loader.requestedNames.count { $0 == "ads.xml" } == 1)
    // A failed link is requested again, and noted once.
    #expect(loader.requestedNames.count { $0 == "gone.xml" } == 2)
    #expect(events.notes.count { $0.detail.contains("https://test/gone.xml") } == 1)
  }
}
