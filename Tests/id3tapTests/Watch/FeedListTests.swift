import Testing

@testable import id3tap

@Suite struct FeedListTests {
  @Test(
    "a feed is watched once, however its URL is spelt",
    arguments: [
      (
        ["http://a/x", "HTTP://A/x", "http://a:80/x", "http://u:p@a/x", "http://a/x#y"],
        ["http://a/x"]
      ),
      (["https://a", "https://A:443/", "https://a:80/"], ["https://a", "https://a:80/"]),
      (["http://a?x", "http://a/?x", "http://a/?X"], ["http://a?x", "http://a/?X"]),
      (["http://a/x", "https://a/x", "http://a/X"], ["http://a/x", "https://a/x", "http://a/X"]),
      (["UDP://H:1", "udp://h:1", "udp://h:2"], ["UDP://H:1", "udp://h:2"]),
      (["srt://h:1?passphrase=a", "srt://h:1?passphrase=b"], ["srt://h:1?passphrase=a"]),
    ]
  )
  func once(arguments: [String], expected: [String]) {
    let list = FeedList(arguments)
    #expect(list.feeds.map(\.text) == expected)
    #expect(list.problems.isEmpty)
  }

  @Test(
    "a URL that leads nowhere is told, and the others are watched",
    arguments: [
      ("http://", "http://: names no host: check the URL"),
      ("https:///x", "https:///x: names no host: check the URL"),
      ("http://a:0/", "http://a:0/: names an impossible port: check the URL"),
      ("srt://", "srt://: names no port: write it as srt://HOST:PORT"),
      ("udp://127.0.0.1", "udp://127.0.0.1: names no port: write it as udp://HOST:PORT"),
      (
        "udp://127.0.0.1:99999",
        "udp://127.0.0.1:99999: names an impossible port: ports have numbers from 1 to 65535"
      ),
      (
        "a.ts", "a.ts: is not a URL: watch follows live feeds, 'check' reads files"
      ),
    ]
  )
  func nowhere(argument: String, problem: String) {
    let list = FeedList([argument, "udp://h:1", argument])
    #expect(list.feeds.map(\.text) == ["udp://h:1"])
    #expect(Set(list.problems) == [problem])
  }

  @Test(
    "a line 'Name = URL' names a feed; an equals sign in a URL names nothing",
    arguments: [
      ("News 24 = http://a/x?y=z", "http://a/x?y=z", "News 24"),
      ("News=udp://h:1", "udp://h:1", "News"),
      ("http://a/x?next= http://b/", "http://a/x?next= http://b/", nil),
      ("udp://h:1?a=b", "udp://h:1?a=b", nil),
    ] as [(String, String, String?)]
  )
  func titles(line: String, url: String, title: String?) throws {
    let list = FeedList([line])
    #expect(list.feeds.map(\.text) == (list.problems.isEmpty ? [url] : []))
    #expect(list.titles[url] == title)
  }

  @Test("'Name = file' is not a feed")
  func titledFile() {
    let list = FeedList(["News = a.ts"])
    #expect(list.feeds.isEmpty)
    #expect(list.problems.count == 1)
  }
}
