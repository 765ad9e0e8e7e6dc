import Testing

@testable import PingAnalysis

@Suite("recognizing pings")
struct PingRecognizerTests {
  private func ping(_ url: String, body: String? = nil) -> SentPing? {
    PingRecognizer.pings(
      in: CapturedRequest(method: body == nil ? "GET" : "POST", url: url, body: body)
    ).first
  }

  @Test(
    "endpoints and parameters determine the product",
    arguments: [
      ("http://127.0.0.1:1/cgi-bin/gn?prd=dcr&rt=video", "dcr"),
      ("https://a.example/cgi-bin/gn?rt=text&prd=dcr", "static"),
      ("/cgi-bin/gn?prd=session", "session"), ("https://a/cgi-bin/gn?prd=audit", "audit"),
      ("https://a/cgi-bin/gn", "unknown"), ("https://a/cgi-bin/d?st=mtvr", "dtvr"),
      ("https://a/cgi-bin/d?x=1", "dtvr"), ("https://a/x/cgi-bin/trans?tp=", "id3"),
      ("https://a/cgi-bin/tsv?id3=", "tsv"), ("https://a/cgi-bin/error?message=7", "error"),
      ("https://a/cgi-bin/m?ci=1", "census"), ("https://a/cgi-bin/cfg?apid=1", "config"),
      ("https://abc.nuid.collector.invalid/", "emm"),
      ("HTTPS://A/cgi-bin/gn?prd=session", "session"),
      ("https://a/nmapi/v2/P1/s1/a?b=%7B%22event%22:%22playhead%22%7D", "cloud"),
    ]
  )
  func products(_ url: String, _ product: String) {
    #expect(PingRecognizer.isPing(url))
    #expect(ping(url)?.product.rawValue == product)
  }

  @Test(
    "requests to unknown paths are not pings",
    arguments: [
      "", "/", "http://", "https://a/", "https://a/cgi-bin/", "https://a/cgi-bin/x?prd=dcr",
      "a/cgi-bin/gn",
      "ftp://a/cgi-bin/gn", "https:///cgi-bin/gn", "recording.ts", "/tmp/gn",
    ]
  )
  func others(_ url: String) {
    #expect(!PingRecognizer.isPing(url))
    #expect(ping(url) == nil)
  }

  @Test(
    "the letter of the credit string determines the type",
    arguments: [
      ("https://a/cgi-bin/gn?prd=dcr&cr=4_00_99_V1_00000", "view"),
      ("https://a/cgi-bin/gn?prd=dcr&cr=4_00_99_D3_11100", "timer"),
      ("https://a/cgi-bin/gn?prd=dcr&rt=text&cr=D", "timer"),
      ("https://a/cgi-bin/d?st=mtvr&cr=2_00_99_I1_00000_1", "impression"),
      ("https://a/cgi-bin/d?st=mtvr&cr=2_00_99_S1_00000_1", "duration"),
      ("https://a/cgi-bin/d?st=mtvr&cr=2_00_99_Q40_20231114_1", "aqh"),
      ("https://a/cgi-bin/trans?tp=", "raw"),
    ]
  )
  func types(_ url: String, _ type: String) { #expect(ping(url)?.type == type) }

  @Test("raw and encoded commas are read in queries and bodies")
  func commas() {
    for url in ["c27=cln,15&c3=st,a", "c27=cln%2C15&c3=st%2ca"] {
      #expect(ping("/cgi-bin/gn?prd=dcr&" + url)?.number("c27") == 15)
      let posted = ping("/cgi-bin/gn", body: "prd=dcr&" + url)
      #expect(posted?.plain("c3") == "a" && posted?.product == .dcr && posted?.hasBody == true)
    }
    #expect(ping("/cgi-bin/gn?prd=dcr&tl=a+b")?["tl"] == "a+b")
    #expect(ping("/cgi-bin/gn", body: "prd=dcr&tl=a+b%2B")?["tl"] == "a b+")
  }

  @Test("a body with several lines gives several pings")
  func lines() {
    let body = "prd=session&a=1\nhttps://x/cgi-bin/gn?prd=dcr&a=2\n\n"
    let pings = PingRecognizer.pings(
      in: CapturedRequest(method: "POST", url: "https://a/cgi-bin/gn", body: body)
    )
    #expect(pings.map(\.product) == [.session, .dcr] && pings.map { $0["a"] } == ["1", "2"])
  }

  @Test("values of the Cloud API are named by their JSON paths")
  func cloud() throws {
    let posted = try #require(
      ping(
        "https://a/nmapi/v2/P1/s1/a",
        body:
          #"{"event":"playhead","position":30,"metadata":{"content":{"assetid":"x"}},"l":[true]}"#
      )
    )
    #expect(posted.type == "playhead" && posted["appId"] == "P1" && posted["sessionId"] == "s1")
    #expect(posted["metadata.content.assetid"] == "x" && posted["position"] == "30")
    #expect(posted["l[0]"] == "true")
    #expect(PingExplainer().explain(posted).findings.isEmpty)
    #expect(ping("https://a/nmapi/v2/P1/s1/a?b=x")?["b"] == "x")
  }

  @Test("an OPTIONS request is not a ping")
  func preflight() {
    let request = CapturedRequest(method: "OPTIONS", url: "https://a/cgi-bin/gn?prd=dcr")
    #expect(PingRecognizer.pings(in: request).isEmpty)
  }
}
