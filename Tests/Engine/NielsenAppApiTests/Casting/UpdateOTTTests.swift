import Testing

@testable import NielsenAppApi

@Suite("updateOTT")
struct UpdateOTTTests {
  static let content = ["type": "content", "assetid": "film"]
  static let casting = ["ottStatus": "1", "ottType": "casting"]

  @Test(
    "a missing or unknown ottStatus is error 2",
    arguments: [[:], ["ottStatus": ""], ["ottStatus": "2"], ["ottstatus": "1"]]
  )
  func status(_ info: [String: String]) {
    let bench = Bench()
    bench.api.updateOTT(info)
    #expect(bench.errors == [2])
  }

  @Test(
    "an argument of updateOTT other than a dictionary or a JSON object is error 2",
    arguments: ["{", "[]", ""]
  )
  func malformed(_ text: String) {
    let bench = Bench()
    bench.api.updateOTT(text)
    bench.api.updateOTT(5)
    #expect(bench.errors == [2, 2])
  }

  @Test("a JSON text with a number as ottStatus is accepted")
  func json() {
    let bench = Bench()
    bench.api.updateOTT("{\"ottStatus\": 1, \"ottType\": \"other\"}")
    bench.begin(Self.content)
    bench.api.playheadPosition(0)
    #expect(bench.errors.isEmpty)
    #expect(bench.pings.last?["c72"] == "otttyp,other")
  }

  @Test("updateOTT makes no ping if it is repeated or only the device name changes")
  func same() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...10)
    bench.api.updateOTT(Self.casting)
    bench.clear()
    bench.api.updateOTT(Self.casting)
    bench.api.updateOTT(Self.casting.merging(["ottDeviceName": "x"]) { $1 })
    #expect(bench.all.isEmpty)
  }

  @Test("after a change of ottType, the next playhead makes a new view")
  func otherType() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...10)
    bench.api.updateOTT(Self.casting)
    #expect(bench.pings.last?.type == .timer)
    bench.api.updateOTT(["ottStatus": "1", "ottType": "airplay"])
    bench.clear()
    bench.api.playheadPosition(10)
    #expect(bench.pings.map(\.type) == [.view])
  }

  @Test("updateOTT without a DCR view makes no view, and DTVR continues in a new segment")
  func noView() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60, tag: Bench.everyTen)
    bench.clear()
    bench.api.updateOTT(Self.casting)
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
    #expect(bench.dtvr.last?["c71"] == nil)
    bench.elapsed += 1
    bench.play(61...90, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.last?["c71"] == "ottflg,1")
  }

  @Test("a device change during a pause applies from the next playhead")
  func paused() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...10)
    bench.api.stop()
    bench.clear()
    bench.api.updateOTT(Self.casting)
    #expect(bench.all.isEmpty)
    bench.api.playheadPosition(11)
    #expect(bench.pings.map(\.type) == [.timer, .view])
  }

  @Test("updateOTT while the engine is disabled applies to later pings")
  func remembered() {
    let bench = Bench()
    bench.api.appDisableApi = true
    bench.api.updateOTT(Self.casting)
    bench.api.appDisableApi = false
    bench.begin(Self.content)
    bench.play(0...5)
    bench.api.end()
    #expect(bench.pings.dropFirst().map(\.type) == [.view, .timer])
    #expect(bench.pings.last?["c72"] == "otttyp,casting")
  }
}
