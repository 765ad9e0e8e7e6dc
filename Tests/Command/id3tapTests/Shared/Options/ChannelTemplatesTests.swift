import Foundation
import TestSupport
import Testing

@testable import Commands

/// The value of `--expect`: a template for all inputs, or a folder with a template for each channel.
@Suite struct ChannelTemplatesTests {
  @Test(
    "the channel names of an input are its title, file name, folders and host, in this order",
    arguments: [
      ("recordings/news/2026-03-01.ts", nil, ["2026-03-01", "news", "recordings"]),
      ("./a/../b.tar.ts", nil, ["b.tar", "a"]), (".hidden", nil, [".hidden"]), ("-", nil, ["-"]),
      (
        "https://example.com/live/news/master.m3u8?token=a/b", "News 1",
        ["News 1", "master", "news", "live", "example.com"]
      ),
      ("udp://239.0.0.1:5000", nil, ["239.0.0.1:5000"]),
    ] as [(String, String?, [String])]
  )
  func names(input: String, title: String?, names: [String]) {
    #expect(ChannelNames.of(input, title: title) == names)
  }

  private static func template(_ channel: String) -> Data {
    Data(#"{"version": 1, "channel": "\#(channel)"}"#.utf8)
  }

  @Test(
    "the nearest name selects the template in a folder, and a single file applies to all inputs"
  )
  func folder() throws {
    let folder = try TemporaryFolder()
    for name in ["news", "sport"] {
      try Self.template(name).write(to: URL(fileURLWithPath: "\(folder.path)/\(name).json"))
    }
    try Data("no template".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/README.txt"))
    let all = try ChannelTemplates.parse(folder.path)
    #expect(all.template(of: "a/news/sport.ts")?.channel == "sport")
    #expect(all.template(of: "a/news/x.ts")?.channel == "news")
    #expect(all.template(of: "a/x.ts") == nil)
    #expect(all.template(of: "http://a/x.m3u8", title: "news")?.channel == "news")
    let one = try ChannelTemplates.parse("\(folder.path)/news.json")
    #expect(one.template(of: "a/x.ts")?.channel == "news")
    #expect(all.json.text.hasPrefix(#"{"news":{"version":1,"#))
  }

  @Test("a path that cannot be read or is not a template is refused with a message that names it")
  func refused() throws {
    let folder = try TemporaryFolder()
    func message(_ path: String) -> String {
      let error = #expect(throws: (any Error).self) { try ChannelTemplates.parse(path) }
      return error.map { "\($0)" } ?? ""
    }
    let path = folder.path
    #expect(message("\(path)/missing.json").contains("missing.json: no such file: name a template"))
    #expect(message(path).contains("contains 0 templates: put 1 to 10000 files NAME.json into it"))
    try Data(#"{"version": 1}"#.utf8).write(to: URL(fileURLWithPath: "\(path)/a.json"))
    #expect(message(path).contains("/a.json: line 1: 'channel': is missing: name the channel"))
    #expect(message("").contains("name a file or a folder with templates"))
  }
}
