import TestSupport
import Testing

/// `check --player`: the exit code, the table and the JSON agree on what each player shows.
@Suite(.ownThread) struct CheckPlayerTests {
  /// A stream in SampleStreams, the players, and the expected results.
  struct Case: CustomTestStringConvertible {
    var stream: String
    var players: String
    var status: Int
    /// The rows of the players: player, version, verdict, and the numbers of shown, missed and moved tags.
    var rows: [String]
    /// The lines after the rows of the players in the table.
    var reasons: [String] = []

    var testDescription: String { "\(stream): \(players)" }
  }

  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "the table, JSON and exit code of 'check --player' agree on what each player shows",
    arguments: [
      Case(
        stream: "hls/master.m3u8",
        players: "all",
        status: 0,
        rows: [
          "hls.js 1.7 pass 7 0 0", "mux.js 7.1 pass 7 0 0", "Shaka Player 5.2 pass 7 0 0",
          "media3 1.11 pass 7 0 0", "dash.js not-assessed - - -", "AVPlayer pass 7 0 0",
          "GPAC not-assessed - - -", "FFmpeg 6.1 pass 7 0 0",
        ],
        reasons: [
          "plays DASH only", "based on Apple's documents, not measured",
          "tags in packed audio: not examined",
        ]
      ),
      Case(
        stream: "clean-192.ts",
        players: "HLSJS@1.4,exoplayer",
        status: 1,
        rows: ["hls.js 1.4 FAIL 0 7 0", "ExoPlayer 2.19.1 FAIL 0 7 0"],
        reasons: [
          "192-byte packets (7)",
          "not examined: judged as media3 before 1.10, 192-byte packets (7)",
        ]
      ),
      Case(
        stream: "hls/audio/index.m3u8",
        players: "hls.js@1.6,media3",
        status: 1,
        rows: ["hls.js 1.6 FAIL 7 0 7", "media3 1.11 pass 7 0 0"],
        reasons: ["packed audio, time of the preceding audio frame (7), up to 0.128 s early"]
      ),
      Case(
        stream: "hls-cmaf/master.m3u8",
        players: "hls.js@1.5,hls.js@1.7,media3,hls.js@1.5",
        status: 0,
        rows: ["hls.js 1.5 pass 7 0 0", "hls.js 1.7 pass 7 0 0", "media3 1.11 pass 7 0 0"]
      ),
      Case(
        stream: "hls-cmaf/master.m3u8",
        players: "media3@1.9,exoplayer@2.17,vhs@3.1.0,video.js",
        status: 1,
        rows: [
          "media3 1.9 FAIL 0 7 0", "ExoPlayer 2.17 FAIL 0 7 0", "VHS 3.1.0 FAIL 0 7 0",
          "Video.js 8.23 pass 7 0 0",
        ],
        reasons: [
          "not examined: judged as media3 before 1.10, tags in an audio rendition (7)",
          "not examined: judged as media3 before 1.10, tags in an audio rendition (7)",
          "not examined: judged as VHS before 3.2, tags in emsg of an audio rendition", "(7)",
          "not examined: judged as VHS 3.17.4",
        ]
      ),
      Case(
        stream: "hls-cmaf/master.m3u8",
        players: "ffmpeg",
        status: 1,
        rows: ["FFmpeg 6.1 FAIL 0 7 0"],
        reasons: ["tags in emsg (7)"]
      ),
      Case(
        stream: "media.mp4",
        players: "hls.js",
        status: 1,
        rows: ["hls.js 1.7 not-assessed - - -"]
      ),
    ]
  )
  func verdicts(_ expected: Case) throws {
    let check = "id3tap check --player \(expected.players) \(expected.stream)"
    let outcome = try shell.run(
      """
      cd '\(Corpus.packageRoot.path)/SampleStreams'
      \(check) --format table | sed -n '/^  player  /,/^$/p'; echo ${PIPESTATUS[0]}
      \(check) --format jsonl | jq -r '.players[] | [.player, .version // "",
        if .state == "fail" then "FAIL" else .state end,
        (.shown, .missed, .moved | . // "-" | tostring)] | map(select(. != "")) | join(" ")'
      exit ${PIPESTATUS[0]}
      """
    )
    #expect(outcome.errors == "")
    #expect(Int(outcome.status) == expected.status)
    let lines = outcome.lines.map(String.init)
    let end = try #require(lines.firstIndex(of: "\(expected.status)"), "\(outcome)")
    #expect(Array(lines[(end + 1)...]) == expected.rows)
    let table = lines[..<end].dropFirst()
    let rows = table.filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") && !isCount($0) }
    #expect(
      rows.map {
        $0.replacing("not assessed", with: "not-assessed").split(separator: " ").joined(
          separator: " "
        )
      } == expected.rows
    )
    let reasons = table.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    #expect(reasons == expected.reasons)
  }

  @Test(
    "without --player, a player rule that finds missed tags is 'info' and does not change the verdict",
    arguments: [
      ("clean.ts", "pass", []),
      ("hls/master.m3u8", "pass", []),
      ("hls-cmaf/master.m3u8", "pass", ["player-shaka", "player-ffmpeg"]),
      (
        "clean-192.ts", "pass",
        ["player-media3", "player-hlsjs", "player-muxjs", "player-shaka"]
      ),
      (
        "ffmpeg-stripped-header.ts", "fail",
        [
          "player-media3", "player-hlsjs", "player-muxjs", "player-shaka", "player-avplayer",
          "player-gpac", "player-ffmpeg",
        ]
      ),
    ]
  )
  func states(stream: String, verdict: String, losing: [String]) throws {
    let check = "id3tap check '\(Corpus.packageRoot.path)/SampleStreams/\(stream)'"
    let report = try shell.run("\(check) --all-rules --format jsonl").report()
    #expect(report.verdict == verdict)
    let players = report.rules.filter { $0.rule.hasPrefix("player-") && $0.found != nil }
    #expect(players.filter { $0.state == "info" }.map(\.rule) == losing)
    #expect(players.allSatisfy { $0.state == ($0.found == 0 ? "pass" : "info") })
    let table = try shell.run("\(check) --verbose --format table")
    let rows = table.lines.map { $0.split(separator: " ") }
      .filter { $0.first?.hasPrefix("player-") == true && $0.count == 5 }
    #expect(rows.filter { $0[1] == "info" }.map { String($0[0]) } == losing)
    #expect(rows.filter { $0[1] == "pass" }.allSatisfy { $0[2] == "0" })
    let passed = report.rules.count { $0.state == "pass" }
    let junit = try shell.run("\(check) --format junit")
    #expect(junit.output.contains("name=\"passed (\(passed))\""))
  }

  /// Whether a line of the table counts rules: `82 passed, 43 not assessed (…)`.
  private func isCount(_ line: String) -> Bool { line.hasSuffix("(--verbose lists them)") }

  @Test(
    "an unknown player or an invalid version is a usage error with a remedy",
    arguments: [
      (
        players: "nonsense", words: "'nonsense' is not a known player: use 'all', or one or more of"
      ),
      (players: "hls.js,", words: "'' is not a known player"),
      (players: "hls.j", words: "did you mean 'hls.js'?"),
      (players: "exoplayer@3", words: "are 2 to 2.19.1; its successor is 'media3'"),
      (players: "video.js@6", words: "the known versions of Video.js are 7 and later"),
      (players: "hls.js@latest", words: "write it as numbers, such as 'hls.js@1.6'"),
    ]
  )
  func refused(players: String, words: String) throws {
    let outcome = try shell.run("id3tap check --player '\(players)' a.ts")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}
