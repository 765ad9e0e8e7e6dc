import Testing

@testable import PingAnalysis

@Suite("grouping the pings of a capture")
struct ArrangementTests {
  @Test("an episode with ads is one viewing with two ads")
  func episode() {
    let rehearsal = RehearsalCase(urls: PlayedScenario.clean)
    #expect(rehearsal.pings.map(\.index) == Array(PlayedScenario.clean.indices))

    #expect(rehearsal.appSessions.map(\.hasStart) == [true])
    #expect(rehearsal.viewings.count == 1)
    #expect(rehearsal.viewings.first?.isEnded == true)
    let runs = rehearsal.viewings.first?.adRuns ?? []
    #expect(runs.map { $0.view?["ai"] } == ["ad_pre", "ad_mid"])
    #expect(runs.map(\.timers.count) == [1, 1])
    #expect(runs.allSatisfy { !$0.isCutOff })
    #expect(rehearsal.isUS && rehearsal.isSufficient(ended: true))
  }

  @Test("a channel is one CID session with all its durations")
  func channel() {
    let rehearsal = RehearsalCase(urls: PlayedScenario.cleanLinear)
    #expect(rehearsal.cidSessions.count == 1)
    let session = rehearsal.cidSessions.first
    #expect(session?.pipeline == "FD" && session?.isEnded == true)
    #expect(session?.pings("I").count == 1 && session?.pings("V").count == 1)
    #expect((session?.pings("D").count ?? 0) >= 2)
  }

  @Test("a configuration request has an index among the requests but is not a ping")
  func configuration() {
    let requests = ["https://sdk.invalid/cgi-bin/cfg?sfcode=dcr", "https://app.invalid/main.css"]
    let rehearsal = RehearsalCase(urls: requests + PlayedScenario.clean)
    #expect(rehearsal.pings.first?.index == 1)
    #expect(rehearsal.otherRequests.map(\.pingsBefore) == [0, 1])
    #expect(rehearsal.otherRequests.map(\.isConfiguration) == [true, false])
  }

  @Test("a session without its first ping has no start")
  func cutAtTheStart() {
    let rehearsal = RehearsalCase(urls: Array(PlayedScenario.clean.dropFirst()))
    #expect(rehearsal.appSessions.map(\.hasStart) == [false])
  }

  @Test("if a capture ends during an ad, the ad is cut off and the viewing has not ended")
  func cutAtTheEnd() {
    let cut = Array(
      PlayedScenario.clean.prefix { !$0.contains("ai=ad_pre") || !$0.contains("D1_") }
    )
    let rehearsal = RehearsalCase(urls: cut)
    #expect(rehearsal.viewings.map(\.isEnded) == [false])
    #expect(rehearsal.viewings.first?.adRuns.last?.isCutOff == true)
  }
}
