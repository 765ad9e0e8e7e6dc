import Testing

@testable import NielsenAppApi

/// "Once the playback resumes, start sending pings playheadPosition for the new viewing session"
/// (DCR Sweden Video iOS SDK). This also applies after a pause longer than a viewing session.
@Suite("continuing after a pause timeout")
struct LapsedSessionTests {
  private static let film = ["type": "content", "assetid": "film", "adModel": "1"]

  /// How a pause begins: with a call of stop, or without any call.
  enum Pause: CaseIterable, Sendable { case stop, silence }

  /// Content that was played to second 130 and then left for `seconds`.
  private static func bench(
    _ metadata: [String: String] = film,
    _ pause: Pause = .stop,
    for seconds: Int64 = 2000,
    tag: (Int) -> String? = { _ in nil }
  ) -> Bench {
    let bench = Bench()
    bench.begin(metadata)
    bench.play(0...130, tag: tag)
    if pause == .stop { bench.api.stop() }
    bench.elapsed += seconds
    return bench
  }

  private static func timers(_ bench: Bench) -> [String] {
    bench.pings.filter { $0.type == .timer }.map { "\($0["c27"] ?? "") \($0["davty"] ?? "")" }
  }

  @Test(
    "seed #90: playheads after a pause timeout open a new viewing session and lose no second",
    arguments: Pause.allCases
  )
  func playheads(_ pause: Pause) {
    let bench = Self.bench(Self.film, pause)
    bench.play(131...400)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,130 2", "cln,170 1", "cln,100 2"])
    let views = bench.pings.filter { $0.product == .dcr && $0.type == .view }
    #expect(views.count == 2)
    #expect(Set(views.map { $0["c59"] }).count == 2)
    #expect(Set(views.map { $0["ai"] }) == ["film"])
    #expect(bench.pings.allSatisfy { Invariants.broken(by: $0).isEmpty })
  }

  @Test("playheads within the pause timeout continue the viewing session")
  func withinTimeout() {
    let bench = Self.bench(for: 1799)
    bench.play(131...140)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,140 2"])
    #expect(Set(bench.pings.compactMap { $0["c59"] }).count == 1)
  }

  @Test(
    "play on the same channel without metadata continues after a pause timeout and loses no second"
  )
  func play() {
    let bench = Self.bench()
    bench.api.play(["channelName": "X"])
    bench.play(131...140)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,130 2", "cln,10 2"])
  }

  @Test("play on another channel does not continue the lapsed session")
  func otherChannel() {
    let bench = Self.bench()
    bench.api.play(["channelName": "Y"])
    bench.play(131...140)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,130 2"])
  }

  @Test("end, opting out and the kill switch discard the lapsed session", arguments: 0..<3)
  func closed(_ call: Int) {
    let bench = Self.bench()
    bench.api.advance()
    switch call {
    case 0: bench.api.end()
    case 1: bench.api.userOptOut("nielsenappsdk://1")
    default:
      bench.api.appDisableApi = true
      bench.api.appDisableApi = false
    }
    bench.clear()
    bench.play(131...140)
    bench.api.end()
    #expect(bench.pings.isEmpty)
  }

  @Test(
    "a linear stream continues after a pause timeout with its playheads and the tags of the pause",
    arguments: [131, 2131]
  )
  func linear(_ second: Int) {
    let bench = Self.bench(Bench.content, tag: Bench.everyTen)
    bench.api.sendID3(SamplePayload.distributorTag(second - 1))
    bench.play(second...second + 99, tag: Bench.everyTen)
    bench.api.end()
    let durations = bench.dtvr.filter { $0.type == .duration }.map { $0["c27"] }
    #expect(durations == ["cln,130", second == 131 ? "cln,100" : "cln,90"])
    #expect(Set(bench.pings.compactMap { $0["channame"] }) == ["X"])
  }

  @Test("a stream whose seconds are counted by tags continues with a tag after a pause timeout")
  func tags() {
    let bench = Bench()
    bench.begin()
    for second in stride(from: 0, through: 60, by: 10) {
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    bench.elapsed = 2000
    for second in stride(from: 70, through: 130, by: 10) {
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .duration }.map { $0["c27"] } == ["cln,60", "cln,60"])
    #expect(bench.credits.allSatisfy { $0.hasSuffix("_1") })
  }

  @Test("a paused ad continues after a pause timeout, and so does the content after it")
  func ad() {
    let bench = Self.bench(for: 0)
    bench.api.loadMetadata(["type": "midroll", "assetid": "ad"])
    bench.play(0...10)
    bench.api.stop()
    bench.elapsed += 2000
    bench.clear()
    bench.play(11...20)
    bench.api.stop()
    bench.api.loadMetadata(Self.film)
    bench.play(131...140)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,130 2", "cln,10 1", "cln,10 2"])
    #expect(Set(bench.pings.compactMap { $0["c59"] }).count == 2)
  }

  @Test("an ad after a pause timeout belongs to the content before the pause")
  func adAfter() {
    let bench = Self.bench()
    bench.api.loadMetadata(["type": "midroll", "assetid": "ad"])
    bench.clear()
    bench.play(0...10)
    bench.api.stop()
    #expect(bench.pings.map { $0["ai"] } == ["ad", "ad"])
    #expect(bench.pings.allSatisfy { $0["c59"] != "sesid," })
    bench.api.loadMetadata(Self.film)
    bench.play(131...140)
    bench.api.end()
    #expect(bench.pings.last?["c27"] == "cln,10")
  }

  @Test("different metadata after a pause timeout does not continue the content before the pause")
  func otherContent() {
    let bench = Self.bench()
    bench.api.loadMetadata(["type": "content", "assetid": "other"])
    bench.clear()
    bench.play(0...10)
    bench.api.end()
    #expect(Set(bench.pings.compactMap { $0["ai"] }) == ["other"])
  }

  @Test("continuing after a pause timeout is logged once")
  func logged() {
    let lines = LogTests.Lines()
    let bench = Bench { $0.log = lines.logger(.notice) }
    bench.begin(Self.film)
    bench.play(0...10)
    bench.elapsed += 2000
    bench.play(11...20)
    #expect(lines.count == 1)
  }

  @Test("a session that was opened by play and lapses again keeps the content")
  func twice() {
    let bench = Self.bench()
    bench.api.play(["channelName": "X"])
    bench.elapsed += 2000
    bench.play(131...140)
    bench.api.end()
    #expect(Self.timers(bench) == ["cln,130 2", "cln,10 2"])
  }

  @Test("tags of a pause in which the user opted back in are dropped")
  func optIn() {
    let bench = Bench()
    bench.api.userOptOut("nielsenappsdk://1")
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.elapsed += 2000
    bench.api.sendID3(SamplePayload.distributorTag(40))
    bench.api.userOptOut("nielsenappsdk://0")
    bench.clear()
    bench.play(41...60, tag: Bench.everyTen)
    bench.api.end()
    let tags = bench.pings.compactMap { $0["tp"] }.joined()
    #expect(!tags.contains(SamplePayload.distributorTag(40)))
    #expect(bench.pings.allSatisfy { $0.product == .tsv || $0["uoo"] == "" })
  }
}
