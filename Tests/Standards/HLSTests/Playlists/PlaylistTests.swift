import HLS
import Testing

/// The form of a playlist's text (RFC 8216, section 4.1), and the refusal of text that is not a playlist.
struct PlaylistTests {
  private static let text = """
    #EXTM3U
    #EXT-X-TARGETDURATION:10

    #EXTINF:9.5,first
    a.ts
    # a comment
    #EXTINF:8,
    b.ts
    #EXT-X-ENDLIST
    """

  @Test(
    "line ends, a byte order mark and a missing final line end do not change what is read",
    arguments: [
      text, text + "\n", text + "\r\n", "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"),
      text.replacing("\n", with: " \t\r\n"), text.replacing("\n", with: "\n\n"),
    ]
  )
  func forms(text: String) throws {
    let parsed = try reading(text)
    guard case .media(let playlist) = parsed.playlist else {
      Issue.record("not a media playlist")
      return
    }
    #expect(playlist.segments.map(\.uri) == ["a.ts", "b.ts"])
    #expect(playlist.segments.map(\.title) == ["first", nil])
    #expect(playlist.duration == 17.5)
    #expect(playlist.hasEndList)
    #expect(parsed.faults == [])
  }

  @Test("faults and segments have their line numbers")
  func lines() throws {
    let parsed = try reading("#EXTM3U\r\n\r\n#EXTINF:x,\r\na.ts\r\n")
    #expect(parsed.faults.map(\.line) == [1, 3])
    #expect(parsed.faults.map(\.kind) == [.targetDurationMissing, .informationInvalid])
    guard case .media(let playlist) = parsed.playlist else { return }
    #expect(playlist.segments.map(\.line) == [4])
  }

  @Test(
    "bytes that are not a playlist are refused, with a reason",
    arguments: [
      ("", PlaylistError.Code.empty), (" \r\n\t\n", .empty), ("\u{FEFF}", .empty),
      ("<html><body>404</body></html>", .notAPlaylist), (#"{"error":"gone"}"#, .notAPlaylist),
      ("a.ts\n#EXTM3U\n", .notAPlaylist), ("# only a comment\n", .notAPlaylist),
      ("Not Found", .notAPlaylist), ("#EXT", .notAPlaylist),
    ]
  )
  func refused(text: String, code: PlaylistError.Code) {
    let error = #expect(throws: PlaylistError.self) { try reading(text) }
    #expect(error?.code == code)
    #expect(error?.reason.isEmpty == false)
  }

  @Test("a UTF-16 playlist is refused with a message that names UTF-16")
  func utf16() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "#EXTM3U\n".utf8.flatMap { [$0, 0] as [UInt8] }
    let error = #expect(throws: PlaylistError.self) { try Playlist.parse(bytes, uri: address) }
    #expect(error?.code == .notAPlaylist)
    #expect(error?.reason.contains("UTF-16") == true)
  }

  @Test(
    "the tags decide the kind of playlist",
    arguments: [
      ("#EXTM3U", false), ("#EXTM3U\n#EXT-X-TARGETDURATION:1", false),
      ("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO", true), ("#EXTM3U\n#EXT-X-SESSION-DATA:X=1", true),
      ("#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:URI=\"a\"", true),
      ("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO\n#EXTINF:1,\na", false),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-STREAM-INF:BANDWIDTH=1\na", true),
      ("#EXTINF:1,\na", false), ("#EXT-X-STREAM-INF:BANDWIDTH=1\na", true),
    ]
  )
  func kinds(text: String, isMultivariant: Bool) throws {
    if case .multivariant = try reading(text).playlist {
      #expect(isMultivariant)
    } else {
      #expect(!isMultivariant)
    }
  }

  @Test(
    "unknown tags are kept, and comments are dropped",
    arguments: ["#EXT-X-STREAM-INF:BANDWIDTH=1\nb\n", "#EXTINF:1,\nb\n"]
  )
  func unknownTags(entry: String) throws {
    let tags: [UnknownTag]
    switch try reading("#EXTM3U\n#EXT-X-FOO: a=1 \n#EXTBAR\n#comment\n" + entry).playlist {
    case .multivariant(let playlist): tags = playlist.unknownTags
    case .media(let playlist): tags = playlist.unknownTags
    }
    #expect(tags.map(\.name) == ["EXT-X-FOO", "EXTBAR"])
    #expect(tags.map(\.value) == ["a=1", nil])
    #expect(tags.map(\.line) == [2, 3])
  }
}
