import Digests
import Foundation
import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct PlaylistReaderTests {
  @Test(
    "a presentation of the corpus gives the expected tags",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.presentations,
    [Int.max, 1000]
  )
  func corpus(expected: Corpus.Case, pieceSize: Int) throws {
    let path = URL(fileURLWithPath: expected.path)
    let loader = try MemoryLoader(
      folder: path.deletingLastPathComponent(),
      pieceSize: pieceSize
    )
    let events = try allEvents(
      of: TimedMetadataReader(
        FileSource(path: expected.path),
        playlistAccess: PlaylistAccess(
          url: "https://test/\(path.lastPathComponent)",
          loader: loader
        )
      )
    )
    #expect(events.tags.map { SHA256.hexadecimal(of: $0.bytes) } == expected.tags.map(\.sha256))
    #expect(events.tags.map(\.pts) == expected.tags.map(\.pts))
    #expect(events.tags.map(\.segment) == expected.tags.map(\.segment))
  }
}
