import Testing

@testable import LiveWatch

@Suite("lines of playlists in evidence")
struct EvidenceTextTests {
  @Test(
    "a URI is replaced and a byte range left out, whatever is around them",
    arguments: [
      (
        #"#EXT-X-KEY:METHOD=AES-128,URI="k,=1",IV=0x1"#,
        #"#EXT-X-KEY:METHOD=AES-128,URI="n",IV=0x1"#
      ),
      (#"#EXT-X-MAP:URI="i.mp4",BYTERANGE="10@5""#, #"#EXT-X-MAP:URI="n""#),
      (#"#EXT-X-MAP:BYTERANGE="10@5",URI="i.mp4""#, #"#EXT-X-MAP:URI="n""#),
      (#"#EXT-X-MEDIA:NAME="URI=x",URI="a""#, #"#EXT-X-MEDIA:NAME="URI=x",URI="n""#),
      ("#EXT-X-KEY:METHOD=NONE", "#EXT-X-KEY:METHOD=NONE"),
      (#"#EXT-X-KEY:URI="open"#, #"#EXT-X-KEY:URI="open"#),
      ("#EXT-X-KEY:URI=bare,IV=1", #"#EXT-X-KEY:URI="n",IV=1"#),
      ("#EXT-X-KEY:,,,", "#EXT-X-KEY:,,,"), ("#EXT-X-KEY:", "#EXT-X-KEY:"), ("", ""),
    ]
  )
  func uris(line: String, expected: String) {
    #expect(EvidenceText.replacingURI(in: line, with: "n") == expected)
  }

  @Test(
    "a byte range is a length and a place, or follows the one before",
    arguments: [
      ("10@5", 5..<15), ("10", 100..<110), ("0@0", 0..<0), ("-1@0", nil), ("x", nil), ("", nil),
      ("9223372036854775807@1", nil), ("1@-1", nil),
    ] as [(String, Range<Int64>?)]
  )
  func ranges(text: String, expected: Range<Int64>?) {
    #expect(EvidenceText.range(text[...], after: 100) == expected)
  }

  @Test("lines end at either end of line, without blanks around them")
  func lines() {
    let text = "\u{feff}#EXTM3U\r\n\n  a b \t\r#x"
    #expect(Array(EvidenceText.lines(of: Array(text.utf8))) == ["#EXTM3U", "a b", "#x"])
  }
}
