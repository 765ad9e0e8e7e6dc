import HTTP
import Testing

@testable import StreamMaker

/// Playlist versions that requests wait for.
@Suite struct AwaitedVersionTests {
  private static let playlist = """
    #EXTM3U
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:10
    #EXT-X-PART-INF:PART-TARGET=1.0
    #EXTINF:4,
    a.ts
    #EXT-X-PART:DURATION=1,URI="b.0.ts"
    #EXT-X-PART:DURATION=1,URI="b.1.ts"

    """

  @Test(
    "a request for a published version is ready, one for the next two segments waits, others fail",
    arguments: [
      ("_HLS_msn=10", .ready), ("_HLS_msn=11", .later), ("_HLS_msn=11&_HLS_part=1", .ready),
      ("_HLS_msn=11&_HLS_part=2", .later), ("_HLS_part=2&_HLS_msn=11", .later),
      ("_HLS_msn=12", .later), ("_HLS_msn=13", .refused),
    ] as [(Substring, AwaitedVersion.Answer)]
  )
  func answers(query: Substring, expected: AwaitedVersion.Answer) throws {
    let awaited = try #require(AwaitedVersion(query: query))
    #expect(awaited.answer(by: Array(Self.playlist.utf8)) == expected)
    #expect(awaited.answer(by: Array((Self.playlist + "#EXT-X-ENDLIST\n").utf8)) == .ready)
  }

  @Test(
    "a query without _HLS_msn does not wait",
    arguments: [nil, "", "_HLS_msn", "_HLS_msn=-1", "a=1"] as [Substring?]
  )
  func others(query: Substring?) { #expect(AwaitedVersion(query: query) == nil) }
}
