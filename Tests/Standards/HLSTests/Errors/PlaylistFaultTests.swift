import HLS
import Testing

/// Checks with an example of each fault that the fault is reported and that reading continues.
struct PlaylistFaultTests {
  /// A playlist with one fault, and the kind and line of the fault.
  struct Example: Sendable, CustomTestStringConvertible {
    let kind: PlaylistFaultKind
    let line: Int
    let text: String

    init(_ kind: PlaylistFaultKind, line: Int, _ text: String) {
      self.kind = kind
      self.line = line
      self.text = text
    }

    /// A fault in the third line of a media playlist.
    init(media kind: PlaylistFaultKind, _ text: String) {
      self.init(kind, line: 3, "#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + text)
    }

    /// A fault in the second line of a multivariant playlist.
    init(multivariant kind: PlaylistFaultKind, _ text: String) {
      self.init(kind, line: 2, "#EXTM3U\n" + text)
    }

    var testDescription: String { kind.rawValue }
  }

  private static let segment = "#EXTINF:1,\na.ts\n"
  private static let dated = "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n" + segment
  private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"

  private static let examples: [Example] = [
    Example(.headerMissing, line: 1, "#EXT-X-TARGETDURATION:10\n" + segment),
    Example(.headerNotFirst, line: 2, "# x\n#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + segment),
    Example(media: .lineIndented, " #EXTINF:1,\na.ts\n"),
    Example(media: .mixedTags, "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n" + segment),
    Example(multivariant: .mixedTags, "#EXT-X-TARGETDURATION:1\n" + variant),
    Example(media: .tagRepeated, "#EXT-X-TARGETDURATION:10\n" + segment),
    Example(
      .tagMisplaced,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + segment
        + "#EXT-X-MEDIA-SEQUENCE:1\n" + segment
    ),
    Example(
      .tagMisplaced,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + segment
        + "#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n" + segment
    ),
    Example(
      media: .limitReached,
      "#EXT-X-START:TIME-OFFSET=1,"
        + (0..<130).map { "A\($0)=1" }.joined(separator: ",") + "\n" + segment
    ),
    Example(media: .attributeMalformed, "#EXT-X-START:PRECISE,TIME-OFFSET=1\n" + segment),
    Example(media: .attributeRepeated, "#EXT-X-START:TIME-OFFSET=1,TIME-OFFSET=2\n" + segment),
    Example(media: .attributeQuotes, "#EXT-X-MAP:URI=a\n" + segment),
    Example(media: .attributeQuotes, "#EXT-X-START:TIME-OFFSET=\"1\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-MAP:BYTERANGE=\"1\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-KEY:URI=\"k\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-KEY:METHOD=AES-128\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-START:PRECISE=YES\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-PART-INF:\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-PART:URI=\"p\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-PRELOAD-HINT:URI=\"p\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-RENDITION-REPORT:LAST-MSN=1\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-SKIP:\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-DATERANGE:CLASS=\"a\"\n" + dated),
    Example(media: .attributeMissing, "#EXT-X-DEFINE:VALUE=\"a\"\n" + segment),
    Example(media: .attributeMissing, "#EXT-X-DEFINE:NAME=\"a\"\n" + segment),
    Example(multivariant: .attributeMissing, "#EXT-X-STREAM-INF:CODECS=\"x\"\na.m3u8\n"),
    Example(
      multivariant: .attributeMissing,
      "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"n\"\n" + variant
    ),
    Example(
      multivariant: .attributeMissing,
      "#EXT-X-MEDIA:TYPE=SUBTITLES,NAME=\"n\",GROUP-ID=\"g\"\n" + variant
    ),
    Example(
      multivariant: .attributeMissing,
      "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"n\",GROUP-ID=\"g\"\n" + variant
    ),
    Example(
      multivariant: .attributeMissing,
      "#EXT-X-MEDIA:NAME=\"n\",GROUP-ID=\"g\"\n" + variant
    ),
    Example(
      multivariant: .attributeMissing,
      "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1\n" + variant
    ),
    Example(multivariant: .attributeMissing, "#EXT-X-SESSION-DATA:VALUE=\"v\"\n" + variant),
    Example(multivariant: .attributeMissing, "#EXT-X-CONTENT-STEERING:A=1\n" + variant),
    Example(media: .attributeInvalid, "#EXT-X-START:TIME-OFFSET=x\n" + segment),
    Example(media: .attributeInvalid, "#EXT-X-START:TIME-OFFSET=1,PRECISE=yes\n" + segment),
    Example(media: .attributeInvalid, "#EXT-X-SERVER-CONTROL:HOLD-BACK=-1\n" + segment),
    Example(
      media: .attributeInvalid,
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12\n" + segment
    ),
    Example(
      media: .attributeInvalid,
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x\(String(repeating: "0", count: 34))\n" + segment
    ),
    Example(
      media: .attributeInvalid,
      "#EXT-X-DATERANGE:ID=\"a\",SCTE35-OUT=FC\n" + dated
    ),
    Example(media: .attributeInvalid, "#EXT-X-DATERANGE:ID=\"a\",CUE=\"MID\"\n" + dated),
    Example(media: .attributeInvalid, "#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"1\"\n" + segment),
    Example(
      multivariant: .attributeInvalid,
      "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=big\na.m3u8\n"
    ),
    Example(multivariant: .attributeInvalid, "#EXT-X-STREAM-INF:BANDWIDTH=1.5\na.m3u8\n"),
    Example(
      multivariant: .attributeInvalid,
      "#EXT-X-MEDIA:TYPE=SMELL,NAME=\"n\",GROUP-ID=\"g\"\n" + variant
    ),
    Example(multivariant: .attributeInvalid, "#EXT-X-SESSION-KEY:METHOD=NONE\n" + variant),
    Example(media: .quoteUnterminated, "#EXT-X-MAP:URI=\"a\n" + segment),
    Example(media: .variableUndefined, "#EXT-X-MAP:URI=\"{$a}\"\n" + segment),
    Example(media: .variableUndefined, "#EXT-X-DEFINE:IMPORT=\"a\"\n" + segment),
    Example(media: .variableUndefined, "#EXT-X-DEFINE:QUERYPARAM=\"a\"\n" + segment),
    Example(
      .variableRepeated,
      line: 4,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"\n" + segment
    ),
    Example(media: .versionInvalid, "#EXT-X-VERSION:NaN\n" + segment),
    Example(multivariant: .versionInvalid, "#EXT-X-VERSION\n" + variant),
    Example(media: .dateInvalid, "#EXT-X-PROGRAM-DATE-TIME:today\n" + segment),
    Example(media: .dateRangeInconsistent, "#EXT-X-DATERANGE:ID=\"a\",DURATION=5\n" + dated),
    Example(media: .dateInvalid, "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"today\"\n" + dated),
    Example(media: .dateWithoutZone, "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00\n" + segment),
    Example(.targetDurationMissing, line: 1, "#EXTM3U\n" + segment),
    Example(.targetDurationInvalid, line: 2, "#EXTM3U\n#EXT-X-TARGETDURATION:-10\n" + segment),
    Example(.targetDurationInvalid, line: 2, "#EXTM3U\n#EXT-X-TARGETDURATION:9.5\n" + segment),
    Example(media: .sequenceInvalid, "#EXT-X-MEDIA-SEQUENCE:-1\n" + segment),
    Example(media: .sequenceInvalid, "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n" + segment),
    Example(media: .sequenceInvalid, "#EXT-X-DISCONTINUITY-SEQUENCE:\n" + segment),
    Example(media: .playlistTypeInvalid, "#EXT-X-PLAYLIST-TYPE:vod\n" + segment),
    Example(media: .informationMissing, "a.ts\n"),
    Example(media: .informationInvalid, "#EXTINF:,x\na.ts\n"),
    Example(media: .informationInvalid, "#EXTINF:-1 tvg-id=\"x\",x\na.ts\n"),
    Example(media: .segmentURIMissing, "#EXTINF:1,\n" + segment),
    Example(media: .segmentURIMissing, "#EXTINF:1,\n"),
    Example(.segmentTooLong, line: 4, "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.5,\na.ts\n"),
    Example(
      .endMarkMissing,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PLAYLIST-TYPE:VOD\n" + segment
    ),
    Example(
      .endMarkMissing,
      line: 6,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PLAYLIST-TYPE:VOD\n" + segment + "#EX"
    ),
    Example(media: .bitrateInvalid, "#EXT-X-BITRATE:fast\n" + segment),
    Example(media: .byteRangeInvalid, "#EXT-X-BYTERANGE:x\n" + segment),
    Example(media: .byteRangeInvalid, "#EXT-X-MAP:URI=\"m\",BYTERANGE=\"1@\"\n" + segment),
    Example(
      .byteRangeInvalid,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        + "#EXT-X-BYTERANGE:9223372036854775807@1\n" + segment
    ),
    Example(
      .byteRangeInvalid,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        + "#EXT-X-BYTERANGE:0@1\n" + segment
    ),
    Example(
      .byteRangeWithoutOffset,
      line: 5,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        + "#EXT-X-BYTERANGE:5\n" + segment
    ),
    Example(
      media: .byteRangeWithoutOffset,
      "#EXT-X-PART:URI=\"p\",DURATION=1,BYTERANGE=\"5\"\n" + segment
    ),
    Example(
      media: .dateRangeInconsistent,
      "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-02T00:00:00Z\","
        + "END-DATE=\"2020-01-01T00:00:00Z\"\n" + dated
    ),
    Example(
      media: .dateRangeInconsistent,
      "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\",DURATION=5,"
        + "END-DATE=\"2020-01-01T00:00:06Z\"\n" + dated
    ),
    Example(
      media: .dateRangeInconsistent,
      "#EXT-X-DATERANGE:ID=\"a\",END-ON-NEXT=YES\n"
        + dated
    ),
    Example(
      media: .dateRangeInconsistent,
      "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",END-ON-NEXT=YES,DURATION=1\n"
        + dated
    ),
    Example(
      media: .dateRangeInconsistent,
      "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\",DURATION=5\n" + segment
    ),
    Example(
      .dateRangeInconsistent,
      line: 4,
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\"\n"
        + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:01Z\"\n" + dated
    ),
    Example(media: .skippedSegmentsUnknown, "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n" + segment),
    Example(multivariant: .variantTagMissing, "b.m3u8\n" + variant),
    Example(multivariant: .variantURIMissing, "#EXT-X-STREAM-INF:BANDWIDTH=1\n" + variant),
    Example(
      .entryRepeated,
      line: 3,
      "#EXTM3U\n"
        + String(repeating: "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"n\",GROUP-ID=\"g\"\n", count: 2)
        + variant
    ),
    Example(
      .entryRepeated,
      line: 3,
      "#EXTM3U\n"
        + String(repeating: "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\"\n", count: 2) + variant
    ),
    Example(
      multivariant: .groupUndefined,
      "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"none\"\na.m3u8\n"
    ),
    Example(
      multivariant: .renditionInconsistent,
      "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"n\",GROUP-ID=\"g\",INSTREAM-ID=\"CC1\",URI=\"u\"\n"
        + variant
    ),
    Example(
      multivariant: .sessionDataInconsistent,
      "#EXT-X-SESSION-DATA:DATA-ID=\"d\"\n" + variant
    ),
  ]

  @Test("a fault is reported with its line, and reading continues", arguments: examples)
  func example(_ example: Example) throws {
    let parsed = try reading(example.text)
    #expect(parsed.faults.map(\.kind) == [example.kind], "\(parsed.faults)")
    #expect(parsed.faults.map(\.line) == [example.line], "\(parsed.faults)")
    #expect(parsed.omittedFaultCount == 0)
    for fault in parsed.faults {
      #expect(!fault.message.contains { $0.isNewline })
      #expect(fault.message.last != ".")
    }
    switch parsed.playlist {
    case .media(let playlist):
      let uris = example.text.split(separator: "\n").filter { !$0.contains("#") }
      #expect(playlist.segments.map(\.uri) == uris.map(String.init))
    case .multivariant(let playlist):
      #expect(playlist.variants.map(\.uri) == ["a.m3u8"])
    }
  }

  @Test("invalid UTF-8 is reported and replaced with U+FFFD")
  func invalidUTF8() throws {
    let bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:1,".utf8) + [0xFF, 0x0A, 0x61]
    let parsed = try Playlist.parse(bytes, uri: address)
    #expect(parsed.faults.map(\.kind) == [.invalidUTF8])
    guard case .media(let playlist) = parsed.playlist else { return }
    #expect(playlist.segments.map(\.title) == ["\u{FFFD}"])
  }

  @Test("every kind of playlist fault has an example in this test and a name in kebab case")
  func complete() {
    let shown = Set(Self.examples.map(\.kind)).union([.invalidUTF8])
    #expect(shown == Set(PlaylistFaultKind.allCases))
    for kind in PlaylistFaultKind.allCases {
      #expect(kind.rawValue.allSatisfy { $0 == "-" || $0.isLowercase || $0.isNumber })
    }
  }

  @Test("untrusted text in a message is cut and has no control characters")
  func excerpts() throws {
    let long = String(repeating: "x", count: 500)
    let parsed = try reading("#EXTM3U\n#EXT-X-TARGETDURATION:\u{1B}[31m\u{202E}\(long)\n")
    let fault = try #require(parsed.faults.first)
    #expect(fault.message.count < 150)
    #expect(!fault.message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test(
    "the integer of a tag that exceeds 64 bits is reported as too large",
    arguments: ["MEDIA-SEQUENCE", "DISCONTINUITY-SEQUENCE", "TARGETDURATION", "VERSION"],
    ["9223372036854775808", "99999999999999999999999999"]
  )
  func largeNumbers(tag: String, number: String) throws {
    let text = "#EXTM3U\n#EXT-X-\(tag):\(number)\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n"
    let faults = try Playlist.parse(Array(text.utf8), uri: "https://test/a").faults
    let fault = faults.first { $0.message.contains("EXT-X-\(tag) is") }
    #expect(fault?.message.contains("\"\(number)\", which is too large a number") == true)
  }
}
