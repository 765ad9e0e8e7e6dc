import NielsenAppApi
import NielsenTag
import Testing
import TimedMetadata

@testable import Playback

@Suite("the synthesized player")
struct SynthesizedPlayerTests {
  static let start = Int64(SampleTags.start)

  /// The parameters of a ping, without those that contain random characters.
  static func withoutIDs(_ ping: TimedPing) -> [String] {
    let ids: Set = ["fp_id", "sessionId", "ve_id", "c1", "c9", "c29", "pli"]
    return ["\(ping.time)", ping.ping.endpoint]
      + ping.ping.parameters.filter { !ids.contains($0.name) }.map { "\($0.name)=\($0.value)" }
  }

  static func line(_ ping: TimedPing) -> String {
    "\(ping.ping.type)@\(Int(ping.time)) \(ping.ping["cr"] ?? "")"
  }

  @Test("a stream of twelve minutes makes the expected pings at the expected seconds")
  func workedExample() throws {
    let tags = stride(from: 0, through: 710, by: 10).map { SampleTags.tag($0) }
    let pings = try SampleTags.pings(tags, duration: 720)
    #expect(
      pings.map(Self.line) == [
        "session@0 ", "lookup@0 ", "impression@0 2_00_99_I1_00000_1", "view@30 2_00_99_V1_10000_1",
        "raw@60 ", "raw@120 ", "raw@180 ", "raw@240 ", "aqh@270 2_00_99_Q40_20231114_1",
        "duration@300 2_00_99_D1_11111_1", "raw@300 ", "raw@360 ", "raw@420 ", "raw@480 ",
        "raw@540 ", "duration@600 2_00_99_D2_11111_1", "raw@600 ", "raw@660 ", "raw@720 ",
        "duration@720 2_00_99_D3_11000_1",
      ]
    )
    for ping in pings { #expect(ping.ping.createTime == Self.start + Int64(ping.time)) }
  }

