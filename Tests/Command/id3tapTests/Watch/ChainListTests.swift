import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct ChainListTests {
  private func list(_ text: String) throws -> ChainList {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/chains.txt"
    try Data(text.utf8).write(to: URL(filePath: path))
    return ChainList(path, environment: ["TOKEN": "secret"])
  }

  @Test(
    "a tap has its chain's name, the labels of its line and, unless it is the first tap, a hop"
  )
  func taps() throws {
    let list = try list(
      """
      # two chains
      [News 24]
      encoder = udp://239.0.0.1:5000
      cdn = https://a/m.m3u8?t=${TOKEN} region=us
      [Sports]
      encoder = udp://239.0.0.1:5000
      cdn = https://b/m.m3u8
      """
    )
    #expect(list.problems == [])
    #expect(
      list.taps.map(\.tap.name)
        == ["News 24: encoder", "News 24: cdn", "Sports: encoder", "Sports: cdn"]
    )
    let labels = list.taps[1].feed.labels
    #expect(list.taps[1].feed.url.text == "https://a/m.m3u8?t=secret")
    #expect(
      labels.all.map { "\($0.name)=\($0.value)" }
        == ["chain=News 24", "hop=encoder → cdn", "name=News 24: cdn", "region=us"]
    )
    #expect(list.taps[2].feed.labels["hop"] == nil)
  }

  @Test(
    "a line that cannot be used is reported with its number, and the other lines are used",
    arguments: [
      (
        "a = udp://h:1\n[N]\nb = udp://h:2\nc = udp://h:3", 2,
        "line 1: the tap 'a' has no chain: write '[NAME]' above it"
      ),
      (
        "[N]\nb = udp://h:2\nudp://h:1\nc = udp://h:3", 2,
        "line 3: the tap has no name: write 'NAME = URL'"
      ),
      (
        "[N]\nb = udp://h:2\nb = udp://h:1\nc = udp://h:3", 2,
        "line 3: the chain already has a tap 'b': rename one of them"
      ),
      (
        "[N]\nb = udp://h:2\nc = udp://h", 0,
        "line 3: udp://h: names no port: write it as udp://HOST:PORT"
      ),
      (
        "[N]\nb = a.ts", 0,
        "line 2: b = a.ts: is not a URL: 'watch' follows live feeds; use 'check' for files"
      ),
      (
        "[N]\nb = udp://h:2", 0,
        "line 1: the chain 'N' has fewer than two taps: add lines like 'NAME = URL'"
      ),
      (
        "[]\nb = udp://h:2", 0,
        "line 1: '[]' is empty or used twice: give each chain a different name"
      ),
      ("# none", 0, "names no chain: begin with '[NAME]'"),
    ]
  )
  func problems(text: String, count: Int, problem: String) throws {
    let list = try list(text)
    #expect(list.taps.count == count)
    #expect(list.problems.contains { $0.hasSuffix(problem) }, "\(list.problems)")
  }
}
