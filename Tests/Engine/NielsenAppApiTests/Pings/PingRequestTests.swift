import Testing

@testable import NielsenAppApi

@Suite("requests of pings")
struct PingRequestTests {
  @Test("the request of every kind of ping has the URL of the ping")
  func first() {
    let bench = Bench()
    bench.begin()
    bench.play(0...400, tag: Bench.everyTen)
    bench.api.end()
    #expect(Set(bench.pings.map(\.product)).isSuperset(of: [.session, .dtvr, .id3]))
    for ping in bench.pings where ping.product != .tsv {
      let request = ping.request
      #expect(request.url == ping.url)
      let changing = request.slots.map(\.field).filter { $0 != .firstPartyID }
      #expect(changing == [.sendTime, .attempts, .reason])
      #expect(request.url(sendTime: ping.sendTime, attempts: 0, reason: "") == ping.url)
    }
  }

  @Test("the URLs of later attempts differ only in time, attempt number and reason")
  func later() throws {
    let ping = try #require(Bench().pings.first)
    let later = ping.request.url(sendTime: 1_700_000_000, attempts: 10, reason: "http-503")
    #expect(
      later.replacing("sendTime,1700000000", with: "sendTime,1699984800")
        .replacing("retry,10~~retryreason,http-503~~", with: "retry,0~~retryreason,~~") == ping.url
    )
  }

  @Test("a request without the first-party id equals the request of the ping without the id")
  func withoutFirstPartyID() throws {
    let bench = Bench()
    bench.begin()
    bench.play(0...400, tag: Bench.everyTen)
    bench.api.end()
    for ping in bench.pings where ping.product != .tsv && ping["fp_id"] != nil {
      let request = ping.request.withoutFirstPartyID
      #expect(request.url == ping.withoutFirstPartyID.url)
      #expect(request.slots == ping.withoutFirstPartyID.request.slots)
      #expect(ping.withoutFirstPartyID["fp_id"] == "" && ping["fp_id"]?.count == 39)
      let later = request.url(sendTime: 1_700_000_000, attempts: 3, reason: "offline")
      #expect(later.contains("retry,3~~retryreason,offline~~") && later.contains("&fp_id=&"))
      #expect(PingRequest(url: request.url, slotText: request.slotText) == request)
    }
  }

  @Test(
    "attempts and reason are filled in even if a configuration encodes the diagnostics as a whole"
  )
  func encoded() throws {
    var configuration = EngineConfiguration()
    let notation = "1 prd=\"session\" x={diagnostics} c62=sendTime,{sendTime} rnd={rnd}"
    configuration.pings["session"] = try PingTemplate(endpoint: "gn", notation: notation)
    let bench = Bench { [configuration] in $0.configuration = configuration }
    let ping = try #require(bench.pings.first)
    let url = ping.request.url(sendTime: 1_700_000_000, attempts: 3, reason: "offline")
    #expect(url.contains("x=retry%2C3~~retryreason%2Coffline~~devmodel"))
    #expect(url.contains("c62=sendTime,1700000000&"))
  }

  @Test("a stored request is read back unchanged")
  func text() throws {
    let request = try #require(Bench().pings.first).request
    #expect(PingRequest(url: request.url, slotText: request.slotText) == request)
    #expect(PingRequest(url: "u", slotText: "") == PingRequest(url: "u"))
  }

  @Test(
    "a stored request whose slots do not fit the URL is rejected",
    arguments: [
      "s5+1", "s0+6", "s-1+1", "s1+-1", "s3+1 a0+1", "x0+1", "s0", "s0+1+1", "s+",
      "s0+99999999999999999999",
      "s9223372036854775807+1",
    ]
  )
  func unfit(_ text: String) {
    #expect(PingRequest(url: "abcd", slotText: text) == nil)
  }

  @Test("a ping that was not made by an engine is sent unchanged")
  func given() {
    let ping = Ping(
      product: .dtvr,
      type: .view,
      createTime: 0,
      sendTime: 0,
      endpoint: "/d",
      parameters: [],
      url: "http://h/d?c62=sendTime,0"
    )
    #expect(ping.request.url(sendTime: 9, attempts: 9, reason: "x") == ping.url)
  }
}
