import Formats
import Testing

@Suite struct ShownURLTests {
  @Test(
    "a URL is shown with its parameter names, but without parameter values, user and password",
    arguments: [
      ("http://u:p@a/b.m3u8?token=x=y&c=&d", "http://a/b.m3u8?token=…&c=&…"),
      ("b.ts?a=1&b=2#t=3&end", "b.ts?a=…&b=…#t=…&end"), ("http://a?x", "http://a?…"),
      ("http://a/b#2", "http://a/b#2"), ("http://a/b?x=…#2", "http://a/b?x=…#2"),
      ("http://a/b?x=\u{301}y", "http://a/b?x=…"), ("http://a/?b=c?d=e", "http://a/?b=…"),
      ("a/b;c=d", "a/b;c=d"), ("http://a/?", "http://a/?"), ("", ""),
    ]
  )
  func text(url: String, expected: String) {
    #expect(ShownURL.text(url) == expected)
    #expect(ShownURL.text(expected) == expected)
  }

  @Test(
    "a line of text is shown without the parameter values, users and passwords of its URLs",
    arguments: [
      (
        "#EXT-X-MAP:URI=\"a.mp4?t=1\",BYTERANGE=\"2@3\"",
        "#EXT-X-MAP:URI=\"a.mp4?t=…\",BYTERANGE=\"2@3\""
      ),
      ("http://u:p@a/b.ts, \"http://v@c/d?e=f\"", "http://a/b.ts, \"http://c/d?e=…\""),
      ("a.ts?b=c d?e=f", "a.ts?b=… d?e=…"), ("no = query", "no = query"), ("", ""), (" ? ", " ? "),
    ]
  )
  func line(text: String, expected: String) { #expect(ShownURL.line(text) == expected) }
}
