import Testing

@testable import PingAnalysis

@Suite("the pings of a request")
struct RequestPingsTests {
  private func posted(_ body: String, to url: String = "https://a/cgi-bin/gn") -> RequestPings {
    PingRecognizer.pings(in: CapturedRequest(method: "POST", url: url, body: body))
  }

  @Test("a body of many lines gives a ping for each line", arguments: [999, 1000, 1001, 30_000])
  func manyLines(_ count: Int) {
    let pings = posted((0..<count).map { "prd=dcr&n=\($0)" }.joined(separator: "\n"))
    #expect(pings.count == count)
    #expect(pings.last?["n"] == "\(count - 1)" && pings.last?.product == .dcr)
  }

  struct Line: Sendable {
    var text: String
    var endpoint: String
    var product: String
    var url: String
  }

  private static let lines = [
    Line(
      text: "http://h/cgi-bin/gn?prd=session&a=1",
      endpoint: "/cgi-bin/gn",
      product: "session",
      url: "http://h/cgi-bin/gn?prd=session&a=1"
    ),
    Line(
      text: "/cgi-bin/d?st=mtvr",
      endpoint: "/cgi-bin/d",
      product: "dtvr",
      url: "/cgi-bin/d?st=mtvr"
    ),
    Line(
      text: "HTTPS://h/x/cgi-bin/trans?tp=",
      endpoint: "/cgi-bin/trans",
      product: "id3",
      url: "HTTPS://h/x/cgi-bin/trans?tp="
    ),
    Line(
      text: "/cgi-bin/tsv?id3=",
      endpoint: "/cgi-bin/tsv",
      product: "tsv",
      url: "/cgi-bin/tsv?id3="
    ),
    Line(
      text: "http://h/cgi-bin/cfg",
      endpoint: "/cgi-bin/cfg",
      product: "config",
      url: "http://h/cgi-bin/cfg"
    ),
    Line(
      text: "http://x.nuid.h/?a=1",
      endpoint: "/",
      product: "emm",
      url: "http://x.nuid.h/?a=1"
    ),
    Line(
      text: "/nmapi/v2/P1/s1/a?b=%7B%22event%22:%22playhead%22%7D",
      endpoint: "/nmapi/v2/P1/s1/a",
      product: "cloud",
      url: "/nmapi/v2/P1/s1/a?b=%7B%22event%22:%22playhead%22%7D"
    ),
    Line(
      text: "prd=dcr&u=http://h/cgi-bin/d",
      endpoint: "/cgi-bin/gn",
      product: "dcr",
      url: "https://a/cgi-bin/gn?z=0"
    ),
    Line(
      text: "https://h/elsewhere?prd=dcr",
      endpoint: "/cgi-bin/gn",
      product: "dcr",
      url: "https://a/cgi-bin/gn?z=0"
    ),
  ]

  @Test("the path in a line determines the endpoint of its ping", arguments: lines)
  func ownPath(_ line: Line) {
    let body = "prd=session\n\(line.text)"
    let pings = posted(body, to: "https://a/cgi-bin/gn?z=0")
    #expect(pings.count == 2 && pings.first?["z"] == "0")
    #expect(pings.last?.endpoint == line.endpoint && pings.last?.url == line.url)
    #expect(pings.last?.product.rawValue == line.product)
    // A ping with its own URL takes no parameters from the URL of the request.
    #expect((pings.last?["z"] == nil) == (line.text == line.url))
    // A body of only this line gives the same product.
    let alone = posted(line.text, to: "https://a/cgi-bin/gn?z=0")
    #expect(alone.count == 1 && alone.first?.product.rawValue == line.product)
  }

  @Test("a plus sign in a line that is a URL is not decoded as a space") func plus() {
    #expect(posted("/cgi-bin/gn?prd=dcr&tl=a+b").first?["tl"] == "a+b")
    #expect(posted("prd=dcr&tl=a+b").first?["tl"] == "a b")
  }

  @Test("each URL in a JSON array gives a ping")
  func array() {
    let urls = ["http://h/cgi-bin/gn?prd=dcr&a=%22", "/cgi-bin/d?st=mtvr"]
    let pings = posted(#" ["http://h/cgi-bin/gn?prd=dcr&a=%22", "\/cgi-bin\/d?st=mtvr"]"#)
    #expect(pings.map(\.url) == urls && pings.map(\.product) == [.dcr, .dtvr])
    #expect(pings.first?["a"] == "\"" && pings.foreignBody == nil)
    #expect(pings.indices.compactMap { pings.part(at: $0) } == urls)
    #expect(posted(#""/cgi-bin/d?st=mtvr""#).map(\.product) == [.dtvr])
  }

  @Test("a request whose body has no pings has one ping, which is in its URL")
  func foreign() {
    let pings = posted(#"{"prd": "dcr", "u": "a=b"}"#, to: "https://a/cgi-bin/gn?prd=session")
    #expect(pings.foreignBody == .json && pings.map(\.product) == [.session])
    #expect(pings.first?.parameters.count == 1)
    #expect(posted(#"{"event":"a=b"}"#, to: "https://a/nmapi/v2/P1/s1/a").foreignBody == nil)
  }

  @Test("each ping of a body with several pings has its own part of the body")
  func parts() {
    let pings = posted("a=1\r\nhello\r\n\r\nb=2\u{2028}c=3")
    #expect(pings.indices.compactMap { pings.part(at: $0) } == ["a=1", "b=2", "c=3"])
    #expect(pings.part(at: 3) == nil)
    #expect(posted("a=1").part(at: 0) == nil)
    #expect(PingRecognizer.pings(in: CapturedRequest(url: "/cgi-bin/gn")).part(at: 0) == nil)
    #expect(RequestPings().isEmpty)
  }

  @Test("a long object name, repeated in thousands of JSON paths, does not exceed the size limit")
  func repeatedNames() {
    let name = String(repeating: "n", count: 400_000)
    let values = repeatElement("{}", count: 100_000).joined(separator: ",")
    let pings = posted(#"{"\#(name)":[\#(values),1]}"#, to: "https://a/nmapi/v2/P1/s1/a")
    #expect(pings.first?.parameters.map(\.name) == ["appId", "sessionId"])
  }
}
