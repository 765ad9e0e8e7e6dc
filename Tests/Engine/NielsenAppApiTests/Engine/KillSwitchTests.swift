import Testing

@testable import NielsenAppApi

@Suite("the kill switch")
struct KillSwitchTests {
  @Test(
    "while the kill switch is on, no call is measured; afterwards, a new session is measured"
  )
  func onAndOff() {
    let bench = Bench()
    let content = ["type": "content", "assetid": "film"]
    bench.begin(content)
    bench.play(0...30)
    bench.api.appDisableApi = true
    #expect(bench.api.appDisableApi)
    #expect(bench.pings.last?["davty"] == "2")
    bench.clear()
    bench.begin(content)
    bench.play(31...60)
    #expect(bench.all.isEmpty)
    bench.api.appDisableApi = false
    #expect(!bench.api.appDisableApi)
    // The configuration is still valid, so no event is reported and no new session ping is made.
    #expect(bench.all.isEmpty)
    bench.api.playheadPosition(61)
    #expect(bench.all.isEmpty)
    bench.begin(content)
    bench.play(61...70)
    bench.api.end()
    #expect(bench.pings.map(\.type) == [.view, .timer])
    #expect(bench.pings.last?["c27"] == "cln,9")
  }

  @Test("turning the kill switch off does not open a closed instance")
  func closed() {
    let bench = Bench()
    bench.api.close()
    bench.api.appDisableApi = false
    #expect(!bench.api.appDisableApi)
    bench.clear()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.all.isEmpty)
  }

  @Test("turning the kill switch off reads an invalid configuration again, which fails again")
  func broken() {
    let bench = Bench { $0.configuration.rawID3.maxTags = 0 }
    bench.api.appDisableApi = false
    #expect(bench.errors == [5, 5])
    #expect(bench.events.isEmpty)
  }
}
