import Foundation
import NielsenTag
import Testing

@testable import Conformance

/// Reading and writing templates.
@Suite struct ChannelTemplateTests {
  private static let cid = "pI-X5FFk07770SXf2ZbI6g=="

  private static let whole = #"""
    {
      "version": 1,
      "channel": "News",
      "note": "by hand",
      "pc": {"expected": false},
      "fd": {
        "expected": true,
        "nullSeconds": 45,
        "cids": [
          {
            "cid": "pI-X5FFk07770SXf2ZbI6g==",
            "from": "2026-03-01T08:00:00Z",
            "to": "2026-03-02T08:00:00Z"
          },
          "EnVp4bRmgPx7KDNctoTVpQ=="
        ],
        "sids": [1234, {"from": 2000, "to": 2999}],
        "offset": {"from": 0, "to": 89999}
      },
      "breakouts": ["00", "03"],
      "owners": ["www.nielsen.com/"],
      "renditions": ["1080p", "English"],
      "adLoad": {"minutesPerHour": {"from": 4.0, "to": 16.5}},
      "cadence": {"data": 20, "info": 600}
    }

    """#

  @Test("every field of a template is read and written unchanged")
  func whole() throws {
    let template = try ChannelTemplate(json: Array(Self.whole.utf8))
    #expect(template.channel == "News" && template.note == "by hand")
    #expect(template.pc.isExpected == false && template.fd.isExpected == true)
    #expect(template.fd.nullSeconds == 45)
    #expect(template.fd.cids.map(\.cid.text) == [Self.cid, "EnVp4bRmgPx7KDNctoTVpQ=="])
    #expect(template.fd.cids.map(\.from) == [1_772_352_000, nil])
    #expect(template.fd.cids.map(\.to) == [1_772_438_400, nil])
    #expect(template.fd.sids == [1234...1234, 2000...2999])
    #expect(template.fd.offset == 0...89_999)
    #expect(template.breakouts == ["00", "03"] && template.owners == ["www.nielsen.com/"])
    #expect(template.renditions == .named(["1080p", "English"]))
    #expect(template.adLoad == 4...16.5)
    #expect(template.cadence == .init(data: 20, info: 600))
    let written = try ChannelTemplate(json: Array(template.text.utf8))
    #expect(written == template)
    // Only the long list is written over several lines.
    #expect(template.text.contains(#"  "breakouts": ["00", "03"],"#))
    #expect(template.text.hasSuffix("}\n"))
  }

  @Test("the example in Documentation/Expect.md is a valid template")
  func example() throws {
    var folder = URL(filePath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let page = try String(
      contentsOf: folder.appending(path: "Documentation/Expect.md"),
      encoding: .utf8
    )
    let example = try #require(page.firstMatch(of: /```json\n([^`]*)```/)).1
    let template = try ChannelTemplate(json: Array(example.utf8))
    #expect(template.channel == "News" && template.fd.cids.count == 1)
  }

  @Test("a byte order mark, notes and null values are ignored")
  func ignored() throws {
    let json = #"{"version": 1, "channel": "a", "fd": {"note": "x", "cids": null}, "owners": null}"#
    let template = try ChannelTemplate(json: [0xef, 0xbb, 0xbf] + Array(json.utf8))
    #expect(template == ChannelTemplate(channel: "a"))
  }

  @Test(
    "an invalid template is refused with the line, the field and the remedy",
    arguments: [
      ("", "line 1: the JSON text ends too early"),
      ("[1]", "line 1: must be an object: { … }"),
      ("{\"version\": 1,\n\"channel\": \"a\",}", "line 2: a name in quotes is expected"),
      ("{\"channel\": \"a\"}", "line 1: 'version': write 1, the only version"),
      (#"{"version": 2, "channel": "a"}"#, "line 1: 'version': write 1, the only version"),
      (#"{"version": 1}"#, "line 1: 'channel': is missing: name the channel"),
      (
        #"{"version": 1, "channel": 7}"#,
        "line 1: 'channel': must be a string of 1 to 1000 characters"
      ),
      (
        "{\"version\": 1, \"channel\": \"a\",\n \"breakout\": [\"00\"]}",
        "line 2: 'breakout': is unknown: the nearest is 'breakouts'"
      ),
      (
        #"{"version": 1, "channel": "a", "fd": {"x": 1}}"#,
        "line 1: 'fd.x': is unknown: the known fields are 'cids', 'expected', 'note', 'nullSeconds', "
          + "'offset', 'sids'"
      ),
      (
        #"{"version": 1, "channel": "a", "fd": {"expected": "yes"}}"#,
        "line 1: 'fd.expected': must be true or false"
      ),
      (#"{"version": 1, "channel": "a", "fd": true}"#, "line 1: 'fd': must be an object: { … }"),
      (
        #"{"version": 1, "channel": "a", "fd": {"expected": false, "sids": [1]}}"#,
        "line 1: 'fd.sids': cannot be compared because 'expected' is false: remove it"
      ),
      (
        "{\"version\": 1, \"channel\": \"a\", \"pc\": {\"cids\": [\n\"abc\"]}}",
        "line 2: 'pc.cids[0]': write a CID of 24 characters, as 'id3tap extract --format jsonl' prints "
          + "it, and not the null CID"
      ),
      (
        #"{"version": 1, "channel": "a", "pc": {"cids": ["X100zdCIGeIlgZnkYj6UvQ=="]}}"#,
        "line 1: 'pc.cids[0]': write a CID of 24 characters, as 'id3tap extract --format jsonl' prints "
          + "it, and not the null CID"
      ),
      (
        #"{"version": 1, "channel": "a", "pc": {"cids": [{"cid": "\#(cid)", "from": "soon"}]}}"#,
        "line 1: 'pc.cids[0].from': must be a time from 1970 to 2100, such as \"2023-11-14T22:13:20Z\""
      ),
      (
        #"{"version": 1, "channel": "a", "pc": {"sids": [-1]}}"#,
        "line 1: 'pc.sids[0]': must be a whole number, or {\"from\": …, \"to\": …}"
      ),
      (
        #"{"version": 1, "channel": "a", "pc": {"offset": {"from": 9, "to": 8}}}"#,
        "line 1: 'pc.offset.to': write a number of at least 9"
      ),
      (
        #"{"version": 1, "channel": "a", "pc": {"nullSeconds": 1e9}}"#,
        "line 1: 'pc.nullSeconds': must be a number from 0 to 86400"
      ),
      (
        #"{"version": 1, "channel": "a", "breakouts": ["0"]}"#,
        "line 1: 'breakouts': write codes of two digits in quotes, such as \"00\""
      ),
      (
        #"{"version": 1, "channel": "a", "renditions": "some"}"#,
        "line 1: 'renditions': write \"all\", \"video\", \"audio\", or a list of names"
      ),
      (
        #"{"version": 1, "channel": "a", "adLoad": {}}"#,
        "line 1: 'adLoad': write either 'minutesPerHour' or 'share'"
      ),
      (
        #"{"version": 1, "channel": "a", "adLoad": {"share": {"to": 2}}}"#,
        "line 1: 'adLoad.share.to': must be a number from 0 to 1"
      ),
      (
        #"{"version": 1, "channel": "a", "cadence": {"data": 0}}"#,
        "line 1: 'cadence.data': must be a number from 1 to 3600"
      ),
    ]
  )
  func wrong(_ json: String, _ message: String) {
    let error = #expect(throws: CheckSettingError.self) {
      try ChannelTemplate(json: Array(json.utf8))
    }
    #expect(error?.description == message)
  }

  @Test("a cut or changed template file does not crash the reader")
  func damaged() {
    let bytes = Array(Self.whole.utf8)
    for index in bytes.indices {
      _ = try? ChannelTemplate(json: Array(bytes[..<index]))
      var changed = bytes
      changed[index] = changed[index] == UInt8(ascii: "9") ? UInt8(ascii: "[") : UInt8(ascii: "9")
      _ = try? ChannelTemplate(json: changed)
    }
    #expect(throws: CheckSettingError.self) {
      try ChannelTemplate(json: [UInt8](repeating: UInt8(ascii: "["), count: 100_000))
    }
  }

  @Test("the cadence of a template changes the limits of rules, except those that the user set")
  func cadence() throws {
    var options = CheckOptions()
    try options.setThreshold("tag-count.spacing=12")
    options.expect(try MadeTemplate.with(#""cadence": {"data": 20, "info": 600}"#))
    #expect(options.rules[CadenceGap.id]?.values == ["limit": 29])
    #expect(options.rules[TagCount.id]?.values == ["spacing": 12])
    #expect(options.rules[CadenceInfoInterval.id]?.values == ["limit": 610])
    #expect(options.rules[CadenceInfoEarly.id]?.values == ["limit": 480])
  }
}
