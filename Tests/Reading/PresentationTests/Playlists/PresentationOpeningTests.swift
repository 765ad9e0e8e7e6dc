import HLS
import ReaderTestSupport
import Testing

@testable import Presentation

@Suite struct PresentationOpeningTests {
  private static let lines = [
    "#EXT-X-DEFINE:NAME=\"path\",VALUE=\"media\"",
    "#EXT-X-STREAM-INF:BANDWIDTH=1", "a.m3u8", "#EXT-X-STREAM-INF:BANDWIDTH=2", "b.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=3", "c.m3u8",
  ]

  private static func outcome(
    _ loader: MemoryLoader,
    change: (inout PlaylistReadingLimits) -> Void = { _ in }
  ) async throws -> PlaylistDocument.Outcome {
    let playlist = try multivariantPlaylist(lines)
    var limits = PlaylistReadingLimits()
    change(&limits)
    let access = PlaylistAccess(url: "https://test/master.m3u8", loader: loader, limits: limits)
    let text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
    let document = try PlaylistDocument(Array(text.utf8), name: "master.m3u8", access: access)
    return await document.load(ListedPlaylist.all(in: playlist), of: playlist)
  }

  @Test("playlists are requested concurrently and returned in their listed order")
  func order() async throws {
    let text = Array(SamplePresentation.playlist(["0.ts"]).utf8)
    let loader = MemoryLoader([
      "https://test/a.m3u8": text, "https://test/b.m3u8": text, "https://test/c.m3u8": text,
    ])
    loader.hold("https://test/a.m3u8")
    let opening = Task { try await Self.outcome(loader) }
    #expect(await loader.waitForRequest("https://test/c.m3u8"))
    #expect(loader.requestedNames == ["a.m3u8", "b.m3u8", "c.m3u8"])
    loader.release("https://test/a.m3u8")
    let outcome = try await opening.value
    #expect(outcome.playlists.map(\.url) == ["a", "b", "c"].map { "https://test/\($0).m3u8" })
    #expect(outcome.failure == nil)
    #expect(outcome.notes.isEmpty)
  }

  @Test("unreadable playlists are reported, and the others are read with imported variables")
  func failures() async throws {
    let text =
      "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"path\"\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{$path}/0.ts\n"
    let loader = MemoryLoader([
      "https://test/a.m3u8": Array("<html>".utf8), "https://test/b.m3u8": Array(text.utf8),
    ])
    let outcome = try await Self.outcome(loader)
    #expect(outcome.playlists.map(\.playlist.segments.first?.uri) == ["media/0.ts"])
    #expect(outcome.failure?.input == "a.m3u8")
    let failed = outcome.notes.filter { $0.id == "hls-playlist-missing" && $0.segment != nil }
    #expect(failed.map(\.segment).contains("a.m3u8"))
    #expect(failed.map(\.rendition).contains("variant/3"))
  }

  @Test("a multivariant playlist in place of a media playlist is refused")
  func nested() async throws {
    let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"
    let loader = MemoryLoader(["https://test/a.m3u8": Array(text.utf8)])
    let outcome = try await Self.outcome(loader)
    #expect(outcome.playlists.isEmpty)
    #expect(outcome.failure?.reason.contains("multivariant") == true)
  }

  @Test(
    "playlists above the total size or segment count are reported and not read",
    arguments: [0, 1]
  )
  func together(kind: Int) async throws {
    let text = Array(SamplePresentation.playlist(["0.ts", "1.ts"]).utf8)
    let loader = MemoryLoader([
      "https://test/a.m3u8": text, "https://test/b.m3u8": text, "https://test/c.m3u8": text,
    ])
    let outcome = try await Self.outcome(loader) {
      if kind == 0 { $0.allSegments = 3 } else { $0.allPlaylistBytes = Int64(text.count) + 1 }
    }
    #expect(outcome.playlists.map(\.url) == ["https://test/a.m3u8"])
    #expect(outcome.notes.map(\.id) == ["hls-playlist-missing", "hls-playlist-missing"])
    #expect(outcome.notes.map(\.segment) == ["b.m3u8", "c.m3u8"])
    #expect(outcome.failure?.remedy.contains("with variant or rendition in --config") == true)
  }

  @Test("a cancelled opening ends immediately")
  func cancel() async throws {
    let loader = MemoryLoader([:])
    for name in ["a", "b", "c"] { loader.hold("https://test/\(name).m3u8") }
    let opening = Task { try await Self.outcome(loader) }
    #expect(await loader.waitForRequest("https://test/c.m3u8"))
    opening.cancel()
    let outcome = try await opening.value
    #expect(outcome.playlists.isEmpty)
    #expect(outcome.failure?.code == .cancelled)
  }
}
