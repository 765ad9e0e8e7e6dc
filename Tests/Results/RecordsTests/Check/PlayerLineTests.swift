import Conformance
import Testing

@testable import Records

@Suite("lines about players") struct PlayerLineTests {
  private func line(_ remark: String?, rule: String = "player-hlsjs") -> PlayerLine? {
    var result = RuleResult(rule: RuleID(rawValue: rule), state: .info)
    result.remark = remark
    return PlayerLine(result)
  }

  /// A remark, and the fields of its line: name, shown, tags, reasons, earlier.
  static let remarks: [(String, String)] = [
    ("hls.js would show 2 of 2 tags", "hls.js|2|2||-"),
    ("hls.js would show 0 of 1 tag: no PTS (1)", "hls.js|0|1|no PTS (1)|-"),
    (
      "hls.js would show 2 of 2 tags, 2 of them up to 3600.0 s early: emsg version 0 (2)",
      "hls.js|2|2|2 of them up to 3600.0 s early: emsg version 0 (2)|-"
    ),
    ("AVPlayer: 2 of 2 tags as Apple's documents require", "AVPlayer (documents)|2|2||-"),
    (
      "AVPlayer: 1 of 3 tags not as Apple's documents require: no PTS (1)",
      "AVPlayer (documents)|2|3|no PTS (1)|-"
    ),
    (
      "media3 would show 7 of 7 tags; media3 before 1.10 shows 0 of 7: tags in an audio rendition",
      "media3|7|7||media3 before 1.10 shows 0 of 7: tags in an audio rendition"
    ),
    (
      "dash.js would show 1 of 2 tags: scheme a;b (1); x before 2 shows 0 of 2: tags in emsg",
      "dash.js|1|2|scheme a;b (1)|x before 2 shows 0 of 2: tags in emsg"
    ),
    (
      "mux.js would show 1 of 2 tags: scheme a; b (1), before the first picture (1)",
      "mux.js|1|2|scheme a; b (1), before the first picture (1)|-"
    ),
  ]

  @Test("the remark of a rule about a player is parsed", arguments: remarks)
  func fields(remark: String, fields: String) throws {
    let line = try #require(self.line(remark))
    let words = "\(line.name)|\(line.shown)|\(line.tags)|\(line.reasons)|\(line.earlier ?? "-")"
    #expect(words == fields)
  }

  @Test(
    "a remark of a different form gives no line about a player",
    arguments: [
      nil, "", ";", "; ", "hls.js", ": 1 of 2 tags", "hls.js would show",
      "hls.js would show 1 of 2",
      "hls.js would show a of 2 tags", "hls.js would show 1 of 2 ids", "; x before 2 shows 1",
    ]
  )
  func others(remark: String?) {
    #expect(line(remark) == nil)
    #expect(line("hls.js would show 2 of 2 tags", rule: "cadence-gap") == nil)
  }

  @Test(
    "players with the same outcome share a line: first those that show all tags, FFmpeg alone last",
    arguments: [
      (["a 2/2", "b 2/2", "FFmpeg 2/2"], ["a, b, FFmpeg: all 2 tags"]),
      (["FFmpeg 0/2 x", "a 2/2"], ["a: all 2 tags", "FFmpeg: 0 of 2 tags: x"]),
      (
        ["a 1/2 x", "b 0/2 x", "c 1/2 x", "d 2/2", "FFmpeg 0/2 y"],
        ["d: all 2 tags", "b: 0 of 2 tags: x", "a, c: 1 of 2 tags: x", "FFmpeg: 0 of 2 tags: y"]
      ),
      (
        ["a 0/1 x", "b 0/1 x", "c 0/1 x", "d 0/1 x", "e 0/1 x", "f 0/1 x", "FFmpeg 0/1 x"],
        ["a, b, c, d, e, f, FFmpeg: 0 of 1 tag: x"]
      ),
      (["a 2/2 late", "b 2/2"], ["b: all 2 tags", "a: all 2 tags: late"]),
    ]
  )
  func groups(players: [String], lines: [String]) throws {
    let all = try players.map { text in
      let parts = text.split(separator: " ").map(String.init)
      let numbers = parts[1].replacing("/", with: " of ")
      let reasons = parts.count > 2 ? ": \(parts[2])" : ""
      return try #require(line("\(parts[0]) would show \(numbers) tags\(reasons)"))
    }
    let words = PlayerGroup.groups(of: all).map { group in
      group.words + (group.line.reasons.isEmpty ? "" : ": \(group.line.reasons)")
    }
    #expect(words == lines)
  }
}
