import HLS
import Testing

/// EXT-X-DEFINE (rfc8216bis, section 4.4.2.3).
struct VariableTableTests {
  @Test("variables are replaced in URIs, quoted strings and hexadecimal values")
  func substitution() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-DEFINE:NAME="host",VALUE="cdn.example.com"
      #EXT-X-DEFINE:NAME="v-1_A",VALUE="00ff"
      #EXT-X-KEY:METHOD=AES-128,URI="https://{$host}/key",IV=0x{$v-1_A}
      #EXT-X-MAP:URI="{$host}/{$v-1_A}"
      #EXTINF:4,
      https://{$host}/{$host}/{x}{$
      """
    )
    let segment = try #require(playlist.segments.first)
    #expect(segment.uri == "https://cdn.example.com/cdn.example.com/{x}{$")
    #expect(segment.keys.first?.uri == "https://cdn.example.com/key")
    #expect(
      segment.keys.first?.initializationVector == [UInt8](repeating: 0, count: 14) + [0, 255]
    )
    #expect(segment.map?.uri == "cdn.example.com/00ff")
    #expect(playlist.variables == ["host": "cdn.example.com", "v-1_A": "00ff"])
  }

  @Test("a media playlist imports variables of the multivariant playlist")
  func imports() throws {
    let master = try multivariantPlaylist(
      """
      #EXT-X-DEFINE:NAME="token",VALUE="t1"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      a.m3u8?t={$token}
      """
    )
    #expect(master.variants.map(\.uri) == ["a.m3u8?t=t1"])
    let (playlist, faults) = try mediaReading(
      "#EXT-X-DEFINE:IMPORT=\"token\"\n#EXTINF:1,\na.ts?{$token}\n",
      variables: master.variables
    )
    #expect(playlist.segments.map(\.uri) == ["a.ts?t1"])
    #expect(faults == [])
  }

  @Test("a query parameter of the playlist's address becomes a variable with the decoded value")
  func queryParameter() throws {
    let playlist = try mediaPlaylist(
      "#EXT-X-DEFINE:QUERYPARAM=\"to-ken\"\n#EXTINF:1,\na.ts?{$to-ken}\n",
      uri: "https://example.com/a.m3u8?x=1&to-ken=a%2Fb&to-ken=c"
    )
    #expect(playlist.segments.map(\.uri) == ["a.ts?a/b"])
  }

  @Test("the value of a variable is not expanded again")
  func noRecursion() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-DEFINE:NAME="open",VALUE="{"
      #EXT-X-DEFINE:NAME="a",VALUE="x"
      #EXTINF:1,
      {$open}$a}
      """
    )
    #expect(playlist.segments.map(\.uri) == ["{$a}"])
  }

  @Test("definitions that multiply the size of earlier variables are refused")
  func bomb() {
    var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"0123456789\"\n"
    for level in 1..<40 {
      let value = String(repeating: "{$v\(level - 1)}", count: 10)
      text += "#EXT-X-DEFINE:NAME=\"v\(level)\",VALUE=\"\(value)\"\n"
    }
    #expect(code { try reading(text) } == .expansionTooLarge)
  }

  @Test("uses of a variable are refused when the expanded values exceed the playlist's limit")
  func budget() {
    var limits = PlaylistLimits()
    limits.expandedBytes = 1_000
    let value = String(repeating: "x", count: 100)
    let text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n"
    let ten = text + String(repeating: "{$v}\n", count: 10)
    #expect(throws: Never.self) { try reading(ten, limits: limits) }
    #expect(code { try reading(ten + "{$v}\n", limits: limits) } == .expansionTooLarge)
  }

  private func code(_ body: () throws -> ParsedPlaylist) -> PlaylistError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? PlaylistError)?.code
    }
  }
}
