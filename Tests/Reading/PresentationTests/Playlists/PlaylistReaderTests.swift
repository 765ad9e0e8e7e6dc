import Foundation
import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

@Suite struct PlaylistReaderTests {
  @Test(
    "a presentation of the corpus gives the expected tags",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.presentations,
    [Int.max, 1000]
  )
  func corpus(expected: Corpus.Case, pieceSize: Int) async throws {
    let path = URL(fileURLWithPath: expected.path)
    let loader = try MemoryLoader(
      folder: path.deletingLastPathComponent(),
      pieceSize: pieceSize
    )
    let events = try await allEvents(
      of: TimedMetadataEvents(
        FileSource(path: expected.path),
        access: PlaylistAccess(
          url: "https://test/\(path.lastPathComponent)",
          loader: loader
        )
      )
    )
    #expect(events.tags.map { SHA256.hexadecimal(of: $0.bytes) } == expected.tags.map(\.sha256))
    #expect(events.tags.map(\.pts) == expected.tags.map(\.pts))
    #expect(events.tags.map(\.segment) == expected.tags.map(\.segment))
  }

  @Test(
    "a playlist without an address refuses relative URIs",
    arguments: [
      SamplePresentation.playlist(["s0.ts"]),
      SamplePresentation.playlist(["https://test/a", "/s0.ts"]),
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n",
      "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\",URI=\"low.m3u8\"\n",
    ]
  )
  func pipe(playlist: String) {
    let error = #expect(throws: TimedMetadataError.self) {
      try SamplePresentation.reader(playlist, MemoryLoader([:])) { $0.url = nil }
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.remedy == "give the path or the URL of the playlist instead")
  }

  @Test("a playlist without an address and with absolute URIs is read once")
  func absolute() async throws {
    let names = SamplePresentation.names(2).map { "https://test/\($0)" }
    let events = try await SamplePresentation.events(
      SamplePresentation.playlist(names, isLive: true),
      SamplePresentation.files(SamplePresentation.segments(2))
    ) { $0.url = nil }
    #expect(SamplePresentation.indices(events.tags) == [0, 1, 2, 3])
    #expect(events.notes.map(\.id) == ["hls-playlist-stale"])
  }
}
