import Foundation
import NielsenAppApi
import Testing

@testable import Playback

/// Lists of calls: the tables of the guides and cases that a scenario cannot express.
@Suite("lists of calls")
struct CallListTests {
  /// The result of playing a list.
  struct Played {
    var pings: [TimedPing] = []
    /// The errors and warnings, each with its line number.
    var remarks: [String] = []
    var text = ""
  }

  static func play(
    _ list: String,
    tags: [Int] = [],
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> Played {
    var options = PlaybackOptions(channelName: "X")
    options.start = 1_700_000_000
    change(&options)
    options.calls = try CallList(Array(list.utf8))
    options.log = CallLines().logger
    var played = Played()
    var text = CallText()
    let player = try SynthesizedPlayer(options: options)
    player.onEvent = { event in
      played.text += text.lines(of: event)
      if case .remark(let remark) = event.kind {
        played.remarks.append("\(event.line ?? 0) \(event.instance): \(remark)")
      }
    }
    for second in tags { player.receive(SampleTags.tag(second)) }
    player.finish(duration: nil)
    played.pings = player.takePings()
    played.text += text.end()
    return played
  }

  /// The lines about pings in the lists next to the scenarios, without the second of the content.
  static func lines(_ lines: [String]) -> [String] {
    lines.map { line in
      let words = line.split(separator: " ")
      return (words.prefix(1) + words.dropFirst(2)).joined(separator: " ")
    }
  }

  private static let content =
    #"{"type":"content","assetid":"vid345-67483","program":"ProgramName","title":"Program S3, EP1","#
    + #""length":"3600","isfullepisode":"y","adloadtype":"2"}"#
  private static let start = """
    init {"appid":"P00000000-0000-0000-0000-000000000000","appname":"id3tap","appversion":"1.0"}
    updateOTT {"ottStatus":"0"}
    play {"channelName":"TheMovieTitle"}
    loadMetadata \(content)

    """
  private static let ott =
    #"{"ottStatus":"1","ottType":"casting","ottDevice":"chromecast","ottDeviceName":"Google ChromeCast","#
    + #""ottDeviceID":"xxxx-xxxx-xxxx","ottDeviceManufacturer":"Google","ottDeviceModel":"ChromeCast","#
    + #""ottDeviceVersion":"1.0.0"}"#

  /// The tables of the documents, and the scenarios with the same pings.
  static let tables: [(document: String, scenario: String, calls: String)] = [
    (
      "DCR Sweden Video iOS SDK, use case 1", "content-only",
      start + """
        playheadPosition 0..620       # Content
        end                           # End of Stream
        """
    ),
    (
      "DCR Sweden Video iOS SDK, use case 2", "preroll-midroll-postroll",
      start + """
        A: loadMetadata {"type":"preroll","assetid":"ad_pre","length":"15"}    # Preroll
        A: playheadPosition 0..15
        A: stop
        A: loadMetadata \(content)
        A: playheadPosition 0..330
        A: stop
        A: loadMetadata {"type":"midroll","assetid":"ad_mid","length":"30"}
        A: playheadPosition 0..30
        A: stop
        A: loadMetadata \(content)
        A: playheadPosition 330..620
        A: end
        A: loadMetadata {"type":"postroll","assetid":"ad_post","length":"15"}
        A: playheadPosition 0..15
        A: stop
        """
    ),
    (
      "DCR Sweden Video iOS SDK, Opt-Out", "opt-out",
      start + """
        playheadPosition 0..130
        userOptOut nielsenappsdk://1
        play {"channelName":"TheMovieTitle"}
        loadMetadata \(content)
        playheadPosition 131..260
        userOptOut nielsenappsdk://0
        playheadPosition 261..400
        end
        """
    ),
    (
      "AirPlay: updateOTT", "ott-connect",
      start + """
        playheadPosition 0..130
        updateOTT {"ottStatus":"1","ottType":"airplay","ottDevice":"airplay"}
        playheadPosition 131..260
        updateOTT {"ottStatus":"0"}
        playheadPosition 261..400
        end
        """
    ),
    (
      "DCR Chromecast iOS SDK, sender and receiver", "cast",
      start + """
        playheadPosition 0..130
        end
        updateOTT \(ott)
        R: nlsQ {"appid":"P00000000-0000-0000-0000-000000000000","appname":"id3tap","appversion":"1.0"}
        R: ggPM loadmetadata \(content)
        R: ggPM updateOTT \(ott.dropLast()),"type":"content","kGCKMetadataNlsKeyOptout":"false"}
        R: playheadPosition 130..250
        R: ggPM end 250
        updateOTT {"ottStatus":"0"}
        play {"channelName":"TheMovieTitle"}
        loadMetadata \(content)
        playheadPosition 250..400
        end
        """
    ),
  ]

  @Test(
    "the table of calls in each document makes the pings of the same scenario",
    arguments: tables.indices
  )
  func table(index: Int) throws {
    let (document, scenario, calls) = Self.tables[index]
    let played = try Self.play(calls)
    #expect(played.remarks.isEmpty)
    let seen = Self.lines(ScenarioExamples.lines(played.pings))
    #expect(try seen == Self.lines(ScenarioExamples.expected(scenario)), "\(document)")
  }

  @Test(
    "a scenario written as calls makes the same pings",
    // A list of calls has no identities and no milliseconds of the clock.
    arguments: ScenarioExamples.names.filter { $0 != "published-sample" }
  )
  func scenario(name: String) throws {
    let scenario = try ScenarioExamples.scenario(name)
    let seconds = scenario.usesInput ? Array(stride(from: 0, through: 710, by: 10)) : []
    var options = PlaybackOptions(channelName: "X")
    options.scenario = scenario
    options.log = CallLines().logger
    let settings = options.withScenario
    var text = CallText()
    var calls = ""
    var start: Int64?
    let player = try SynthesizedPlayer(options: options)
    player.onEvent = { event in
      start = start ?? event.milliseconds / 1000
      calls += text.lines(of: event)
    }
    for second in seconds { player.receive(SampleTags.tag(second)) }
    player.finish(duration: scenario.usesInput ? 720 : nil)
    calls += text.end()
    let pings = player.takePings()
    let played = try Self.play(calls) {
      $0 = settings
      $0.scenario = nil
      $0.start = start
    }
    #expect(played.pings.map(\.ping) == pings.map(\.ping))
    #expect(played.pings.map(\.instance) == pings.map(\.instance))
    #expect(played.text == calls)
  }

  @Test(
    "the clock of a list starts at its first time of day",
    arguments: ["kill-switch", "buffering-at-once"]
  )
  func file(name: String) throws {
    let file = ScenarioExamples.folder.appendingPathComponent(name + ".txt")
    let played = try Self.play(String(contentsOf: file, encoding: .utf8)) { $0.start = nil }
    #expect(played.pings.first?.ping.createTime == 1_700_000_000)
    let seen = Self.lines(ScenarioExamples.lines(played.pings))
    #expect(try seen == Self.lines(ScenarioExamples.expected(name)))
  }

  @Test("the plain form and the JSON form of a line give the same call")
  func forms() throws {
    let plain = """
      \u{feff}# a table
      A: init {"appid":"P1"}
      play {"channelName":"X # 1"}   # the channel
      +2.5
      A: playheadPosition 7
      B: userOptOut nielsenappsdk://1
      R: ggPM play {"channelName":"X"}
      sendID3 "a # b"
      stop
      """
    let lines = """
      {"call":"init","arguments":{"appid":"P1"}}
      {"instance":"A","call":"play","arguments":{"channelName":"X # 1"}}
      {"at":2.5,"call":"playheadPosition","arguments":7}
      {"at":2.5,"instance":"B","call":"userOptOut","arguments":"nielsenappsdk://1"}
      {"instance":"R","call":"ggPM","arguments":["play",{"channelName":"X"}]}
      {"call":"sendID3","arguments":"a # b"}
      {"call":"stop"}
      """
    let texts = try [plain, lines].map { try Self.play($0).text }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("A: playheadPosition 7\n"))
  }

