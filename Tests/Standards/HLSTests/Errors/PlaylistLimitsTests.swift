import HLS
import Testing

struct PlaylistLimitsTests {
  private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
  private static let segment = "#EXTINF:1,\na\n"

  @Test(
    "a playlist above a limit is refused, and a playlist at the limit is read",
    arguments: [
      (\PlaylistLimits.bytes, 61, head + segment + segment + "bb\n", PlaylistError.Code.tooLarge),
      (\.lines, 4, head + segment + "\n", .tooManyLines),
      (\.lineBytes, 24, head + "#EXTINF:1,456789012345678\na\n", .lineTooLong),
      (\.segments, 1, head + segment + "b", .tooManySegments),
      (\.segments, 5, head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=6\n", .tooManySegments),
      (
        \.entries, 1, "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXT-X-MEDIA:TYPE=AUDIO\n",
        .tooManyEntries
      ),
    ] as [(WritableKeyPath<PlaylistLimits, Int> & Sendable, Int, String, PlaylistError.Code)]
  )
  func refusals(
    limit: WritableKeyPath<PlaylistLimits, Int> & Sendable,
    value: Int,
    text: String,
    code: PlaylistError.Code
  ) throws {
    var limits = PlaylistLimits()
    limits[keyPath: limit] = value
    let error = #expect(throws: PlaylistError.self) { try reading(text, limits: limits) }
    #expect(error?.code == code)
    limits[keyPath: limit] += 1
    #expect(throws: Never.self) { try reading(text, limits: limits) }
  }

  @Test("annotations above the limit are dropped and reported")
  func annotations() throws {
    var limits = PlaylistLimits()
    limits.annotations = 3
    let (playlist, faults) = try mediaReading(
      """
      #EXT-X-FOO
      #EXT-X-CUE-IN
      #EXT-X-PART:URI="p",DURATION=1
      #EXT-X-DATERANGE:ID="d",START-DATE="2020-01-01T00:00:00Z"
      #EXT-X-CUE-IN
      #EXT-X-BAR
      #EXTINF:1,
      a
      """,
      limits: limits
    )
    #expect(faults.map(\.kind) == [.limitReached, .limitReached, .limitReached])
    #expect(faults.map(\.line) == [6, 7, 8])
    #expect(playlist.unknownTags.count == 1)
    #expect(playlist.segments.first?.cues.count == 1)
    #expect(playlist.segments.first?.parts.count == 1)
    #expect(playlist.segments.first?.dateRanges.count == 0)
  }

  @Test("variables and keys above the limit are dropped and reported")
  func definitionsAndKeys() throws {
    var limits = PlaylistLimits()
    limits.variables = 1
    limits.keysInForce = 1
    let (playlist, faults) = try mediaReading(
      """
      #EXT-X-DEFINE:NAME="a",VALUE="1"
      #EXT-X-DEFINE:NAME="b",VALUE="1"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="a",KEYFORMAT="a"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="b",KEYFORMAT="b"
      #EXTINF:1,
      a
      """,
      limits: limits
    )
    #expect(faults.map(\.kind) == [.limitReached, .limitReached])
    #expect(playlist.variables == ["a": "1"])
    #expect(playlist.segments.first?.keys.map(\.keyFormat) == ["a"])
  }

  @Test("faults of one kind above the limit are only counted")
  func faults() throws {
    var limits = PlaylistLimits()
    limits.faultsPerKind = 2
    let text = Self.head + String(repeating: "a\n", count: 5) + "#EXTINF:x,\nb\n"
    let parsed = try reading(text, limits: limits)
    #expect(
      parsed.faults.map(\.kind) == [.informationMissing, .informationMissing, .informationInvalid]
    )
    #expect(parsed.omittedFaultCount == 3)
  }
}
