import Testing

@testable import NielsenAppApi

/// Every cell of the design's state matrix.
@Suite("the states of the engine")
struct EngineStateTests {
  enum State: String, CaseIterable, Sendable {
    case inert, initial, idle, paused, processing, disabled, closed
  }

  static let content = ["type": "content", "adModel": "1", "assetid": "film"]

  /// An engine in `state` without earlier output. While it plays, DTVR has three tags and DCR has content with an id.
  static func bench(in state: State) -> Bench {
    let bench = Bench {
      if state == .initial { $0.configurationSource = .request { _ in } }
    }
    switch state {
    case .inert: bench.drop()
    case .initial, .idle: break
    case .processing, .paused:
      bench.begin(content)
      bench.play(0...20, tag: Bench.everyTen)
      if state == .paused { bench.api.stop() }
    case .disabled: bench.api.appDisableApi = true
    case .closed: bench.api.close()
    }
    bench.clear()
    return bench
  }

  /// The state that the next calls reveal.
  static func observe(_ bench: Bench) -> State {
    bench.clear()
    bench.api.sendID3(SamplePayload.infoTag(777))
    bench.api.stop()
    if bench.pings.contains(where: { $0.product == .id3 }) { return .processing }
    bench.api.playheadPosition(21)
    bench.api.stop()
    if bench.pings.contains(where: { $0.product == .id3 }) { return .paused }
    bench.clear()
    bench.api.play("{")
    let isRead = bench.errors == [1]
    bench.api.play(["channelName": "Z"])
    bench.api.sendID3(SamplePayload.infoTag(778))
    bench.api.stop()
    if !bench.pings.isEmpty { return .idle }
    return isRead ? .initial : .disabled
  }

  struct Cell: Sendable, CustomTestStringConvertible {
    var call: Call
    var state: State
    var after: State
    var errors: [Int] = []
    /// The products and kinds of the pings, with their `davty`.
    var pings: [String] = []
    /// The result of `userOptOut`.
    var result: Bool?
    var testDescription: String { "\(call) in \(state)" }
  }

  enum Call: String, CaseIterable, Sendable {
    case play, playOther, playMalformed, content, otherContent, ad, page, metadataMalformed
    case playhead, tag, badTag, stop, end, staticEnd, ott, ottMalformed, optOut, optIn, optNothing
    case disable, enable, close

    /// Makes the call and returns the result of `userOptOut`.
    func make(_ api: NielsenAppApi) -> Bool? {
      switch self {
      case .play: api.play(["channelName": "X"])
      case .playOther: api.play(["channelName": "Y"])
      case .playMalformed: api.play("{")
      case .content: api.loadMetadata(EngineStateTests.content)
      case .otherContent: api.loadMetadata(["type": "content", "assetid": "other"])
      case .ad: api.loadMetadata(["type": "preroll", "assetid": "ad"])
      case .page: api.loadMetadata(["type": "static", "section": "news"])
      case .metadataMalformed: api.loadMetadata(["type": "film"])
      case .playhead: api.playheadPosition(21)
      case .tag: api.sendID3(SamplePayload.distributorTag(20))
      case .badTag: api.sendID3("www.nielsen.com/bad")
      case .stop: api.stop()
      case .end: api.end()
      case .staticEnd: api.staticEnd()
      case .ott: api.updateOTT(["ottStatus": "1", "ottType": "casting"])
      case .ottMalformed: api.updateOTT(["ottStatus": "on"])
      case .optOut: return api.userOptOut("nielsenappsdk://1")
      case .optIn: return api.userOptOut("nielsenappsdk://0")
      case .optNothing: return api.userOptOut(kNielsenWebClose)
      case .disable: api.appDisableApi = true
      case .enable: api.appDisableApi = false
      case .close: api.close()
      }
      return nil
    }
  }

  /// One cell each for Idle, Paused and Processing. By default, the state does not change.
  private static func row(
    _ call: Call,
    after: (State, State, State) = (.idle, .paused, .processing),
    errors: [Int] = [],
    pings: ([String], [String], [String]) = ([], [], []),
    result: Bool? = nil
  ) -> [Cell] {
    [
      Cell(
        call: call,
        state: .idle,
        after: after.0,
        errors: errors,
        pings: pings.0,
        result: result
      ),
      Cell(
        call: call,
        state: .paused,
        after: after.1,
        errors: errors,
        pings: pings.1,
        result: result
      ),
      Cell(
        call: call,
        state: .processing,
        after: after.2,
        errors: errors,
        pings: pings.2,
        result: result
      ),
    ]
  }

  private static let playing: (State, State, State) = (.processing, .processing, .processing)
  private static let ending: (State, State, State) = (.idle, .idle, .idle)
  private static let off: (State, State, State) = (.disabled, .disabled, .disabled)
  private static let closing = ["dtvr duration 2", "dcr timer 2"]
  private static let closingPings: ([String], [String], [String]) = (
    [], closing, ["id3 raw"] + closing
  )

