import Foundation
import LoopbackCollector
import TestServer
import TestSupport
import Testing

/// `id3tap player --script` as a user, or a test of an app, runs it.
@Suite(.ownThread) struct PlayerTests {
  private static let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path

  private let shell: Shell

  init() throws {
    shell = try Shell()
    try #require(try shell.run("ln -s '\(Self.samples)' samples").status == 0)
  }

  /// The rows of pings in a log.
  private static func pings(_ log: Shell.Outcome) -> [Substring] {
    log.lines.filter { $0.contains("\"product\":") }
  }

  /// The names of the calls in a log, runs of equal ones once.
  private static func calls(_ log: Shell.Outcome) -> [String] {
    log.lines.reduce(into: []) { names, line in
      guard let name = line.firstMatch(of: #/"call":"([a-zA-Z0-9]+)"/#)?.1 else { return }
      if names.last != String(name) { names.append(String(name)) }
    }
  }

  // MARK: - What is played

  @Test(
    "a stream played from start to end leads to the pings of 'id3tap pings'",
    arguments: [
      "clean.ts", "clean-192.ts", "cadence-gap.ts", "hls/master.m3u8", "hls-cmaf/master.m3u8",
      "scenarios/linear-pause.log",
    ]
  )
  func whole(input: String) throws {
    let start = "--start 2023-11-14T22:13:20Z"
    let pings = try shell.run("id3tap pings \(start) samples/\(input)")
    let log = try shell.run("id3tap player \(start) --script 'p wait end' samples/\(input)")
    #expect(log.status == 0)
    #expect(Self.pings(log) == pings.lines)
    #expect(pings.lines.count > 2)
  }

  @Test("seed #71: the ads of a stream, which --ads or a channel asks for, lead to the same pings")
  func ads() throws {
    let scte35 = "0xFC301B00000000000000FFF00506FE00000000000502010000000000000000"
    let playlist = """
      #EXTM3U
      #EXT-X-VERSION:4
      #EXT-X-TARGETDURATION:382
      #EXT-X-PROGRAM-DATE-TIME:2023-11-14T18:00:00Z
      #EXT-X-DATERANGE:ID="ad-1",START-DATE="2023-11-14T18:00:30Z",DURATION=20,SCTE35-OUT=\(scte35)
      #EXTINF:381,
      samples/clean.ts
      #EXT-X-ENDLIST

      """
    let metadata = #"{"type": "content", "assetid": "film", "length": "120"}"#
    let channels = """
      {"version": 1, "channels": [{"url": "ads.m3u8", "ads": true, "metadata": \(metadata),
        "channelInfo": {"channelName": "ads.m3u8"}}]}
      """
    for (name, text) in [("ads.m3u8", playlist), ("channels.json", channels)] {
      try Data(text.utf8).write(to: shell.folder.appendingPathComponent(name))
    }
    let config = try shell.config(#"{"allow-outside": true, "metadata": \#(metadata)}"#)
    let options = "--start 2023-11-14T22:13:20Z \(config)"
    let input = "ads.m3u8"
    let pings = try shell.run("id3tap pings \(options) --ads \(input)")
    #expect(pings.lines.contains { $0.contains("\"ai\",\"ad-1\"") && $0.contains("\"cln,20\"") })
    let script = "id3tap player \(options) --script 'p wait end'"
    for way in ["--ads \(input)", "--channels channels.json"] {
      let log = try shell.run("\(script) \(way)")
      #expect(Self.pings(log) == pings.lines, "\(log.errors)")
    }
    // After a pause within the ad it continues there.
    let paused = try shell.run(
      "id3tap player \(options) --script 'p wait 40 p wait 30 p wait end' --ads \(input)"
    )
    let parts = ["cln,11", "cln,9"].map { seconds in
      Self.pings(paused).contains { $0.contains("\"ad-1\"") && $0.contains("\"\(seconds)\"") }
    }
    #expect(parts == [true, true])
  }

  @Test("live playheads, too, lead to the same pings")
  func live() throws {
    let options = "--playhead live --start 2023-11-14T22:13:20Z samples/clean.ts"
    let log = try shell.run("id3tap player --script 'p wait end' \(options)")
    #expect(try Self.pings(log) == shell.run("id3tap pings \(options)").lines)
  }

  @Test("pauses and seeks lead to the pings of a scenario that says the same")
  func scenario() throws {
    let scenario = """
      {"version": 1, "steps": [{"at": 200, "do": "pause", "for": 90}, {"at": 301, "do": "seek", "to": 400}]}
      """
    try scenario.write(
      to: shell.folder.appendingPathComponent("s.json"),
      atomically: true,
      encoding: .utf8
    )
    let input = "--start 2023-11-14T18:00:00Z samples/scenarios/linear-pause.log"
    let pings = try shell.run("id3tap pings --scenario s.json \(input)")
    let keys = "p wait 200 p wait 90 p wait 101 seek 400 wait end"
    let log = try shell.run("id3tap player --script '\(keys)' \(input)")
    func credits(_ rows: [Substring]) -> [String] {
      rows.compactMap { $0.firstMatch(of: #/"cr","([^"]*)"/#).map { String($0.1) } }
    }
    #expect(credits(Self.pings(log)) == credits(pings.lines))
    #expect(!credits(pings.lines).isEmpty)
  }

  @Test("the same script gives the same bytes, on standard output and in a file")
  func deterministic() throws {
    let keys =
      "p wait 60 right*6 wait 30 p wait 10 a p wait 20 o 1 wait 30 down wait 20 c wait 5 c wait 5"
    let run = "id3tap player --channels samples/channels.json --script '\(keys)'"
    let first = try shell.run(run)
    let second = try shell.run("\(run) -o log.jsonl && cat log.jsonl")
    #expect(first.status == 0 && first.errors == "")
    #expect(first.output == second.output)
    #expect(first.lines.count > 200)
  }

  @Test("channels of a list say what the API is given; paths count from its folder")
  func channels() throws {
    let log = try shell.run(
      "cd / && id3tap player --channels '\(Self.samples)/channels.json' --script '3 p wait 5'"
    )
    #expect(log.status == 0)
    #expect(log.output.contains(#""argument":{"channelName":"Films on demand"}"#))
    #expect(log.output.contains(#""assetid":"film-1""#))
    #expect(log.output.contains(#""product":"dcr""#))
    #expect(log.output.contains("\(Self.samples)/hls-cmaf/master.m3u8"))
  }

  @Test("seed #256, #257: a list of channels comes from a URL, and is read again while it runs")
  func channelsFromURL() throws {
    let stream = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.samples + "/clean-192.ts")))
    let server = try TestServer { request in
      guard request.path == "/lists/channels.json" else {
        return request.path == "/lists/a.ts" || request.path == "/b.ts"
          ? .file(stream, for: request) : .status(404)
      }
      let urls = request.index == 0 ? ["a.ts"] : ["a.ts", "/b.ts"]
      let channels = urls.map { #"{"url":"\#($0)"}"# }.joined(separator: ",")
      return .text(#"{"version":1,"channels":[\#(channels)]}"#)
    }
    let list = server.url("/lists/channels.json?key=a/b")
    let log = try shell.run("id3tap player --channels '\(list)' --script 'p wait 5 r 2 wait 5'")
    #expect(log.status == 0, "\(log.errors)")
    #expect(log.output.contains("list of channels read again: 2 channels"))
    #expect(
      log.output.contains(#""channelName":"a.ts""#) && log.output.contains(server.url("/b.ts"))
    )
    let missing = try shell.run("id3tap player --script p --channels \(server.url("/gone.json"))")
    #expect(missing.status == 64 && missing.errors.contains("gone.json"))
  }

  @Test("playlists over HTTP are played, recorded and live, to their end")
  func http() throws {
    let folder = try ServedFolder(URL(fileURLWithPath: Self.samples + "/hls"))
    let all = folder.lines(of: "/video-1/index.m3u8")
    let segments = all.indices.filter { all[$0].hasPrefix("#EXTINF") }
    let server = try TestServer { request in
      guard request.path == "/video-1/live.m3u8" else { return folder.answer(request) }
      // Three segments, from one more with each request.
      let last = min(request.index + 3, segments.count)
      var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(last - 3)"]
      lines += segments[(last - 3)..<last].flatMap { [all[$0], all[$0 + 1]] }
      if last == segments.count { lines.append("#EXT-X-ENDLIST") }
      return .text(lines.joined(separator: "\n") + "\n")
    }
    func tags(_ url: String) throws -> Int {
      let log = try shell.run("id3tap player --from start --script 'p wait end' \(url)")
      #expect(log.status == 0, "\(log.errors)")
      return log.lines.count { $0.contains(#""call":"sendID3""#) }
    }
    let recorded = try tags(server.url("/master.m3u8"))
    #expect(recorded > 3)
    #expect(try tags(server.url("/video-1/live.m3u8")) == recorded)
  }

  @Test("with --speed a script is played in real time, so many times as fast")
  func speed() throws {
    let log = try shell.run("id3tap player --speed 100 --script 'p wait end' samples/clean-192.ts")
    #expect(log.status == 0)
    let playheads = log.output.matches(of: #/"playheadPosition","argument":(\d+)/#).compactMap {
      Int($0.1)
    }
    // However slow the machine is, no second is left out.
    #expect(playheads == Array(0..<playheads.count))
    #expect(playheads.count == 61)
  }

  // MARK: - The log

  @Test("explain and compare read the log")
  func analysed() throws {
    let made = try shell.run("id3tap player --script 'p wait end' samples/clean.ts -o log.jsonl")
    try #require(made.status == 0)
    let explained = try shell.run("id3tap explain --format jsonl log.jsonl")
    #expect(explained.status == 0)
    #expect(try explained.lines.count == Self.pings(shell.run("cat log.jsonl")).count)
    let compared = try shell.run("id3tap compare samples/clean.ts log.jsonl")
    #expect(compared.status == 0, "\(compared.output)")
  }

  @Test("--product keeps pings of some products; w has nothing to save in a script")
  func saved() throws {
    let log = try shell.run(
      "id3tap player --product dtvr --script 'p wait 100 w' samples/clean.ts -o a.jsonl && cat a.jsonl"
    )
    #expect(!Self.pings(log).isEmpty)
    #expect(Self.pings(log).allSatisfy { $0.contains(#""product":"dtvr""#) })
    #expect(log.lines.contains { $0.contains(#""message":"the log is written at the end"#) })
  }

  // MARK: - Sending

  @Test("a collector of one's own gets the pings; one of production is refused")
  func sending() async throws {
    let collector = try await LoopbackCollector()
    let log = try shell.run(
      "id3tap player --collector \(collector.url) --script 'p wait end' samples/clean.ts"
    )
    #expect(log.status == 0 && log.errors == "")
    #expect(collector.uris.count == Self.pings(log).count)
    try await collector.stop()
    for host in ["secure-us.imrworldwide.com", "cdn.NIELSEN.com."] {
      let refused = try shell.run(
        "id3tap player --collector http://\(host) --script p samples/clean.ts"
      )
      #expect(refused.status == 64)
      #expect(refused.output == "")
    }
  }

  @Test(
    "seed #296, #303: a collector that is away makes the exit code 2, and its errors follow the first ping"
  )
  func away() async throws {
    let gone = try await LoopbackCollector()
    try await gone.stop()
    let run = "id3tap player --script 'p wait 30' samples/clean.ts"
    let log = try shell.run("\(run) --collector \(gone.url)")
    #expect(log.status == 2)
    #expect(log.errors.contains("not received"))
    let isError: (Substring) -> Bool = { $0.contains(#""kind":"error""#) }
    #expect(try log.lines.filter { !isError($0[...]) } == shell.run(run).lines)
    let errors = log.lines.filter { isError($0[...]) }
    #expect(errors.count == 2)
    for (line, code) in zip(errors, [1001, 9]) {
      #expect(
        line.contains(#""time":null,"wallClock":"2023-11-14T22:13:20.000Z","code":\#(code),"#)
      )
    }
    // The session ping comes first, and the others wait for it.
    let place = try #require(log.lines.firstIndex { isError($0[...]) })
    #expect(log.lines[place - 1].contains(#""product":"session""#))
    #expect(try shell.run("\(run) --collector \(gone.url)").output == log.output)
  }

  // MARK: - What goes wrong

  @Test("without a terminal and without a script nothing is played")
  func noTerminal() throws {
    let outcome = try shell.run("id3tap player samples/clean.ts")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(
      outcome.errors
        == "id3tap: player: standard input and output are not a terminal: use one, or give keys with "
        + "--script\n"
    )
  }

  @Test(
    "wrong options end with 64 and say what is right",
    arguments: [
      ("--script p", "Name a stream, or a list of channels with --channels."),
      ("--script wrong a.ts", "--script: word 1: 'wrong' is not a key"),
      ("--script @missing a.ts", "missing: no such file: name a file with keys."),
      ("--speed 0 --script p a.ts", "--speed 0.0: give a number from 0.1 to 1000."),
      ("--speed nan --script p a.ts", "--speed nan: give a number from 0.1 to 1000."),
      ("--script p -", "-: a channel is opened again and again: name a file or a URL"),
      ("--script p ftp://a", "ftp://a: ftp: is not read"),
      (
        "--script p --channels missing",
        "missing: no such file: name a file with a list of channels"
      ),
      ("--script p --channels samples/README.md", "samples/README.md: line 1: "),
      ("--script p --app-info '{}' a.ts", "--app-info: "),
      (
        "--script p samples/clean.ts -o samples/./clean.ts",
        "is also an input: name another file with -o"
      ),
    ]
  )
  func wrongOptions(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap player \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("a stream that cannot be read is reported, and the others are played")
  func unreadable() throws {
    let log = try shell.run(
      "id3tap player --script 'p wait end down p wait end' gone.ts samples/clean.ts"
    )
    #expect(log.status == 2)
    #expect(log.errors.split(separator: "\n").count == 1)
    #expect(log.errors.hasPrefix("id3tap: gone.ts: "))
    #expect(log.lines.contains { $0.contains(#""message":"gone.ts: "#) })
    #expect(log.output.contains("sendID3"))
  }

  @Test("an interrupted script leaves its log, and 130")
  func interrupted() throws {
    let log = try shell.run(
      """
      id3tap player --speed 1 --script 'p wait 600' --collector "file://$PWD/sent" \
        samples/clean.ts -o log.jsonl &
      while [ ! -s sent ]; do sleep 0.05; done
      kill -TERM $!; wait $!; status=$?; cat log.jsonl; exit $status
      """
    )
    #expect(log.status == 130)
    #expect(Self.calls(log).last == "close")
  }

  @Test("keys are read from a file, with comments")
  func scriptFile() throws {
    let log = try shell.run(
      """
      printf 'p # plays\\nwait 3\\n' > keys
      id3tap player --script @keys samples/clean.ts
      """
    )
    #expect(log.status == 0)
    #expect(log.output.contains(#""call":"playheadPosition","argument":3"#))
  }
}
