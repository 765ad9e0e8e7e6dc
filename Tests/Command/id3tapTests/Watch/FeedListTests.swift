import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct FeedListTests {
  @Test(
    "different spellings of a URL are one feed",
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

  @Test("feeds that differ only in hidden values are named by their titles, whatever their order")
  func namesakes() throws {
    let folder = try TemporaryFolder()
    let lines = ["News = http://a/x?c=1", "Sports = http://a/x?c=2", "Film = http://b/x?c=3"]
    for lines in [lines, lines.reversed()] {
      let path = "\(folder.path)/list.txt"
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let names = FeedList(["@\(path)"]).feeds.map(\.name).sorted()
      #expect(names == ["http://a/x?c=…#News", "http://a/x?c=…#Sports", "http://b/x?c=…"])
    }
  }

  @Test(
    "an argument that cannot be watched is reported, and the other feeds are watched",
    arguments: [
      ("http://", "http://: has no host: check the URL"),
      ("https:///x", "https:///x: has no host: check the URL"),
      ("http://a:0/", "http://a:0/: names an impossible port: check the URL"),
      ("srt://", "srt://: names no port: write it as srt://HOST:PORT"),
      ("udp://127.0.0.1", "udp://127.0.0.1: names no port: write it as udp://HOST:PORT"),
      (
        "udp://127.0.0.1:99999",
        "udp://127.0.0.1:99999: names an impossible port: ports have numbers from 1 to 65535"
      ),
      (
        "ftp://user:secret@h/x",
        "ftp://h/x: ftp: is not read: name a URL with http, https, udp, rtp or srt, or pipe a "
          + "stream to '-'"
      ),
      (
        "N =\u{301}http://user:secret@h/x",
        "N =\u{301}http://h/x: is not a URL: 'watch' follows live feeds; use 'check' for files"
      ),
      (
        "a.ts", "a.ts: is not a URL: 'watch' follows live feeds; use 'check' for files"
      ),
    ]
  )
  func nowhere(argument: String, problem: String) {
    let list = FeedList([argument, "udp://h:1", argument])
    #expect(list.feeds.map(\.text) == ["udp://h:1"])
    #expect(Set(list.problems) == [problem])
  }

  @Test(
    "a line 'Name = URL' names a feed, and an equals sign in a URL does not",
    arguments: [
      ("News 24 = http://a/x?y=z", "http://a/x?y=z", "News 24"),
      ("News=udp://h:1", "udp://h:1", "News"),
      ("http://a/x?next= http://b/", "http://a/x?next= http://b/", nil),
      ("udp://h:1?ttl=2", "udp://h:1?ttl=2", nil),
    ] as [(String, String, String?)]
  )
  func titles(line: String, url: String, title: String?) throws {
    let list = FeedList([line])
    #expect(list.feeds.map(\.text) == [url])
    #expect(list.entries.map(\.title) == [title])
  }

  @Test("feeds that differ only in hidden values get numbers in their names")
  func numbered() {
    let both = FeedList(["http://a/x?k=1", "http://a/x?k=2"])
    #expect(both.feeds.map(\.name) == ["http://a/x?k=…", "http://a/x?k=…#2"])
    let later = FeedList(["http://a/x?k=2", "http://a/x?k=3"], after: FeedList([]))
    #expect(later.feeds.map(\.name) == ["http://a/x?k=…", "http://a/x?k=…#2"])
  }

  /// A list with `lines`, followed by the feed `udp://h:1`.
  private func list(_ lines: String, _ environment: [String: String]) throws -> FeedList {
    let folder = try TemporaryFolder()
    try folder.write("# feeds\n\n\(lines)\nudp://h:1\n", to: "list")
    return FeedList(["@\(folder.path)/list"], environment: environment)
  }

  @Test(
    "variables in a list are replaced from the environment, and the values are hidden in names",
    arguments: [
      ("N = http://a/x?t=${T} a=b", "http://a/x?t=secret", "http://a/x?t=…"),
      ("http://${U}:${T}@a/x?y=${T}&z", "http://me:secret@a/x?y=secret&z", "http://a/x?y=…&…"),
      ("srt://a:1?passphrase=${T}", "srt://a:1?passphrase=secret", "srt://a:1?passphrase=…"),
    ]
  )
  func variables(line: String, text: String, name: String) throws {
    let list = try list(line, ["T": "secret", "U": "me"])
    #expect(list.problems == [])
    #expect(list.feeds.first?.text == text && list.feeds.first?.name == name)
  }

  @Test(
    "a variable that is unset, or whose value would be visible, is reported with its line",
    arguments: [
      ("http://a/x?t=${V}", "${V} is not set: "),
      ("http://a/${T}", "${T} would be visible in the feed's name"),
      ("http://${T}/x", "${T} would be visible in the feed's name"),
      ("http://a/x?t=${T", "'${' does not begin a variable: "),
      ("http://a/x?t=${}", "'${' does not begin a variable: "),
      ("http://a/x?t=${W}", "${W} would be visible"),
    ]
  )
  func wrongVariables(line: String, words: String) throws {
    let list = try list(line, ["T": "secret", "W": "a&secret=b"])
    #expect(list.feeds.map(\.text) == ["udp://h:1"])
    let problem = try #require(list.problems.first)
    #expect(
      problem.contains("/list: line 3: \(words)") && !problem.contains("secret"),
      "\(problem)"
    )
  }

  @Test("a variable in an argument is not replaced")
  func noVariable() {
    #expect(
      FeedList(["http://a/x?t=${T}"], environment: ["T": "u"]).feeds.map(\.text) == [
        "http://a/x?t=${T}"
      ]
    )
  }

  @Test("a line 'Name = file' is an error, not a feed")
  func titledFile() {
    let list = FeedList(["News = a.ts"])
    #expect(list.feeds.isEmpty)
    #expect(list.problems.count == 1)
  }

  @Test(
    "labels follow the URL, and the feed's name is the label 'name'",
    arguments: [
      ("http://a/x region=us tier=1", "http://a/x", ["region=us", "tier=1"]),
      ("News 24 = http://a/x\ttier=1", "http://a/x", ["name=News 24", "tier=1"]),
      ("http://a/x city=\"New York\" e=", "http://a/x", ["city=New York", "e="]),
      ("udp://h:1?ttl=1", "udp://h:1?ttl=1", []),
    ]
  )
  func labels(line: String, url: String, expected: [String]) throws {
    let list = FeedList([line])
    let feed = try #require(list.entries.first)
    #expect(feed.url.text == url && list.problems == [])
    #expect(feed.labels.all.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test(
    "an invalid label is reported, and its feed is watched without it",
    arguments: ["feed=x", "a-b=x", "__a=x", "1=x"]
  )
  func labelProblems(label: String) {
    let list = FeedList(["N = http://user:secret@a/x \(label)"])
    #expect(list.feeds.map(\.text) == ["http://user:secret@a/x"])
    #expect(list.problems.count == 1)
    #expect(list.problems.allSatisfy { $0.hasPrefix("http://a/x: label ") }, "\(list.problems)")
  }

  // MARK: - Lists that are read again

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("a list that becomes unreadable or empty keeps its feeds")
  func kept() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/channels.txt"
    try write("A = http://a/ tier=1\nhttp://b/\n", to: path)
    let arguments = ["udp://h:1", "@\(path)"]
    let first = FeedList(arguments)
    #expect(first.feeds.map(\.text) == ["udp://h:1", "http://a/", "http://b/"])
    for text in ["", "# nothing\n", "http://a/\0", "a.ts\n"] {
      try write(text, to: path)
      let list = FeedList(arguments, after: first)
      #expect(list.entries == first.entries, "\(text)")
      #expect(list.problems.count == 1, "\(list.problems)")
      #expect(list.problems[0].hasSuffix("; its previous feeds are still watched"))
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(FeedList(arguments, after: first).entries == first.entries)
    try write("http://c/\nhttp://a/ tier=2\nx\n", to: path)
    let later = FeedList(arguments, after: first)
    #expect(later.feeds.map(\.text) == ["udp://h:1", "http://c/", "http://a/"])
    #expect(later.entries[2].labels["tier"] == "2")
    #expect(later.problems.count == 1)
  }

  @Test("a list of 3000 feeds is read completely")
  func many() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/channels.txt"
    try write((0..<3000).map { "http://a/\($0)\n" }.joined(), to: path)
    #expect(FeedList(["@\(path)"]).feeds.count == 3000)
  }

  @Test("a list at a URL is read in the format of Prometheus HTTP service discovery")
  func discovered() throws {
    let text = """
      [{"targets": ["http://a/x", "udp://h:1"], "labels": {"name": "A", "__meta": "x", "tier": "1"}},
       {"targets": ["http://b/", "b.ts"]}, {"targets": []}]
      """
    let list = FeedList(["@https://sd.example/feeds"]) { url in
      url.text == "https://sd.example/feeds"
        ? .success(Array(text.utf8)) : .failure(.init(description: "no"))
    }
    #expect(list.feeds.map(\.text) == ["http://a/x", "udp://h:1", "http://b/"])
    #expect(list.entries.map(\.title) == ["A", "A", nil])
    #expect(list.entries[0].labels.all.map(\.name) == ["name", "tier"])
    #expect(
      list.problems == ["b.ts: is not a URL: 'watch' follows live feeds; use 'check' for files"]
    )
  }

  @Test(
    "the feeds of a list at a URL are kept if a response is not a valid list",
    arguments: [
      "", "{}", "[1]", "[{\"targets\": \"http://a/\"}]", "[{\"targets\": [1]}]", "[]", "<html>",
    ]
  )
  func broken(text: String) throws {
    let arguments = ["@https://u:p@sd.example/feeds"]
    let first = FeedList(arguments) { _ in .success(Array(#"[{"targets":["http://a/"]}]"#.utf8)) }
    let list = FeedList(arguments, after: first) { _ in .success(Array(text.utf8)) }
    #expect(list.entries == first.entries)
    #expect(list.problems.count == 1)
    #expect(!list.problems.joined().contains("u:p"))
    #expect(FeedList(arguments) { _ in .success(Array(text.utf8)) }.entries.isEmpty)
  }
}