  @Test("an hour of synthetic tags is credited from the first tag on")
  func hour() throws {
    var tags: [TimedTag] = []
    for element in SyntheticTags(seed: 7) {
      guard element.releaseTime < 3600 else { break }
      let owner = String(decoding: try element.content.payload(), as: UTF8.self)
      tags.append(SampleTags.tag([owner], time: Double(element.releaseTime)))
    }
    let pings = try SampleTags.pings(tags, duration: 3600)
    #expect(pings.first?.ping.createTime == Int64(SyntheticTags.defaultStart))
    for side in ["FD", "PC"] {
      let durations = pings.map(\.ping).filter {
        $0.type == .duration && $0["ca"]?.hasPrefix(side) ?? false
      }
      let seconds = durations.compactMap { $0["c27"]?.dropFirst(4) }.compactMap { Int($0) }
      #expect(seconds == [Int](repeating: 300, count: 11) + [290])
      #expect(durations.last?["davty"] == "2")
    }
    let passedOn = pings.compactMap { $0.ping["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(passedOn.count == tags.count)
  }

  @Test("the same tags and seed make identical pings, and another seed changes only the ids")
  func deterministic() throws {
    let tags = (0..<30).map { SampleTags.tag($0 * 10) }
    let first = try SampleTags.pings(tags, duration: 300)
    #expect(try SampleTags.pings(tags, duration: 300) == first)
    let other = try SampleTags.pings(tags, duration: 300) { $0.seed = 1 }
    #expect(other != first)
    #expect(other.map(Self.withoutIDs) == first.map(Self.withoutIDs))
  }

  @Test("tags out of order within the window are played as if in order")
  func outOfOrder() throws {
    let inOrder = (0..<30).map { SampleTags.tag($0 * 10) }
    var mixed = inOrder
    for index in stride(from: 0, to: 28, by: 2) { mixed.swapAt(index, index + 1) }
    #expect(
      try SampleTags.pings(mixed, duration: 300) == SampleTags.pings(inOrder, duration: 300)
    )
  }

  @Test("a tag that arrives far too late is sent in the current second")
  func late() throws {
    let tags = [0, 10, 20, 30, 40, 5].map { SampleTags.tag($0) }
    let pings = try SampleTags.pings(tags, duration: 40)
    let passedOn = pings.compactMap { $0.ping["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(
      passedOn.map { $0.split(separator: "/")[5] }
        == ["36000", "36010", "36020", "36005", "36030", "36040"]
    )
  }

  @Test("live playheads result in the same credit as vod playheads")
  func live() throws {
    let tags = (0..<30).map { SampleTags.tag($0 * 10) }
    let vod = try SampleTags.pings(tags, duration: 300)
    let live = try SampleTags.pings(tags, duration: 300) { $0.playhead = .live }
    #expect(live.map(Self.line) == vod.map(Self.line))
  }

  @Test("a single tag confirms fifteen seconds")
  func singleTag() throws {
    let pings = try SampleTags.pings([SampleTags.tag(0)], duration: 60) { $0.playhead = .live }
    #expect(pings.last?.ping["c27"] == "cln,15")
  }

  @Test(
    "a stream without tags makes only the session ping",
    arguments: [nil, 0, 600.5] as [Double?]
  )
  func noTags(_ duration: Double?) throws {
    let pings = try SampleTags.pings([], duration: duration)
    #expect(pings.map(\.ping.type) == [.session])
    #expect(pings.first?.ping.createTime == ClockStart.standard)
  }

  @Test(
    "implausible times of tags count as unknown",
    arguments: [1e12, 1e300, .infinity, .nan, -1e12, -.infinity, 86_400.0 * 2]
  )
  func absurd(_ time: Double) throws {
    let tags = [
      SampleTags.tag(0), SampleTags.tag(10, time: time), SampleTags.tag(20), SampleTags.tag(30),
    ]
    let pings = try SampleTags.pings(tags, duration: 40)
    #expect((pings.last?.time ?? 0) <= 40)
    let passedOn = pings.compactMap { $0.ping["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(passedOn.count == 4)
  }

  @Test(
    "with an implausible duration, the stream ends with its last tag",
    arguments: [1e12, .infinity, .nan, -5]
  )
  func absurdDuration(_ duration: Double) throws {
    let pings = try SampleTags.pings([SampleTags.tag(0), SampleTags.tag(10)], duration: duration)
    #expect(pings.last?.time == 10)
  }

  @Test("a tag without a time is sent at the latest known second")
  func withoutTime() throws {
    let timeless = SampleTags.tag([SampleTags.owner(20)], time: nil)
    let pings = try SampleTags.pings(
      [SampleTags.tag(0), SampleTags.tag(10), timeless],
      duration: 30
    )
    let raw = pings.compactMap { $0.ping["tp"] }
    #expect(raw == [[0, 10, 20].map { SampleTags.owner($0) }.joined(separator: "~")])
  }

  @Test("if no tag has a time, all tags are sent at second 0")
  func nothingHasATime() throws {
    let tags = (0..<2000).map { SampleTags.tag([SampleTags.owner($0 * 10)], time: nil) }
    let pings = try SampleTags.pings(tags, duration: nil)
    #expect(pings.allSatisfy { $0.time == 0 })
    let passedOn = pings.compactMap { $0.ping["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(passedOn.count == 2000)
  }

  @Test("all Nielsen owners of a tag are sent in order, and other owners are not sent")
  func owners() throws {
    let owners = ["com.example", SampleTags.owner(0), "www.nielsen.comx/", SampleTags.owner(1)]
    let pings = try SampleTags.pings([SampleTags.tag(owners, time: 0)], duration: 10)
    #expect(pings.compactMap { $0.ping["tp"] } == [owners[1] + "~" + owners[3]])
  }

  @Test("an owner that is far too long is not sent as a payload")
  func longOwner() throws {
    let owner = SampleTags.owner(0) + String(repeating: " ", count: 2000) + "x"
    let pings = try SampleTags.pings([SampleTags.tag([owner], time: 0)], duration: 10)
    #expect(pings.map(\.ping.type) == [.session])
  }

  @Test("the first program with a Nielsen tag is played, and the others are reported")
  func programs() throws {
    var options = PlaybackOptions(channelName: "X")
    options.seed = 0
    let player = try SynthesizedPlayer(options: options)
    player.receive(SampleTags.tag(["com.example"], time: 0, program: 9))
    for (index, program) in [2, 1, 2, 3, nil, 1].enumerated() {
      player.receive(
        SampleTags.tag([SampleTags.owner(index * 10)], time: Double(index * 10), program: program)
      )
    }
    player.finish(duration: 60)
    #expect(player.skippedPrograms == [1, 3])
    #expect(player.skippedTagCount == 4)
    let raw = player.takePings().compactMap { $0.ping["tp"] }
    #expect(raw == [[0, 20].map { SampleTags.owner($0) }.joined(separator: "~")])
  }

  @Test("tags after the end are ignored")
  func afterTheEnd() throws {
    let player = try SynthesizedPlayer(options: PlaybackOptions(channelName: "X"))
    player.finish(duration: 10)
    player.receive(SampleTags.tag(0))
    player.finish(duration: 100)
    #expect(player.takePings().count == 1)
  }

  @Test("a missing app id is an error before any playback")
  func refused() {
    #expect(throws: PlaybackError.self) {
      _ = try SampleTags.pings([], duration: 0) { $0.appInfo = [:] }
    }
  }

  @Test("a configuration value out of range is an error before any playback")
  func refusedConfiguration() {
    #expect(throws: PlaybackError.self) {
      _ = try SampleTags.pings([], duration: 0) {
        $0.configuration.thresholds.minuteSeconds = 0
      }
    }
  }

  @Test("a start outside 1970 to 2100 is rejected", arguments: [-1, 4_102_444_801, Int64.max])
  func startOutOfRange(_ start: Int64) {
    #expect(throws: PlaybackError.self) {
      _ = try SampleTags.pings([], duration: 0) { $0.start = start }
    }
  }

  @Test("tags on the second day of a stream are credited")
  func longStream() throws {
    let tags = [0, 43_200] + stride(from: 86_500, through: 86_590, by: 10)
    let pings = try SampleTags.pings(tags.map { SampleTags.tag($0) }, duration: 100_000)
    let last = try #require(pings.last { $0.ping.type == .duration })
    #expect(last.ping["c27"] == "cln,105")
    #expect(last.time > 86_590)
    let views = pings.filter { $0.ping.type == .view }
    #expect(views.map(\.time) == [86_530])
  }

  @Test("errors of the engine are counted by number")
  func engineErrors() throws {
    var options = PlaybackOptions(channelName: "X")
    options.configuration.client.ci = ""
    let player = try SynthesizedPlayer(options: options)
    #expect(player.engineErrors.isEmpty)
    player.receive(SampleTags.tag(["www.nielsen.com/bad"], time: 0))
    player.receive(SampleTags.tag(["www.nielsen.com/worse"], time: 1))
    player.receive(SampleTags.tag(0, time: 2))
    player.finish(duration: 3)
    let errors = player.engineErrors
    #expect(errors.map(\.code) == [3, 7])
    #expect(errors.map(\.name) == ["FailedProcessID3", "FailedCreateUrl"])
    #expect(errors.map(\.count) == [2, 2])
    #expect(errors.first?.text.hasPrefix("sendID3: a malformed payload is dropped") == true)
    #expect(errors.last?.text.contains("its parameter 'ci' is empty") == true)
  }

  @Test("an app without a name is called id3tap")
  func appName() throws {
    let pings = try SampleTags.pings((0..<40).map { SampleTags.tag($0 * 10) }, duration: 400) {
      $0.appInfo = ["appid": "P00000000-0000-0000-0000-000000000000"]
    }
    let names = Set(pings.compactMap { $0.ping["c15"] })
    #expect(names == ["apn,id3tap"])
  }

  @Test(
    "live playheads with a start of fewer than ten digits are rejected",
    arguments: [0, 946_684_800, 999_999_999]
  )
  func earlyLive(_ start: Int64) throws {
    #expect {
      _ = try SampleTags.pings([], duration: 0) {
        $0.playhead = .live
        $0.start = start
      }
    } throws: { error in
      (error as? PlaybackError)?.code == .startOutOfRange
        && "\(error)".contains("too early for live playheads")
    }
    _ = try SampleTags.pings([], duration: 0) { $0.start = start }
  }

  @Test("live playheads of a stream without a clock start at 1,000,000,000")
  func liveWithoutClock() throws {
    let tags = (0..<3).map {
      SampleTags.tag([SampleTags.owner($0 * 10, time: 5)], time: 10.0 * Double($0))
    }
    let pings = try SampleTags.pings(tags, duration: 30) { $0.playhead = .live }
    #expect(pings.first?.ping.createTime == 1_000_000_000)
    #expect(pings.last?.ping["c27"] == "cln,30")
  }

  @Test("padding does not make an owner too long")
  func paddedOwner() throws {
    let owner = SampleTags.owner(0)
    let padded = owner + String(repeating: " \u{0}\r\n", count: 500)
    let pings = try SampleTags.pings([SampleTags.tag([padded], time: 0)], duration: 10)
    #expect(pings.compactMap { $0.ping["tp"] } == [owner])
  }
}
