import Testing

@testable import NielsenAppApi

@Suite("the states of the engine")
struct EngineStateTests {
  enum State: String, CaseIterable, Sendable { case inert, idle, paused, processing, disabled }

  /// An engine in `state`; its outputs so far are forgotten.
  static func bench(in state: State) -> Bench {
    let bench = Bench()
    switch state {
    case .inert: bench.drop()
    case .idle: break
    case .processing, .paused:
      bench.begin()
      bench.play(0...20, tag: Bench.everyTen)
      if state == .paused { bench.api.stop() }
    case .disabled: bench.api.close()
    }
    bench.clear()
    return bench
  }

  /// The state as the next calls show it: what a playhead and a tag, then `stop`, then `end` do.
  static func observe(_ bench: Bench) -> State {
    bench.clear()
    bench.api.sendID3(SamplePayload.infoTag(777))
    bench.api.stop()
    let takesTags = bench.pings.contains { $0.product == .id3 }
    if takesTags { return .processing }
    bench.api.playheadPosition(21)
    bench.api.stop()
    if bench.pings.contains(where: { $0.product == .id3 }) { return .paused }
    bench.api.play(["channelName": "Z"])
    bench.api.sendID3(SamplePayload.infoTag(778))
    bench.api.stop()
    return bench.pings.isEmpty ? .disabled : .idle
  }

  struct Cell: Sendable, CustomTestStringConvertible {
    var call: String
    var state: State
    var after: State
    var errors: [Int] = []
    /// Kinds of the pings with their `davty`.
    var pings: [String] = []
    var testDescription: String { "\(call) in \(state)" }
  }

  static let cells: [Cell] = [
    Cell(call: "play", state: .idle, after: .processing),
    Cell(call: "play", state: .paused, after: .processing),
    Cell(call: "play", state: .processing, after: .processing),
    Cell(call: "play other", state: .idle, after: .processing),
    Cell(call: "play other", state: .paused, after: .processing, pings: ["duration 2"]),
    Cell(call: "play other", state: .processing, after: .processing, pings: ["raw", "duration 2"]),
    Cell(call: "play malformed", state: .idle, after: .idle, errors: [1]),
    Cell(call: "play malformed", state: .paused, after: .paused, errors: [1]),
    Cell(call: "play malformed", state: .processing, after: .processing, errors: [1]),
    Cell(call: "content", state: .idle, after: .processing),
    Cell(call: "content", state: .paused, after: .processing),
    Cell(call: "content", state: .processing, after: .processing),
    Cell(call: "ad", state: .idle, after: .processing),
    Cell(call: "ad", state: .paused, after: .processing),
    Cell(call: "ad", state: .processing, after: .processing),
    Cell(call: "static", state: .idle, after: .idle, pings: ["view 0"]),
    Cell(call: "static", state: .paused, after: .paused, pings: ["view 0"]),
    Cell(call: "static", state: .processing, after: .processing, pings: ["view 0"]),
    Cell(call: "metadata malformed", state: .idle, after: .idle, errors: [2]),
    Cell(call: "metadata malformed", state: .paused, after: .paused, errors: [2]),
    Cell(call: "metadata malformed", state: .processing, after: .processing, errors: [2]),
    Cell(call: "playhead", state: .idle, after: .idle),
    Cell(call: "playhead", state: .paused, after: .processing),
    Cell(call: "playhead", state: .processing, after: .processing),
    Cell(call: "tag", state: .idle, after: .idle),
    Cell(call: "tag", state: .paused, after: .paused),
    Cell(call: "tag", state: .processing, after: .processing),
    Cell(call: "bad tag", state: .idle, after: .idle),
    Cell(call: "bad tag", state: .paused, after: .paused, errors: [3]),
    Cell(call: "bad tag", state: .processing, after: .processing, errors: [3]),
    Cell(call: "stop", state: .idle, after: .idle),
    Cell(call: "stop", state: .paused, after: .paused),
    Cell(call: "stop", state: .processing, after: .paused, pings: ["raw"]),
    Cell(call: "end", state: .idle, after: .idle),
    Cell(call: "end", state: .paused, after: .idle, pings: ["duration 2"]),
    Cell(call: "end", state: .processing, after: .idle, pings: ["raw", "duration 2"]),
    Cell(call: "close", state: .idle, after: .disabled),
    Cell(call: "close", state: .paused, after: .disabled, pings: ["duration 2"]),
    Cell(call: "close", state: .processing, after: .disabled, pings: ["raw", "duration 2"]),
  ]

  static let calls = [
    "play", "play other", "play malformed", "content", "ad", "static", "metadata malformed",
    "playhead", "tag", "bad tag", "stop", "end", "close",
  ]

  static func call(_ call: String, _ api: NielsenAppApi) {
    switch call {
    case "play": api.play(["channelName": "X"])
    case "play other": api.play(["channelName": "Y"])
    case "play malformed": api.play("{")
    case "content": api.loadMetadata(Bench.content)
    case "ad": api.loadMetadata(["type": "preroll", "assetid": "ad"])
    case "static": api.loadMetadata(["type": "static", "section": "news"])
    case "metadata malformed": api.loadMetadata(["type": "film"])
    case "playhead": api.playheadPosition(21)
    case "tag": api.sendID3(SamplePayload.distributorTag(20))
    case "bad tag": api.sendID3("www.nielsen.com/bad")
    case "stop": api.stop()
    case "end": api.end()
    default: api.close()
    }
  }

