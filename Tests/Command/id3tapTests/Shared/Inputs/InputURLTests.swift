import Testing

@testable import Commands

@Suite struct InputURLTests {
  @Test(
    "the name of an input hides the secrets in its URL",
    arguments: [
      ("http://a.test/b?c=d", "http://a.test/b?c=…"),
      ("https://user:pass@a.test:8443/b@c", "https://a.test:8443/b@c"),
      ("HTTP://user@a.test", "HTTP://a.test"), ("http://a.test?x=@", "http://a.test?x=…"),
      ("udp://@239.0.0.1:1", "udp://@239.0.0.1:1"),
      ("srt://a:1?passphrase=secret&mode=caller", "srt://a:1?passphrase=…&mode=…"),
      ("srt://a:1?mode=caller&passphrase=secret", "srt://a:1?mode=…&passphrase=…"),
      ("srt://a:1?passphrase=\u{301}secret", "srt://a:1?passphrase=…"),
      ("srt://user:secret@a:1?latency=2", "srt://a:1?latency=…"),
      ("srt://a:1?passfrase=secret", "srt://a:1?…"),
      ("srt://a?passphrase=secret", "srt://a?passphrase=…"),
      ("http://user:secret@\u{301}host/", "http://\u{301}host/"),
      ("http://\u{301}user:secret@host/", "http://host/"),
    ]
  )
  func name(text: String, expected: String) throws {
    let scheme = try #require(InputURL.scheme(of: text))
    #expect(InputURL(text, scheme: scheme)?.name == expected)
  }

  @Test(
    "the text of an argument is shown without the secrets of a URL in it",
    arguments: [
      ("a.ts", "a.ts"), ("ftp://user:secret@a/x", "ftp://a/x"), ("a@b://c@d", "a@b://d"),
      ("=http://user:secret@a/x", "=http://a/x"), ("a?b=c", "a?b=c"), ("a.ts?b@c", "a.ts?b@c"),
      ("N = srt://user:secret@a:1?passphrase=secret b=c", "N = srt://a:1?passphrase=…"),
      ("http://user:se/cret@a/x", "http://a/x"), ("http://[::1]/a@b", "http://[::1]/a@b"),
      ("SRT://a:1?passphrase=s", "SRT://a:1?passphrase=…"),
    ]
  )
  func shown(text: String, expected: String) { #expect(InputURL.shown(text) == expected) }

  @Test("a path has no scheme", arguments: ["a.ts", "/a:b", "a:b", "1://a", "://a", "a b://c"])
  func path(text: String) { #expect(InputURL.scheme(of: text) == nil) }

  @Test("URLs that differ only in hidden values get different numbers or titles, and keep them")
  func numbers() throws {
    func url(_ text: String) throws -> InputURL {
      let scheme = try #require(InputURL.scheme(of: text))
      return try #require(InputURL(text, scheme: scheme))
    }
    var marks = DistinctURLs()
    let texts = [
      "http://a/x?id=1", "http://u@a/x?id=2", "http://a/x?id=1#y", "http://a/x",
      "http://a/x?id=e\u{301}",
    ]
    let names = try texts.map { marks.marked(try url($0)).name }
    #expect(
      names == [
        "http://a/x?id=…", "http://a/x?id=…#2", "http://a/x?id=…#y", "http://a/x",
        "http://a/x?id=…#3",
      ]
    )
    var later = DistinctURLs()
    later.keep(marks.marked(try url("http://a/x?id=2")))
    #expect(later.marked(try url("http://a/x?id=4")).name == "http://a/x?id=…")
    #expect(later.marked(try url("http://a/x?id=2")).name == "http://a/x?id=…#2")
    #expect(later.marked(try url("http://a/x?id=1")).name == "http://a/x?id=…#3")
    #expect(later.marked(try url("http://a/x?id=5"), title: "N").name == "http://a/x?id=…#N")
    #expect(later.marked(try url("http://a/x?id=6"), title: "N").name == "http://a/x?id=…#4")
  }
}
