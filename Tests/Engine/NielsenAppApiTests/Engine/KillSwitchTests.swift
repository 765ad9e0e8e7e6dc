import Testing

@testable import NielsenAppApi

@Suite("the kill switch")
struct KillSwitchTests {
  @Test("while it is on, nothing is measured; afterwards everything starts again")
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
    // The configuration is still valid, so nothing is reported and no session ping is made again.
    #expect(bench.all.isEmpty)
    bench.api.playheadPosition(61)
    #expect(bench.all.isEmpty)
    bench.begin(content)
    bench.play(61...70)
    bench.api.end()
    #expect(bench.pings.map(\.type) == [.view, .timer])
    #expect(bench.pings.last?["c27"] == "cln,9")
  }

  @Test("it does not open a closed instance")
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

  @Test("an invalid configuration is read again, and is invalid again")
  func broken() {
    let bench = Bench { $0.configuration.rawID3.maxTags = 0 }
    bench.api.appDisableApi = false
    #expect(bench.errors == [5, 5])
    #expect(bench.events.isEmpty)
  }
}