  @Test("playheads without a wait between them are one second apart")
  func time() throws {
    let list = """
      init
      play
      loadMetadata {"type":"content","assetid":"film"}
      playheadPosition 0
      playheadPosition 1
      playheadPosition 2..300
      +60
      playheadPosition 301
      stop
      """
    let times = try Self.play(list).pings.map { $0.time }
    #expect(times == [0, 0, 300])
  }

  @Test("tags are sent with the content playheads of instance A, but not with ad playheads")
  func tags() throws {
    let list = """
      init
      play {"channelName":"X"}
      loadMetadata {"type":"preroll","assetid":"ad"}
      playheadPosition 0..15
      stop
      loadMetadata {"type":"content","assetid":"film"}
      playheadPosition 0..60
      end
      """
    let played = try Self.play(list, tags: [0, 10, 20, 30, 40, 50])
    #expect(played.text.matches(of: /sendID3/).count == 6)
    #expect(played.text.split(separator: "sendID3")[0].contains("film"))
    #expect(played.pings.contains { $0.ping.product == .dtvr })
  }

  @Test("each instance makes its own pings, and each ping is written below its call")
  func instances() throws {
    let list = """
      A: init
      B: init
      A: loadMetadata {"type":"content","assetid":"one"}
      B: loadMetadata {"type":"content","assetid":"two"}
      A: playheadPosition 0
      B: playheadPosition 0
      """
    let played = try Self.play(list)
    #expect(played.pings.map(\.instance) == ["A", "B", "A", "B"])
    let lines = played.text.split(separator: "\n")
    let views = lines.indices.filter { lines[$0].contains("ping dcr view") }
    #expect(views.map { lines[$0 - 1] } == ["A: playheadPosition 0", "B: playheadPosition 0"])
    #expect(lines[views[1]].contains("ai=two"))
  }

