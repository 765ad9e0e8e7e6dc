import Testing

@testable import NielsenAppApi

@Suite("measurement of pages")
struct StaticViewTests {
  static func page(_ section: String, _ id: String? = nil) -> [String: String] {
    var page = ["type": "static", "section": section]
    page["assetid"] = id
    return page
  }

  /// The time since the start, section, `cr`, `at`, `c64` since the start, `c27` and `davty` of a ping.
  static func line(_ ping: Ping) -> String {
    let began = (Int64(ping["c64"]?.dropFirst(8) ?? "") ?? 0) - Bench.start
    return "\(ping.createTime - Bench.start) \(ping["asn"] ?? "") \(ping["cr"] ?? "") "
      + "\(ping["at"] ?? "") \(began) \(ping["c27"]?.dropFirst(4) ?? "") \(ping["davty"] ?? "")"
  }

  static func lines(_ bench: Bench) -> [String] {
    bench.pings.filter { $0.product == .static }.map(line)
  }

  @Test("a page makes a view, a timer every five minutes, and a timer at its end")
  func timers() {
    let bench = Bench()
    bench.api.loadMetadata(Self.page("news"))
    for second in stride(from: Int64(100), through: 700, by: 100) {
      bench.elapsed = second
      bench.api.advance()
    }
    bench.elapsed = 710
    bench.api.staticEnd()
    bench.api.staticEnd()
    #expect(
      Self.lines(bench) == [
        "0 news V view 0 0 0", "300 news D timer 0 300 1", "600 news D timer 300 300 1",
        "710 news D timer 600 110 2",
      ]
    )
    for ping in bench.pings { #expect(Invariants.broken(by: ping).isEmpty) }
    #expect(bench.pings.last?["ch"] == "us-000000_c01_news_S")
    #expect(bench.pings.last?["ca"] == "NA")
    #expect(bench.pings.last?["rt"] == "text")
  }

  @Test("time without calls is reported by one timer at the next call")
  func unseen() {
    let bench = Bench()
    bench.api.loadMetadata(Self.page("news"))
    bench.elapsed = 1000
    bench.api.playheadPosition(0)
    #expect(Self.lines(bench).last == "1000 news D timer 0 1000 1")
  }

  @Test("loading the same page again makes no ping, and another page makes a view")
  func same() {
    let bench = Bench()
    bench.api.loadMetadata(Self.page("news"))
    bench.elapsed = 10
    bench.api.loadMetadata(Self.page("news"))
    #expect(Self.lines(bench).count == 1)
    bench.api.loadMetadata(Self.page("sports"))
    bench.elapsed = 15
    bench.api.loadMetadata(Self.page("sports", "article"))
    #expect(
      Self.lines(bench).dropFirst() == [
        "10 news D timer 0 10 2", "10 sports V view 10 0 0", "15 sports D timer 10 5 2",
        "15 sports V view 15 0 0",
      ]
    )
  }

  @Test("loading the same page after staticEnd makes a new view")
  func afterEnd() {
    let bench = Bench()
    for _ in 0..<2 {
      bench.api.loadMetadata(Self.page("news"))
      bench.elapsed += 5
      bench.api.staticEnd()
    }
    #expect(
      bench.pings.filter { $0.product == .static }.map(\.type) == [.view, .timer, .view, .timer]
    )
  }

  @Test(
    "content and ads close a page",
    arguments: [["type": "content", "assetid": "a"], ["type": "preroll"]]
  )
  func closedByContent(_ metadata: [String: String]) {
    let bench = Bench()
    bench.api.loadMetadata(Self.page("news"))
    bench.elapsed = 5
    bench.api.loadMetadata(metadata)
    #expect(Self.lines(bench).last == "5 news D timer 0 5 2")
  }

  @Test("a page closes content and ads, and DTVR continues")
  func closesContent() {
    let bench = Bench()
    let content = ["type": "content", "assetid": "a", "adModel": "1"]
    bench.begin(content)
    bench.play(0...20, tag: Bench.everyTen)
    bench.api.loadMetadata(Self.page("news"))
    bench.elapsed += 1
    bench.play(21...40, tag: Bench.everyTen)
    bench.api.loadMetadata(content)
    bench.elapsed += 1
    bench.play(41...60, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
    #expect(bench.dtvr.last?["c27"] == "cln,60")
    let timers = bench.pings.filter { $0.product == .dcr && $0.type == .timer }
    #expect(timers.map { "\($0["c27"] ?? "") \($0["davty"] ?? "")" } == ["cln,20 2", "cln,19 2"])
    #expect(Set(timers.map { $0["c59"] }).count == 2)
  }

  @Test("if the clock is set back while a page is open, no time is counted")
  func clockSetBack() {
    let bench = Bench()
    bench.elapsed = 100
    bench.api.loadMetadata(Self.page("news"))
    bench.elapsed = 50
    bench.api.staticEnd()
    #expect(bench.pings.last?["c27"] == "cln,0")
    // Only the numbers of the pings continue to increase.
    #expect(bench.pings.last.map { Invariants.broken(by: $0) } == ["rnd-is-creation"])
  }
}
