import HLS
import TestSupport
import Testing

struct URIResolutionTests {
  /// The base address of all examples in RFC 3986, section 5.4.
  private static let base = "http://a/b/c/d;p?q"

  @Test(
    "the normal examples of RFC 3986 resolve to the given results",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
      ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
      ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
      ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../", "http://a/"), ("../../g", "http://a/g"),
    ]
  )
  func normal(reference: String, expected: String) {
    #expect(URIResolution.resolve(reference, against: Self.base) == expected)
  }

  @Test(
    "the abnormal examples of RFC 3986 resolve to the given results",
    arguments: [
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
      ("http:g", "http:g"),
    ]
  )
  func abnormal(reference: String, expected: String) {
    #expect(URIResolution.resolve(reference, against: Self.base) == expected)
  }

  @Test(
    "references in playlists are resolved against the playlist's address",
    arguments: [
      ("https://h/x/a.m3u8?t=1/2", "seg.ts?u=/3", "https://h/x/seg.ts?u=/3"),
      ("https://h/x/a.m3u8?t=1", "https://cdn/y/../seg.ts", "https://cdn/seg.ts"),
      ("https://h/x/a.m3u8", "//cdn/seg.ts", "https://cdn/seg.ts"),
      ("https://h", "seg.ts", "https://h/seg.ts"),
      ("https://h?x", "seg.ts", "https://h/seg.ts"),
      ("https://u@h:8443/x/a.m3u8", "/seg.ts", "https://u@h:8443/seg.ts"),
      ("http://[::1]:80/a/b.m3u8", "c.ts", "http://[::1]:80/a/c.ts"),
      ("http://h/a//b.m3u8", "../c.ts", "http://h/a/c.ts"),
      ("file:///srv/hls/a.m3u8", "../b/c.ts", "file:///srv/b/c.ts"),
      ("file:///srv/hls/a.m3u8", "/c.ts", "file:///c.ts"),
      ("file:///a.m3u8", "../../c.ts", "file:///c.ts"),
      ("/srv/hls/a.m3u8", "../c.ts", "/srv/c.ts"),
      ("hls/a.m3u8", "c.ts", "hls/c.ts"),
      ("a.m3u8", "c.ts", "c.ts"),
      ("../hls/a.m3u8", "../../c.ts", "../../c.ts"),
      ("", "c.ts", "c.ts"),
      ("https://h/a.m3u8", "data:text/plain;base64,QUJD//8=", "data:text/plain;base64,QUJD//8="),
      ("https://h/a.m3u8", "skd://key/../1", "skd://key/1"),
      ("https://h/a/b.m3u8", "/x/..//y", "https://h//y"),
    ]
  )
  func playlists(base: String, reference: String, expected: String) {
    #expect(URIResolution.resolve(reference, against: base) == expected)
  }

  @Test(
    "existing encoding is kept, and characters that a URI may not contain are encoded",
    arguments: [
      ("a%20b%2Fc%2f.ts", "a%20b%2Fc%2f.ts"), ("a b.ts", "a%20b.ts"), ("ü.ts", "%C3%BC.ts"),
      ("a\"<>\\^`{|}.ts", "a%22%3C%3E%5C%5E%60%7B%7C%7D.ts"), ("100%.ts", "100%25.ts"),
      ("%zz%4", "%25zz%254"), ("a[1].ts", "a%5B1%5D.ts"), ("a.ts#b#c", "a.ts#b%23c"),
      ("é://[::1]/", "%C3%A9://%5B::1%5D/"), ("a.ts?x=[1]&y={2}", "a.ts?x=%5B1%5D&y=%7B2%7D"),
      ("a\u{0}\t\u{7F}b", "a%00%09%7Fb"),
      ("!$&'()*+,;=:@-._~", "!$&'()*+,;=:@-._~"), ("it's?a=b//c", "it's?a=b//c"),
    ]
  )
  func encoding(reference: String, expected: String) {
    #expect(URIResolution.resolve(reference, against: "http://h/") == "http://h/" + expected)
  }

  @Test("resolving a resolved reference does not change it")
  func idempotent() {
    for reference in ["../ä b?c d#e f", "%", "//[::1]/x y", "a:b c", "?{}", "..//..//x/./"] {
      let once = URIResolution.resolve(reference, against: "http://h/a/b")
      #expect(URIResolution.resolve(once, against: "http://other/") == once)
    }
  }

  @Test("any text is resolved without a trap")
  func rubbish() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array(":/?#[]@.%a1 \u{E9}\u{1F600}\n\\".unicodeScalars)
    for _ in 0..<5_000 {
      var texts = ["", ""]
      for index in texts.indices {
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
          texts[index].unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
        }
      }
      let resolved = URIResolution.resolve(texts[0], against: texts[1])
      #expect(resolved.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  @Test("a path with 99,999 dot segments is resolved")
  func longPath() {
    let deep = String(repeating: "a/", count: 100_000) + String(repeating: "../", count: 99_999)
    #expect(URIResolution.resolve(deep + "x", against: "http://h/") == "http://h/a/x")
  }
}
