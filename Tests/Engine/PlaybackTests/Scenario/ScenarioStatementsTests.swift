import Logging
import NielsenAppApi
import Testing
import TimedMetadata

@testable import Playback

/// Statements of the documents, each played as a scenario of 400 s.
@Suite("statements of the documents, as scenarios")
struct ScenarioStatementsTests {
  private static func scenario(_ steps: String, _ fields: String = "") throws -> Scenario {
    let text = """
      {"version": 1, "tags": "none", "duration": 400, "content": {"type": "content", "assetid": "a"},
       "start": 1700000000, \(fields) "steps": [\(steps)]}
      """
    return try Scenario(json: Array(text.utf8))
  }

  private static func pings(_ steps: String, _ fields: String = "") throws -> [TimedPing] {
    try ScenarioExamples.pings(scenario(steps, fields))
  }

  /// The value of a parameter such as `c27=cln,300`, without its name.
  private static func value(_ name: String, _ ping: Ping) -> String {
    let text = ping[name] ?? ""
    return text.firstIndex(of: ",").map { String(text[text.index(after: $0)...]) } ?? text
  }

  // MARK: - Privacy

  @Test(
    "seed #12, #91: the tracking setting of the operating system counts only in the global flavour",
    arguments: [
      (#"{"flavour": "global", "tracking": "authorized"}"#, "", 64),
      (#"{"flavour": "global", "tracking": "denied"}"#, "true", 0),
      (#"{"tracking": "restricted"}"#, "true", 0), (#"{"tracking": "notDetermined"}"#, "true", 0),
      (#"{"limitAdTracking": true}"#, "true", 0), (#"{"limitAdTracking": false}"#, "", 64),
      (#"{"flavour": "noAdFramework", "tracking": "denied"}"#, "", 64),
      (#"{"flavour": "noId"}"#, "", 0),
    ]
  )
  func flavours(_ privacy: String, _ mark: String, _ idLength: Int) throws {
    let pings = try Self.pings("", #""privacy": \#(privacy),"#)
    #expect(pings.map(\.ping.type) == [.session, .view, .timer, .timer])
    #expect(pings.allSatisfy { ($0.ping["uoo"] ?? "") == mark })
    #expect(pings.allSatisfy { Self.value("c9", $0.ping).count == idLength })
  }

  @Test(
    "seed N30: pings are marked and have no ids until a changed tracking setting is changed back",
    arguments: ["", #""privacy": {"limitAdTracking": false},"#]
  )
  func changedSetting(privacy: String) throws {
    let pings = try Self.pings(
      #"{"at": 100, "do": "optOut", "value": "1", "in": "system"}, {"at": 150, "do": "kill", "for": 5}, "#
        + #"{"at": 300, "do": "optOut", "value": "0", "in": "system"}"#,
      privacy
    ).map(\.ping)
    #expect(
      pings.map { "\($0.type.rawValue) \($0["uoo"] ?? "") \(Self.value("c27", $0))" } == [
        "session  ", "view  0", "timer  100", "view true 0", "timer true 41", "session true ",
        "view true 0",
        "timer true 149", "view  0", "timer  100",
      ]
    )
    #expect(pings.allSatisfy { ($0["uoo"] == "true") == Self.value("c9", $0).isEmpty })
  }

  @Test(
    "seed N29: tracking is possible only from iOS 14 on, and limitAdTracking only before iOS 14",
    arguments: [
      ("iOS13.2", #"{"tracking": "denied"}"#, false),
      ("iOS13.2", #"{"limitAdTracking": true}"#, true),
      ("iOS14.6", #"{"limitAdTracking": true}"#, false),
      ("tvOS 17", #"{"tracking": "denied"}"#, true),
      ("iOS12", #"{"flavour": "noId"}"#, true), ("Linux", #"{"limitAdTracking": true}"#, true),
    ]
  )
  func setting(version: String, privacy: String, isPossible: Bool) {
    let fields = #""device": {"osVersion": "\#(version)"}, "privacy": \#(privacy),"#
    let read = Result { try Self.scenario("", fields) }
    switch read {
    case .success: #expect(isPossible)
    case .failure(let error): #expect(!isPossible && (error as? ScenarioError)?.field == "privacy")
    }
  }

  @Test(
    "seed #105: after an opt-out at init, all viewing is marked and without ids, even after a kill"
  )
  func optOutAtInit() throws {
    let pings = try Self.pings(
      #"{"at": "init", "do": "optOut", "value": "1"}, {"at": 100, "do": "kill", "for": 5}"#,
      #""privacy": {"flavour": "noId"},"#
    ).map(\.ping).filter { $0.product == .dcr }
    #expect(pings.count == 5)
    #expect(pings.allSatisfy { $0["uoo"] == "true" && Self.value("c9", $0).isEmpty })
  }

  // MARK: - updateOTT

  @Test("seed #338: an app killed while casting reports the cast device at the next launch")
  func ottAfterKill() throws {
    let ott = #""do": "ott", "ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast""#
    let pings = try Self.pings(#"{"at": 50, \#(ott)}, {"at": 100, "do": "kill", "for": 5}"#)
      .map(\.ping)
    let launch = try #require(pings.lastIndex { $0.type == .session })
    #expect(pings[launch...].filter { $0.product == .dcr }.count == 3)
    #expect(pings[launch...].filter { $0.product == .dcr }.allSatisfy { $0["c71"] == "ottflg,1" })
  }

  @Test(
    "seed #338, #339: updateOTT is called at every launch and when the app comes to the foreground",
    arguments: [
      ("", 1), (#"{"at": 9, "do": "background", "for": 5}"#, 2),
      (#"{"at": 9, "do": "kill", "for": 5}"#, 2), (#"{"at": 9, "do": "lock", "for": 5}"#, 1),
      (#"{"at": "init", "do": "ott", "ottStatus": "1"}"#, 2),
    ]
  )
  func ottCalls(_ steps: String, _ count: Int) throws {
    #expect(try Self.calls(steps).filter { $0.hasPrefix("call updateOTT") }.count == count)
  }

  /// The lines of the engine's log, one per call.
  private static func calls(_ steps: String) throws -> [String] {
    let lines = CallLines()
    var options = PlaybackOptions(channelName: "X")
    options.scenario = try scenario(
      steps,
      #""appInfo": {"appid": "P", "nol_devDebug": "DEBUG"},"#
    )
    options.log = Logger(label: "test") { _ in lines }
    try SynthesizedPlayer(options: options).finish(duration: nil)
    return lines.all.list.withLock { $0 }
  }

  // MARK: - Casting

  @Test(
    "seed #333: the receiver makes the calls during a cast, the sender those before and after"
  )
  func cast() throws {
    let pings = try Self.pings(#"{"at": 100, "do": "cast", "for": 120}"#)
    let receiver = pings.filter { $0.instance == TimedPing.receiver }.map(\.ping)
    let sender = pings.filter { $0.instance != TimedPing.receiver }.map(\.ping)
      .filter { $0.product == .dcr }
    #expect(receiver.filter { $0.product == .dcr }.map(\.type) == [.view, .timer])
    for ping in receiver where ping.product == .dcr {
      #expect(ping["c9"] == sender[0]["c9"])
      #expect(ping["c71"] == "ottflg,1" && ping["c72"] == "otttyp,casting" && ping["ad"] == "0")
    }
    #expect(receiver.last.map { Self.value("c27", $0) } == "120")
    // The sender measures until the cast and, after it, in a new session.
    #expect(sender.map { Self.value("c27", $0) } == ["0", "100", "0", "80", "100"])
    #expect(sender[1]["davty"] == "2" && Set(sender.map { $0["c59"] }).count == 2)
    #expect(sender.allSatisfy { $0["c71"] == nil && $0["ad"] == "1" })
    #expect(!sender.contains { (1_700_000_101..<1_700_000_220).contains($0.createTime) })
  }

  @Test(
    "the viewer's actions in a cast reach the receiver",
    arguments: [
      // The type, c3, c27 and uoo of the receiver's pings.
      (
        #"{"at": 160, "do": "optOut", "value": "1"}"#,
        ["view c 0 ", "timer c 60 ", "view c 0 true", "timer c 60 true"]
      ),
      (#"{"at": 160, "do": "pause", "for": 50}"#, ["view c 0 ", "timer c 120 "]),
      (#"{"at": 160, "do": "background", "for": 50}"#, ["view c 0 ", "timer c 120 "]),
      (
        #"{"at": 160, "do": "ad", "type": "midroll", "assetid": "m", "length": 15}"#,
        ["view c 0 ", "view a 0 ", "timer a 15 ", "timer c 120 "]
      ),
      (#"{"at": 160, "do": "seek", "to": 200}"#, ["view c 0 ", "timer c 60 ", "timer c 59 "]),
    ]
  )
  func inCast(_ step: String, _ expected: [String]) throws {
    let pings = try Self.pings(#"{"at": 100, "do": "cast", "for": 120}, \#(step)"#)
    let receiver = pings.filter { $0.instance == TimedPing.receiver }.map(\.ping)
      .filter { $0.product == .dcr }
    let seen = receiver.map { ping in
      "\(ping.type) \(Self.value("c3", ping)) \(Self.value("c27", ping)) \(ping["uoo"] ?? "")"
    }
    #expect(seen == expected)
    // The choice also applies to the sender.
    #expect(pings.last?.ping["uoo"] == receiver.last?["uoo"])
    #expect(receiver.allSatisfy { ($0["uoo"] == "true") == Self.value("c9", $0).isEmpty })
  }

  @Test("a cast may begin before any playback")
  func castFirst() throws {
    let pings = try Self.pings(#"{"at": "start", "do": "cast", "for": 101}"#)
    let timers = pings.filter { $0.ping.type == .timer }
    #expect(timers.map(\.instance) == [TimedPing.receiver, "A", "A"])
    #expect(timers.map { Self.value("c27", $0.ping) } == ["100", "200", "100"])
  }

  // MARK: - Pages

  @Test("a page between two parts of content is measured by the clock, with its section")
  func page() throws {
    let pings = try Self.pings(
      #"{"at": 100, "do": "static", "for": 700, "section": "News", "segA": "s"}"#
    ).map(\.ping)
    let pages = pings.filter { $0.product == .`static` }
    #expect(pages.map { Self.value("c27", $0) } == ["0", "300", "300", "100"])
    #expect(pages.allSatisfy { $0["asn"] == "News" && $0["c32"] == "segA,s" })
    #expect(pages.map { $0["davty"] } == ["0", "1", "1", "2"])
    #expect(Set(pings.filter { $0.product == .dcr }.map { $0["c59"] }).count == 2)
  }

  @Test(
    "a page may be shown at init, at the start and at the end",
    arguments: ["init", "start", "end"]
  )
  func pageElsewhere(_ moment: String) throws {
    let pings = try Self.pings(
      #"{"at": "\#(moment)", "do": "static", "for": 20, "section": "News"}"#
    )
    #expect(pings.filter { $0.ping.product == .`static` }.count == 2)
  }

  // MARK: - Interruptions

  @Test(
    "seed #85, #248: audio continues in the background and on a locked device",
    arguments: [
      "background", "lock",
    ]
  )
  func audio(_ word: String) throws {
    let step = #"{"at": 100, "do": "\#(word)", "for": 200}"#
    func credited(_ fields: String) throws -> [String] {
      try Self.pings(step, fields).map(\.ping).filter { $0.type == .timer }.map {
        "\($0.createTime - 1_700_000_000) \(Self.value("c27", $0))"
      }
    }
    #expect(try credited(#""audio": true,"#) == ["300 300", "400 100"])
    #expect(try credited("") == ["500 300", "600 100"])
    let actions = try ViewerActionTests.actions(
      #"{"at": 20, "do": "\#(word)", "for": 30}"#,
      #""audio": true,"#
    )
    #expect(actions == ["20 \(word)", "50 \(word == "lock" ? "resume" : "foreground")", "100 end"])
  }

  @Test("a phone call also stops audio")
  func audioCall() throws {
    let pings = try Self.pings(#"{"at": 100, "do": "call", "for": 60}"#, #""audio": true,"#)
    #expect(pings.last?.ping.createTime == 1_700_000_460)
  }

  @Test(
    "seed #82, #164: buffering under half an hour makes the same pings with and without stop",
    arguments: [(0, [1, 1, 1]), (12, [1, 1, 1]), (600, [1, 1, 1]), (1815, [2, 2, 1])]
  )
  func buffering(_ seconds: Int, _ sessions: [Int]) throws {
    // Stop is called never, immediately, and after 30 s.
    let never = """
      init
      play {"channelName":"X"}
      loadMetadata {"type":"content","assetid":"a"}
      playheadPosition 0..100
      +\(seconds + 1)
      playheadPosition 101..400
      end
      """
    let all = try [
      CallListTests.play(never).pings,
      Self.pings(#"{"at": 100, "do": "pause", "for": \#(seconds)}"#),
      Self.pings(#"{"at": 100, "do": "buffer", "for": \#(seconds)}"#),
    ]
    // Half an hour without a call starts a new viewing session, but half an hour minus 30 s does not.
    #expect(
      all.map { Set($0.map { Self.value("c59", $0.ping) }).subtracting([""]).count } == sessions
    )
    let lines = all.map { CallListTests.lines(ScenarioExamples.lines($0)) }
    #expect(Set(lines).count == (sessions == [1, 1, 1] ? 1 : 3))
  }

  // MARK: - Ads of the stream

  @Test("seed #71: the markers of a stream are played as ads between parts of a scenario's content")
  func ads() throws {
    var options = PlaybackOptions(channelName: "X")
    options.playsAds = true
    options.scenario = try Scenario(
      json: Array(
        """
        {"version": 1, "tags": "input", "content": {"type": "content", "assetid": "a"},
         "steps": [{"at": 110, "do": "pause", "for": 10}]}
        """.utf8
      )
    )
    let player = try SynthesizedPlayer(options: options)
    player.receive(TimelineMarker(kind: .cueOut, time: 100, duration: 30, isOut: true))
    player.finish(duration: 400)
    #expect(player.engineErrors.isEmpty)
    let dcr = player.takePings().map(\.ping).filter { $0.product == .dcr }
    #expect(
      dcr.map { "\($0["ai"] ?? "") \(Self.value("c27", $0))" } == [
        "a 0", "break-1 0", "break-1 10", "break-1 20", "a 300", "a 70",
      ]
    )
    #expect(Set(dcr.map { $0["c59"] }).count == 1)
  }

  @Test("with metadata, the content around the ad breaks is also measured")
  func adsWithMetadata() throws {
    var options = PlaybackOptions(channelName: "X")
    options.playsAds = true
    options.metadata = ["type": "content", "assetid": "a"]
    let player = try SynthesizedPlayer(options: options)
    player.receive(TimelineMarker(kind: .cueOut, time: 100, duration: 30, isOut: true))
    player.finish(duration: 400)
    let dcr = player.takePings().map(\.ping).filter { $0.product == .dcr }
    #expect(
      dcr.map { "\($0["ai"] ?? "") \(Self.value("c27", $0))" } == [
        "a 0", "break-1 0", "break-1 30", "a 300", "a 70",
      ]
    )
  }

  // MARK: - Texts

  @Test("a number instead of a string is reported with its line and field")
  func notices() throws {
    let scenario = try Scenario(
      json: Array(
        """
        {"version": 1, "tags": "none", "duration": 9, "appInfo": {"appid": "P", "x": true},
         "content": {"type": "content",
           "length": 3600},
         "steps": [{"at": 1, "do": "ad", "type": "ad", "length": 3, "program": 7},
           {"at": 2, "do": "ott", "ottStatus": 1}]}
        """.utf8
      )
    )
    #expect(
      scenario.notices.map { $0.split(separator: " is ")[0] } == [
        "line 1: 'appInfo.x':", "line 3: 'content.length':", "line 4: 'steps[0].program':",
        "line 5: 'steps[1].ottStatus':",
      ]
    )
  }

  @Test(
    "errors in privacy, audio and steps are reported with their field",
    arguments: [
      (#""privacy": {"flavour": "x"},"#, "", "privacy.flavour"),
      (#""privacy": {"tracking": "x"},"#, "", "privacy.tracking"),
      (
        #""privacy": {"tracking": "denied", "limitAdTracking": true},"#, "",
        "privacy.limitAdTracking"
      ),
      (#""audio": 1,"#, "", "audio"),
      ("", #"{"at": "init", "do": "pause", "for": 1}"#, "steps[0].do"),
      ("", #"{"at": 1, "do": "cast"}"#, "steps[0].for"),
      ("", #"{"at": 1, "do": "static", "for": 1}"#, "steps[0].section"),
      ("", #"{"at": 1, "do": "buffer", "for": 1, "stop": "soon"}"#, "steps[0].stop"),
      ("", #"{"at": 1, "do": "buffer", "for": 1, "stop": -1}"#, "steps[0].stop"),
    ]
  )
  func wrong(_ fields: String, _ steps: String, _ field: String) {
    let error = #expect(throws: ScenarioError.self) { try Self.scenario(steps, fields) }
    #expect(error?.field == field)
  }
}
