import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("clients and responses in captures")
struct CapturedExchangeTests {
  private static let url = SampleCaptures.url

  /// Captures of one ping, with User-Agent `App/1` and status 403.
  static let captures: [(name: String, text: String, response: String?)] = [
    (
      "HAR",
      """
      {"log":{"version":"1.2","creator":{"name":"a"},"entries":[{"request":{"method":"GET",
       "url":"\(url)","headers":[{"name":"Accept","value":"*"},{"name":"User-Agent","value":"App/1"}]},
       "response":{"status":403,"content":{"text":"[\\"03\\"]"}}}]}}
      """,
      #"["03"]"#
    ),
    (
      "a Charles JSON session",
      """
      [{"method":"GET","protocolVersion":"HTTP/1.1","scheme":"http","host":"127.0.0.1","port":8977,
        "path":"/cgi-bin/gn","query":"\(SampleCaptures.query)","tunnel":false,
        "request":{"header":{"headers":[{"name":"user-agent","value":"App/1"}]}},
        "response":{"status":403,"body":{"text":"no"}}}]
      """,
      "no"
    ),
    (
      "a row of a collector",
      #"{"url":"\#(url)","headers":[["Host","a"],["User-Agent","App/1"]],"status":403}"#,
      nil
    ),
    (
      "an access log",
      #"192.0.2.1 - - [14/Nov/2023:22:13:20 +0000] "GET /cgi-bin/gn?\#(SampleCaptures.query) "#
        + #"HTTP/1.1" 403 43 "-" "App/1""#,
      nil
    ),
  ]

  private static func exchanges(_ text: String) throws -> [CapturedExchange] {
    var head: [UInt8] = []
    let source = MemorySource(Array(text.utf8))
    let reader = try #require(try CaptureReader.detect(source, head: &head))
    var found: [CapturedExchange] = []
    try reader.forEachExchange { found.append($0) }
    return found
  }

  @Test("User-Agent, status and response are read", arguments: captures.indices)
  func kept(_ index: Int) throws {
    let (name, text, response) = Self.captures[index]
    let found = try Self.exchanges(text)
    #expect(found.map(\.userAgent) == ["App/1"], "\(name)")
    #expect(found.map(\.status) == [403], "\(name)")
    #expect(found.map(\.response) == [response], "\(name)")
  }

  @Test("a Charles CSV session has no User-Agent, and invalid status codes are ignored")
  func table() throws {
    let rows = ["200", "0", "-"].map { "\"\(Self.url)\",\($0),GET\n" }.joined()
    let found = try Self.exchanges("URL,Response Code,Method\n" + rows)
    #expect(found.map(\.status) == [200, nil, nil])
    #expect(found.allSatisfy { $0.userAgent == nil })
  }

  @Test(
    "URLs and logs without a User-Agent give no User-Agent",
    arguments: ["common", "dash", "url"]
  )
  func nothing(_ form: String) throws {
    let head = #"a - - [14/Nov/2023:22:13:20 +0000] "GET /cgi-bin/gn?prd=session HTTP/1.1" 200 43"#
    let text = ["common": head, "dash": head + #" "-" "-""#, "url": Self.url][form] ?? ""
    let found = try Self.exchanges(text)
    #expect(found.map(\.userAgent) == [nil])
    #expect(found.map(\.status) == [form == "url" ? nil : 200])
  }

  @Test("a long response is cut at the size limit")
  func longAnswer() {
    let exchange = CapturedExchange(
      request: CapturedRequest(url: Self.url),
      response: String(repeating: "a", count: 100_000)
    )
    #expect(exchange.response?.utf8.count == CapturedExchange.responseLimit)
  }
}