  static let cells: [Cell] =
    row(.play, after: playing)
    + row(.playOther, after: playing, pings: closingPings)
    + row(.playMalformed, errors: [1])
    + row(.content, after: playing)
    + row(.otherContent, after: playing, pings: ([], ["dcr timer 1"], ["dcr timer 1"]))
    + row(.ad, after: playing)
    + row(
      .page,
      pings: (
        ["static view 0"], ["dcr timer 2", "static view 0"], ["dcr timer 2", "static view 0"]
      )
    )
    + row(.metadataMalformed, errors: [2])
    + row(.playhead, after: (.idle, .processing, .processing))
    + row(.tag)
    + [
      Cell(call: .badTag, state: .idle, after: .idle),
      Cell(call: .badTag, state: .paused, after: .paused, errors: [3]),
      Cell(call: .badTag, state: .processing, after: .processing, errors: [3]),
    ]
    + row(.stop, after: (.idle, .paused, .paused), pings: ([], [], ["id3 raw"]))
    + row(.end, after: ending, pings: closingPings)
    + row(.staticEnd)
    + row(.ott, pings: ([], ["dtvr duration 1"], ["dtvr duration 1", "dcr timer 1"]))
    + row(.ottMalformed, errors: [2])
    + row(.optOut, after: ending, pings: closingPings, result: true)
    + row(.optIn, result: true)
    + row(.optNothing, result: false)
    + row(.disable, after: off, pings: closingPings)
    + row(.enable)
    + row(.close, after: off, pings: closingPings)

  static let initialCells: [Cell] = Call.allCases.map { call in
    var cell = Cell(call: call, state: .initial, after: .initial)
    switch call {
    case .playMalformed: cell.errors = [1]
    case .metadataMalformed, .ottMalformed: cell.errors = [2]
    case .optOut, .optIn: cell.result = true
    case .optNothing: cell.result = false
    case .disable, .close: cell.after = .disabled
    default: break
    }
    return cell
  }

  static let disabledCells: [Cell] = Call.allCases.flatMap { call in
    let isChoice = call == .optOut || call == .optIn
    let isAnswered = isChoice || call == .optNothing
    return [
      Cell(
        call: call,
        state: .disabled,
        after: call == .enable ? .idle : .disabled,
        result: isAnswered ? isChoice : nil
      ),
      Cell(call: call, state: .closed, after: .disabled, result: isAnswered ? false : nil),
      Cell(call: call, state: .inert, after: .disabled, result: isAnswered ? false : nil),
    ]
  }

  @Test("each call in each enabled state has the declared result", arguments: cells + initialCells)
  func cell(_ cell: Cell) { Self.check(cell) }

  @Test(
    "each call has the declared result in disabled, closed and inert engines",
    arguments: disabledCells
  )
  func ignored(_ cell: Cell) { Self.check(cell) }

  static func check(_ cell: Cell) {
    let bench = bench(in: cell.state)
    #expect(cell.call.make(bench.api) == cell.result)
    #expect(bench.errors == cell.errors)
    let pings = bench.pings.map {
      [$0.product.rawValue, $0.type.rawValue, $0["davty"]].compactMap(\.self)
        .joined(separator: " ")
    }
    #expect(pings == cell.pings)
    let isClosed = cell.state == .closed || cell.state == .inert
    #expect(bench.events == (cell.call == .close && !isClosed ? [2002] : []))
    #expect(observe(bench) == cell.after)
  }

  @Test("the table of declared results has every combination of call and state once")
  func complete() {
    let all = Self.cells + Self.initialCells + Self.disabledCells
    #expect(Set(all.map(\.testDescription)).count == all.count)
    #expect(all.count == Call.allCases.count * State.allCases.count)
  }

  @Test("all properties of the engine can be read in every state", arguments: State.allCases)
  func properties(_ state: State) {
    let api = Self.bench(in: state).api
    #expect(api.meterVersion == "ox.1.0.0")
    #expect(api.deviceId.count == (state == .inert ? 0 : 64))
    #expect(api.demographicId == api.deviceId)
    #expect(api.nielsenId == api.deviceId)
    #expect(api.firstPartyId.count == (state == .inert ? 0 : 39))
    #expect(api.vendorId.count == (state == .inert ? 0 : 36))
    #expect((api.lastEventDict == nil) == (state == .inert || state == .initial))
    #expect(api.optOutURL.isEmpty == (state == .inert || state == .initial))
    #expect(!api.optOutStatus)
    #expect(!api.debug)
    #expect(api.appDisableApi == (state == .disabled))
    #expect(api.lastErrorDict == nil)
  }

  @Test("a tag resumes a paused session when tags determine the played seconds")
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

  @Test("play without a name uses the default channel")
  func defaultChannel() {
    let bench = Bench()
    bench.api.play()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.end()
    #expect(bench.pings.last?["channame"] == "defaultChannelName")
  }

  @Test("loadMetadata after end uses the last channel name")
  func lastChannel() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    bench.api.end()
    bench.api.loadMetadata(Bench.content)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.end()
    #expect(bench.pings.compactMap { $0["channame"] } == ["X"])
  }

  @Test("tags keep a session open beyond the pause timeout")
  func alive() {
    let bench = Self.bench(in: .processing)
    for second in stride(from: 30, through: 9000, by: 1500) {
      bench.elapsed += 1500
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    #expect(bench.dtvr.filter { $0["davty"] == "2" }.isEmpty)
  }

  @Test("stop and end are each called once if the caller omits the parentheses")
  func withoutParentheses() {
    let bench = Self.bench(in: .processing)
    let api: NielsenAppApi? = bench.api
    api?.stop
    api?.end
    #expect(bench.pings.map(\.type) == [.raw, .duration, .timer])
    let control: any NielsenMeasurementControl = bench.api
    control.end()
    #expect(bench.pings.count == 3)
  }

  @Test(
    "close reports event 2002 once, and a released engine makes its last pings without an event"
  )
  func shutdown() {
    let bench = Self.bench(in: .processing)
    bench.drop()
    #expect(bench.events.isEmpty)
    #expect(bench.pings.map(\.type) == [.raw, .duration, .timer])
    let other = Self.bench(in: .idle)
    other.api.close()
    other.api.close()
    #expect(other.events == [2002])
  }

  @Test("a delegate may call the engine")
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

  @Test("calls from several threads are handled one at a time")
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
