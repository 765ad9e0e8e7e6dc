import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

/// Assets of interstitials that are read at the end of a presentation.
struct InterstitialTests {
  private typealias Sample = SamplePresentation

  private static func dateRange(_ attributes: String) -> String {
    "#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:04Z\","
      + attributes
  }

  /// Five segments of two seconds with one tag per second, and an interstitial at 4 s.
  private static func playlist(_ attributes: String) -> String {
    Sample.playlist(
      Sample.names(5),
      lines: [0: ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", dateRange(attributes)]]
    )
  }

  /// Reads a playlist, and returns the notes about interstitials and the requested names.
  private static func read(
    _ attributes: String,
    files more: [String: [UInt8]] = [:],
    readsInterstitials: Bool = true,
    contentHasTags: Bool = true
  ) async throws -> (notes: [StreamNote], names: [String]) {
    let content = contentHasTags ? Sample.segments(5) : Sample.segmentsWithoutTags(5)
    var files = Sample.files(content)
    files.merge(Sample.files(Sample.segments(3, firstIndex: 50), name: "tagged")) { $1 }
    files.merge(Sample.files(Sample.segmentsWithoutTags(3), name: "bare")) { $1 }
    for name in ["tagged", "bare"] {
      files["https://test/\(name).m3u8"] = Array(
        Sample.playlist(Sample.names(3, name: name)).utf8
      )
    }
    files.merge(more) { $1 }
    let loader = MemoryLoader(files)
    let reader = try Sample.reader(playlist(attributes), loader) {
      $0.readsInterstitials = readsInterstitials
    }
    let notes = try await allEvents(of: reader).notes.filter {
      $0.id.rawValue.hasPrefix("hls-interstitial")
    }
    return (notes, loader.requestedNames)
  }

  @Test("an asset without tags and the content tags that it replaces are both noted")
  func bare() async throws {
    let notes = try await Self.read("DURATION=4,X-ASSET-URI=\"bare.m3u8\"").notes
    #expect(notes.map(\.id) == [.interstitialWithoutTags, .interstitialReplacesTags])
    #expect(notes.map { rounded($0.time) } == [4, 4])
    #expect(notes.last?.detail.contains("replaces 4 s of content that has 4 tags") == true)
  }

  @Test(
    "no replaced tags are noted for an asset that has tags or replaces no tagged content",
    arguments: [
      ("DURATION=4,X-RESUME-OFFSET=0,X-ASSET-URI=\"bare.m3u8\"", [NoteID.interstitialWithoutTags]),
      ("DURATION=4,X-RESUME-OFFSET=-2,X-ASSET-URI=\"bare.m3u8\"", [.interstitialWithoutTags]),
      ("DURATION=4,CUE=\"ONCE,PRE\",X-ASSET-URI=\"bare.m3u8\"", [.interstitialWithoutTags]),
      ("DURATION=4,CUE=\"POST\",X-ASSET-URI=\"bare.m3u8\"", [.interstitialWithoutTags]),
      ("X-PLAYOUT-LIMIT=0.1,X-ASSET-URI=\"bare.m3u8\"", [.interstitialWithoutTags]),
      ("DURATION=4,X-ASSET-URI=\"tagged.m3u8\"", []),
      ("DURATION=4,X-RESTRICT=\"SKIP\"", []),
    ]
  )
  func harmless(attributes: String, expected: [NoteID]) async throws {
    #expect(try await Self.read(attributes).notes.map(\.id) == expected)
  }

  @Test("an asset list gives notes only if none of its assets has tags")
  func list() async throws {
    let list =
      #"{"ASSETS": [{"URI": "bare.m3u8", "DURATION": 2}, {"URI": "tagged.m3u8", "DURATION": 2}]}"#
    let mixed = try await Self.read(
      "X-ASSET-LIST=\"ads/list.json\"",
      files: [
        "https://test/ads/list.json": Array(list.replacing("URI\": \"", with: "URI\": \"../").utf8)
      ]
    )
    #expect(mixed.notes == [])
    #expect(mixed.names.contains("tagged.m3u8"))
    let bare =
      #"{"ASSETS": [{"URI": "bare.m3u8", "DURATION": 2}, {"URI": "bare.m3u8", "DURATION": 1}]}"#
    let notes = try await Self.read(
      "X-ASSET-LIST=\"list.json\"",
      files: ["https://test/list.json": Array(bare.utf8)]
    ).notes
    #expect(notes.map(\.id) == [.interstitialWithoutTags, .interstitialReplacesTags])
    #expect(notes.last?.detail.contains("replaces 3 s of content that has 3 tags") == true)
  }

  @Test(
    "for an unreadable asset list, a note reports that the tags of the assets are unknown",
    arguments: [
      "", "[", "{\"ASSETS\": [{\"URI\": \"gone.m3u8\"}]}", String(repeating: "[", count: 5000),
      "{\"assets\": []}", "{\"ASSETS\": {}}",
    ]
  )
  func unreadable(list: String) async throws {
    let notes = try await Self.read(
      "X-ASSET-LIST=\"list.json\"",
      files: ["https://test/list.json": Array(list.utf8)]
    ).notes
    #expect(notes.map(\.id) == [.interstitialWithoutTags])
    #expect(notes.first?.detail.contains("it is unknown whether") == true)
  }

  @Test("the note about a long asset list is limited to the assets that were read")
  func longListWithoutTags() async throws {
    let entries = (0..<12).map { _ in "{\"URI\": \"bare.m3u8\", \"DURATION\": 1}" }
    let notes = try await Self.read(
      "X-ASSET-LIST=\"list.json\"",
      files: [
        "https://test/list.json": Array(
          "{\"ASSETS\": [\(entries.joined(separator: ","))]}".utf8
        )
      ]
    ).notes
    // The durations of the first assets do not give the duration of all assets.
    #expect(notes.map(\.id) == [.interstitialWithoutTags])
    #expect(
      notes.first?.detail.hasPrefix("interstitial ad has 12 assets: none of the first 8") == true
    )
  }