  @Test(
    "a viewing that began before an opt-out in another instance is reported as opted in",
    arguments: ["A: end", "A: stop\nA: end", "+9\nA: stop\n+9\nA: end", "A: close"]
  )
  func endAfterChoice(calls: String) throws {
    let list = """
      init
      loadMetadata {"type":"content","assetid":"film"}
      playheadPosition 0..40
      B: init
      B: userOptOut nielsenappsdk://1
      \(calls)
      init
      loadMetadata {"type":"content","assetid":"film"}
      playheadPosition 0..9
      end
      """
    let pings = try Self.play(list).pings.map(\.ping).filter { $0.product == .dcr }
    #expect(
      pings.map { "\($0["c27"] ?? "") \($0["davty"] ?? "") \($0["uoo"] ?? "")" } == [
        "cln,0 0 ", "cln,40 2 ", "cln,0 0 true", "cln,9 2 true",
      ]
    )
  }

  @Test("an app that is launched without a first-party id does not report an earlier id")
  func withdrawn() throws {
    let list = """
      init {"appid":"P1"}
      loadMetadata {"type":"content","assetid":"film"}
      playheadPosition 0..30
      kill
      init {"appid":"P1","enableFpid":"false"}
      """
    let pings = try Self.play(list).pings.map(\.ping)
    #expect(pings.map { $0["fp_id"]?.count ?? 0 } == [39, 39, 0, 0])
    #expect(pings[2]["crs"] == "1")
  }

  @Test(
    "a call that the SDK rejects is reported with its line number",
    arguments: [
      ("play 42", "error 1 FailedParseStartInfo: play: "),
      (#"play {"channelName":"#, "error 1 FailedParseStartInfo: play: "),
      (#"loadMetadata {"type":"film"}"#, "error 2 FailedParseMetadata: loadMetadata: 'type' "),
      ("loadMetadata", "error 2 FailedParseMetadata: loadMetadata: the metadata is neither"),
      (#"{"call":"loadMetadata","arguments":["x"]}"#, "error 2 FailedParseMetadata: "),
      (#"updateOTT {"ottStatus":"2"}"#, "error 2 FailedParseMetadata: updateOTT: "),
      ("playheadPosition abc", "error 15 InvalidPlayheadPosition: playheadPosition: "),
      ("playheadPosition 1700000000000", "error 15 InvalidPlayheadPosition: playheadPosition: "),
      (#"loadMetadata {"type":"content","assetID":"a"}"#, "loadMetadata: the key 'assetID' "),
      ("B: stop", "no instance exists: call init first"),
      ("appInBackground", "appInBackground has no effect: no published document describes it"),
      ("B: init {}", "error 1007 AppApiEmptyAppId: init: 'appid' is missing or blank"),
    ]
  )
  func refused(call: String, remark: String) throws {
    let remarks = try Self.play("init\nplay\n\n\(call)").remarks
    #expect(remarks.count == 1)
    let instance = call.hasPrefix("B") ? "B" : "A"
    #expect(remarks.first?.hasPrefix("4 \(instance): \(remark)") ?? false, "\(remarks)")
  }

  @Test(
    "a line that is not a valid call is an error with its line number",
    arguments: [
      ("playhead 5", "line 2: 'playhead' is not a call: choose from 'init', "),
      ("Stop", "line 2: 'Stop' is not a call: write 'stop'"),
      ("+x", "line 2: write a number of seconds after '+'"),
      ("playheadPosition 5..1", "line 2: the range of playheads must ascend"),
      ("playheadPosition -9223372036854775808..9223372036854775807", "line 2: the range"),
      ("R: ggPM begin 1", "line 2: ggPM: the event 'begin' is unknown"),
      ("appDisableApi maybe", "line 2: appDisableApi takes true or false"),
      (#"{"call":"stop""#, "line 2: "),
      (#"{"call":"stop","when":1}"#, "line 2: 'when': is unknown"),
      (#"{"at":-1,"call":"stop"}"#, "line 2: 'at': must be seconds"),
      ("{\"at\":9,\"call\":\"stop\"}\n{\"at\":8,\"call\":\"stop\"}", "line 3: 'at': is earlier"),
      ("+31622400\n+1", "line 3: the list lasts longer"),
    ]
  )
  func wrong(line: String, message: String) {
    let error = #expect(throws: ScenarioError.self) { try CallList(Array("init\n\(line)\n".utf8)) }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error.debugDescription)")
  }

  @Test("a truncated or invalid list never traps")
  func hostile() throws {
    let whole = Array(Self.tables[4].calls.utf8)
    for end in stride(from: 0, to: whole.count, by: 7) {
      _ = try? Self.play(String(decoding: whole[..<end], as: UTF8.self))
    }
    let texts = ["\u{0}", "A:", "::", "+", "+1e400", "+nan", "ggPM", "R: ggPM", "{", "A: # x"]
    for text in texts {
      _ = try? Self.play(text)
    }
  }
}