  @Test("every call in every state does what the table says", arguments: cells)
  func cell(_ cell: Cell) {
    let bench = Self.bench(in: cell.state)
    Self.call(cell.call, bench.api)
    #expect(bench.errors == cell.errors)
    #expect(
      bench.pings.map { [$0.type.rawValue, $0["davty"]].compactMap(\.self).joined(separator: " ") }
        == cell.pings
    )
    #expect(bench.events == (cell.call == "close" ? [2002] : []))
    #expect(Self.observe(bench) == cell.after)
  }

  @Test("disabled and inert engines ignore every call", arguments: [State.disabled, .inert], calls)
  func ignored(_ state: State, _ call: String) {
    let bench = Self.bench(in: state)
    Self.call(call, bench.api)
    #expect(bench.all.isEmpty)
    #expect(Self.observe(bench) == .disabled)
  }

  @Test("properties can be read in every state", arguments: State.allCases)
  func properties(_ state: State) {
    let api = Self.bench(in: state).api
    #expect(api.meterVersion == "ox.1.0.0")
    #expect(api.deviceId.count == (state == .inert ? 0 : 64))
    #expect(api.demographicId == api.deviceId)
    #expect(api.firstPartyId.count == (state == .inert ? 0 : 39))
    #expect(api.vendorId.count == (state == .inert ? 0 : 36))
    #expect((api.lastEventDict == nil) == (state == .inert))
    #expect(api.lastErrorDict == nil)
  }

  @Test("a tag resumes a paused session when tags tell the time")
  func tagResumes() {
    let bench = Bench()
    bench.api.play()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.stop()
    bench.clear()
    bench.api.sendID3(SamplePayload.distributorTag(10))
    bench.api.stop()
    #expect(bench.pings.map(\.type) == [.raw])
  }

  @Test("play without a name is on the default channel")
  func defaultChannel() {
    let bench = Bench()
    bench.api.play()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.end()
    #expect(bench.pings.last?["channame"] == "defaultChannelName")
  }

  @Test("loadMetadata after end goes on under the last channel name")
  func lastChannel() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    bench.api.end()
    bench.api.loadMetadata(Bench.content)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.end()
    #expect(bench.pings.compactMap { $0["channame"] } == ["X"])
  }

  @Test("after a timeout playheads are ignored until play", arguments: ["play", "content"])
  func timeout(_ call: String) {
    let bench = Self.bench(in: .processing)
    bench.elapsed += 1800
    bench.api.playheadPosition(21)
    #expect(bench.pings.last?["davty"] == "2")
    #expect(bench.pings.last?.createTime == Bench.start + bench.elapsed)
    bench.clear()
    bench.api.playheadPosition(22)
    bench.api.sendID3(SamplePayload.distributorTag(30))
    bench.api.end()
    #expect(bench.all.isEmpty)
    Self.call(call, bench.api)
    bench.api.sendID3(SamplePayload.distributorTag(40))
    #expect(bench.dtvr.map(\.type) == [.impression])
  }

  @Test("tags and playheads keep a session alive")
  func alive() {
    let bench = Self.bench(in: .processing)
    for second in stride(from: 30, through: 9000, by: 1500) {
      bench.elapsed += 1500
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    #expect(bench.dtvr.filter { $0["davty"] == "2" }.isEmpty)
  }

  @Test("stop and end work without parentheses, once each")
  func withoutParentheses() {
    let bench = Self.bench(in: .processing)
    let api: NielsenAppApi? = bench.api
    api?.stop
    api?.end
    #expect(bench.pings.map(\.type) == [.raw, .duration])
    let control: any NielsenMeasurementControl = bench.api
    control.end()
    #expect(bench.pings.count == 2)
  }

  @Test("shutdown is told once, and dropping an engine tells nobody but frees its slot")
  func shutdown() {
    let bench = Self.bench(in: .processing)
    bench.drop()
    #expect(bench.events.isEmpty)
    #expect(bench.pings.map(\.type) == [.raw, .duration])
    let other = Self.bench(in: .idle)
    other.api.close()
    other.api.close()
    #expect(other.events == [2002])
  }

  @Test("a delegate may call back into the engine")
  func callingBack() {
    final class Caller: NielsenAppApiDelegate {
      func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        appApi.end()
      }
    }
    let caller = Caller()
    var environment = EngineEnvironment.offline(seed: 0)
    environment.clock = { Bench.start * 1000 }
    let api = NielsenAppApi(appInfo: Bench.appInfo, delegate: caller, environment: environment)
    api?.play(["channelName": "X"])
    api?.sendID3("www.nielsen.com/bad")
    #expect(api?.lastErrorDict?["ErrorStatus"] as? Int == 3)
  }

  @Test("calls from several threads are taken one at a time")
  func threads() async {
    let bench = Bench()
    bench.begin()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for second in 0..<500 {
            bench.api.playheadPosition(Int64(second))
            bench.api.sendID3(SamplePayload.distributorTag(second * 4 + worker))
          }
        }
      }
    }
    bench.api.end()
    let passedOn = bench.pings.compactMap { $0["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(passedOn.count == 2000)
    let numbers = bench.pings.compactMap { $0["rnd"] }.compactMap { Int64($0) }
    #expect(Set(numbers).count == bench.pings.count)
  }
}
