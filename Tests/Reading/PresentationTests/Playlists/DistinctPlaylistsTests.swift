import Testing

@testable import Presentation

@Suite struct DistinctPlaylistsTests {
  private static func opened(
    _ name: String,
    _ text: String,
    uri: String = "https://test/a/x.m3u8"
  ) throws -> PlaylistDocument.Opened {
    PlaylistDocument.Opened(
      listed: ListedPlaylist(name: name, aliases: [], uri: "\(name).m3u8", isVariant: true),
      url: uri,
      playlist: try mediaPlaylist(text, uri: uri)
    )
  }

  private static let plain = SamplePresentation.playlist(["0.ts", "1.ts"])

  @Test("playlists with the same segments are read once under all their names")
  func same() throws {
    let other = SamplePresentation.playlist(["../a/0.ts", "../a/1.ts"], mediaSequence: 5)
    let distinct = PlaylistDocument.distinct(
      [
        try Self.opened("one", Self.plain),
        try Self.opened("two", SamplePresentation.playlist(["2.ts"])),
        try Self.opened("three", other, uri: "https://test/b/y.m3u8"),
      ],
      isLive: false
    )
    #expect(distinct.map(\.opened.listed?.name) == ["one", "two"])
    #expect(distinct.map(\.names).map { $0.map(\.name) } == [["one", "three"], ["two"]])
    #expect(
      distinct.map(\.names).map { $0.map(\.uri) } == [["one.m3u8", "three.m3u8"], ["two.m3u8"]]
    )
  }

  @Test(
    "playlists that differ in a byte range, a tag or a key are read separately",
    arguments: [
      [0: ["#EXT-X-BYTERANGE:10@0"]], [1: ["#EXT-X-DISCONTINUITY"]], [1: ["#EXT-X-GAP"]],
      [0: ["#EXT-X-KEY:METHOD=AES-128,URI=\"k\""]], [0: ["#EXT-X-MAP:URI=\"m\""]],
    ]
  )
  func different(lines: [Int: [String]]) throws {
    let distinct = PlaylistDocument.distinct(
      [
        try Self.opened("one", Self.plain),
        try Self.opened("two", SamplePresentation.playlist(["0.ts", "1.ts"], lines: lines)),
      ],
      isLive: false
    )
    #expect(distinct.count == 2)
  }

  @Test("live playlists and empty playlists are read separately")
  func live() throws {
    let two = try ["one", "two"].map { try Self.opened($0, Self.plain) }
    #expect(PlaylistDocument.distinct(two, isLive: true).count == 2)
    let empty = try ["one", "two"].map { try Self.opened($0, SamplePresentation.playlist([])) }
    #expect(PlaylistDocument.distinct(empty, isLive: false).count == 2)
  }
}