  @Test("interstitials beyond the maximum number of assets are noted")
  func passedOver() async throws {
    let entries = (0..<8).map { "{\"URI\": \"gone\($0).m3u8\"}" }.joined(separator: ",")
    let lists = (0..<4).map { number in
      (
        "https://test/list\(number).json",
        "{\"ASSETS\": [\(entries.replacing("gone", with: "n\(number)"))]}"
      )
    }
    let ranges = (0..<4).map { number in
      Self.dateRange("DURATION=1,X-ASSET-LIST=\"list\(number).json\"")
        .replacing("ID=\"ad\"", with: "ID=\"ad\(number)\"")
    }
    var files = Sample.files(Sample.segments(5))
    for (url, text) in lists { files[url] = Array(text.utf8) }
    let playlist = Sample.playlist(
      Sample.names(5),
      lines: [0: ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"] + ranges]
    )
    let reader = try Sample.reader(playlist, MemoryLoader(files)) { $0.readsInterstitials = true }
    let notes = try await allEvents(of: reader).notes.filter { $0.id == .interstitialWithoutTags }
    #expect(notes.count == 3)
    #expect(notes.last?.detail.contains("ad2 and of later interstitials") == true)
  }

  @Test("at most eight assets of an asset list are read")
  func longList() async throws {
    let entries = (0..<1000).map { "{\"URI\": \"a\($0).m3u8\"}" }.joined(separator: ",")
    let names = try await Self.read(
      "X-ASSET-LIST=\"list.json\"",
      files: ["https://test/list.json": Array("{\"ASSETS\": [\(entries)]}".utf8)]
    ).names
    #expect(names.count { $0.hasPrefix("a") } <= AssetReader.assetsPerList)
  }

  @Test("an asset with a file URL is not read for a playlist from the network")
  func file() async throws {
    let loader = MemoryLoader(Sample.files(Sample.segments(5)))
    let access = ResourceAccess(topLevelURL: Sample.url) { loader }
    let reader = try Sample.reader(
      Self.playlist("DURATION=4,X-ASSET-URI=\"file:///etc/passwd\""),
      loader
    ) {
      $0.readsInterstitials = true
      $0.loader = access
    }
    let note = try await allEvents(of: reader).notes.first { $0.id == .interstitialWithoutTags }
    #expect(note?.detail.contains("is a local file, but the playlist is not") == true)
  }

  @Test("assets are read only on request and only for content with tags")
  func off() async throws {
    let attributes = "DURATION=4,X-ASSET-URI=\"bare.m3u8\""
    #expect(try await !Self.read(attributes, readsInterstitials: false).names.contains("bare.m3u8"))
    let silent = try await Self.read(attributes, contentHasTags: false)
    #expect(silent.notes == [])
    #expect(!silent.names.contains("bare.m3u8"))
  }
}
