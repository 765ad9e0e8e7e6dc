import DASH
import Foundation
import TestSupport
import Testing

/// Manifests published by other projects.
struct CorpusTests {
  private static let folder = Corpus.folder.appendingPathComponent("dash")

  static let manifests: [String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { $0.hasSuffix(".mpd") }.sorted()
  }()

  /// The numbers of Periods, of Representations, and of the first Representation's segments (nil if indexed).
  private static let facts: [String: [Int?]] = [
    "androidx-media/emsg/sample.mpd": [2, 2, nil],
    "androidx-media/empty-segment-timeline/sample.mpd": [1, 1, 0],
    "shaka-player/3675/dash_0.mpd": [1, 1, 1],
    "shaka-player/6339/master.mpd": [1, 2, 5],
    "shaka-player/clear-encrypted/manifest.mpd": [2, 4, 2],
    "shaka-player/dash-mpd-alternate/dash.mpd": [2, 2, 1],
  ]

  @Test(
    "every published manifest is read, and each of its segments has an address",
    arguments: manifests
  )
  func read(path: String) throws {
    let file = Self.folder.appendingPathComponent(path)
    let presentation = try MediaPresentation.parse(
      [UInt8](try Data(contentsOf: file)),
      at: "https://example.com/\(path)"
    )
    #expect(!presentation.periods.isEmpty)
    #expect(presentation.notes.allSatisfy { $0.kind == .unsupported }, "\(presentation.notes)")
    let representations = presentation.periods.flatMap(\.adaptationSets).flatMap(\.representations)
    #expect(!representations.isEmpty)
    for representation in representations where representation.segments.index == nil {
      let count = try #require(representation.segments.count)
      let segments = Array(representation.segments.all(limit: 1000))
      #expect(segments.count == count)
      #expect(segments.allSatisfy { $0.location.address.hasPrefix("https://example.com/") })
    }
    guard let expected = Self.facts[path] else { return }
    let first = representations[0].segments
    #expect(
      [presentation.periods.count, representations.count, first.index == nil ? first.count : nil]
        == expected
    )
  }
}
