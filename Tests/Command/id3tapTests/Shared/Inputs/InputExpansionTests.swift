import Foundation
import Testing

@testable import Commands

@Suite struct InputExpansionTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func groups(_ argument: String) -> [InputGroup] {
    InputExpansion.groups(for: [argument])
  }

  /// The names of the inputs for an argument, relative to the folder of the test.
  private func names(_ argument: String) -> [String] {
    groups(argument).flatMap(\.members).map {
      $0.name.replacing(shell.folder.path + "/", with: "")
    }
  }

  @Test("'-' is expanded to standard input")
  func standardInput() {
    #expect(groups("-") == [InputGroup(argument: "-", members: [.standardInput])])
  }

  @Test("a path is an input even if no file exists", arguments: ["/no/such/file", "a:b", "1://a"])
  func path(argument: String) {
    #expect(groups(argument) == [InputGroup(argument: argument, members: [.path(argument)])])
  }

  @Test(
    "a URL with a supported scheme is an input",
    arguments: [
      "http://a/b.ts", "HTTPS://a", "udp://@239.0.0.1:1", "rtp://a:1", "srt://a:1?mode=caller",
    ]
  )
  func url(argument: String) throws {
    let scheme = try #require(InputURL.scheme(of: argument))
    let url = try #require(InputURL(argument, scheme: scheme))
    #expect(groups(argument) == [InputGroup(argument: url.name, members: [.url(url)])])
  }

  @Test(
    "a URL with an unsupported scheme is refused",
    arguments: ["file:///etc/passwd", "ftp://a/b", "rtmp://a/b"]
  )
  func otherScheme(argument: String) {
    #expect(groups(argument).first?.members == [])
    #expect(groups(argument).first?.problems.first?.contains(": is not read: ") == true)
  }

  @Test(
    "a directory gives its files at all depths, without hidden files, pipes and links to directories"
  )
  func directory() throws {
    try shell.prepare(
      "mkdir -p d/b/c .hidden d/.hidden; touch d/b.ts d/a d/Z d/b/c/x d/.h d/.hidden/y; "
        + "ln -s ../d d/loop; ln -s a d/link; mkfifo d/pipe"
    )
    #expect(
      names(shell.folder.path + "/d") == ["d/Z", "d/a", "d/b/c/x", "d/b.ts", "d/link"]
    )
    #expect(groups(shell.folder.path + "/d").first?.isSearched == true)
  }

  @Test("files in a directory or glob are in natural order", arguments: ["d", "d/*"])
  func naturalOrder(argument: String) throws {
    try shell.prepare("mkdir d; cd d; touch seg10.ts seg2.ts seg1.ts seg02.ts a b10c2 b10c1 b9")
    let expected = ["a", "b9", "b10c1", "b10c2", "seg1.ts", "seg02.ts", "seg2.ts", "seg10.ts"]
    #expect(names(shell.folder.path + "/" + argument) == expected.map { "d/\($0)" })
  }

  @Test(
    "a playlist in a directory replaces its segments for every spelling of the path",
    arguments: ["d", "./d", "d/.", "d/../d", "d/c/.."]
  )
  func playlistFamily(argument: String) throws {
    try shell.prepare(
      "mkdir -p d/c; cd d; touch 1.ts c/2.ts c/3.ts; "
        + #"printf '#EXTM3U\n#EXTINF:1,\n1.ts\n#EXTINF:1,\n./c/../c/2.ts\n' > a.m3u8"#
    )
    #expect(
      names(shell.folder.path + "/" + argument) == ["a.m3u8", "c/3.ts"].map { "\(argument)/\($0)" }
    )
  }

  @Test("files that match a glob count as named by the user, and matching directories are searched")
  func namedByGlob() throws {
    try shell.prepare("touch a.ts b.jsonl; mkdir d; touch d/e.ts")
    let groups = groups(shell.folder.path + "/?*")
    #expect(groups.map(\.isSearched) == [false, false, true])
    #expect(groups.last?.directory == FileName(shell.folder.path + "/d"))
  }

  @Test("a glob gives its sorted matches, and an existing file with '*' in its name is not a glob")
  func glob() throws {
    try shell.prepare("touch b.ts a.ts c.bin 'x*.ts'; mkdir d; touch d/e.ts")
    #expect(names(shell.folder.path + "/[ab].ts") == ["a.ts", "b.ts"])
    #expect(names(shell.folder.path + "/x*.ts") == ["x*.ts"])
    #expect(names(shell.folder.path + "/?") == ["d/e.ts"])
    #expect(
      groups(shell.folder.path + "/z*").first?.problems.first?
        .hasSuffix("/z*: matches no file: check the pattern") == true
    )
  }

  @Test("a list gives one input per line, ignores comments, and refuses nested lists")
  func list() throws {
    try shell.prepare("printf '# a comment\\n\\n/x/a b.ts\\r\\n  \\n-\\n@inner\\nhttp://x/' > list")
    let groups = groups("@" + shell.folder.path + "/list")
    #expect(groups.map(\.argument) == ["/x/a b.ts", "-", "@inner", "http://x/"])
    let url = try #require(InputURL("http://x/", scheme: "http"))
    #expect(groups.map(\.members) == [[.path("/x/a b.ts")], [.standardInput], [], [.url(url)]])
    #expect(groups[2].problems.first?.hasPrefix("@inner: is a list inside a list") == true)
  }

  @Test("blanks at the start and end of a line in a list are ignored")
  func blanks() throws {
    try shell.prepare("printf '  http://x/a b \\t\\r\\n \\t# a comment\\n\\t/x/c.ts' > list")
    let groups = groups("@" + shell.folder.path + "/list")
    #expect(groups.map(\.argument) == ["http://x/a b", "/x/c.ts"])
  }

  @Test("a byte order mark at the start of a list is ignored")
  func byteOrderMark() throws {
    try shell.prepare("printf '\\xef\\xbb\\xbf/x/a.ts\\n/x/b.ts\\n' > list")
    #expect(groups("@" + shell.folder.path + "/list").map(\.argument) == ["/x/a.ts", "/x/b.ts"])
  }

  @Test(
    "a directory entry that cannot be read is reported, and the other files are found",
    arguments: [
      ("ln -s nowhere d/gone", "d/gone: is a broken link (no such file or directory): "),
      (
        "(cd d; for i in {1..66}; do mkdir x; cd x; done)",
        "x: is more than 64 directories deep and was not searched: name it"
      ),
      (
        "n=$(printf '%0250d' 1); (cd d; for i in {1..17}; do mkdir $n; cd $n; done)",
        "1: cannot be examined (file name too long): "
      ),
    ]
  )
  func unseen(preparation: String, words: String) throws {
    try shell.prepare("mkdir d; touch d/a.ts; \(preparation)")
    let group = try #require(groups(shell.folder.path + "/d").first)
    #expect(group.members == [.path(shell.folder.path + "/d/a.ts")])
    #expect(group.problems.count == 1)
    #expect(group.problems.first?.contains(words) == true, "\(group.problems)")
  }
}
