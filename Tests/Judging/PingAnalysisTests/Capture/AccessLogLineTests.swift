import Testing

@testable import PingAnalysis

@Suite("access log lines")
struct AccessLogLineTests {
  @Test(
    "the request is read from the first quoted string of a line",
    arguments: [
      (#"1 - - [x] "GET /cgi-bin/d?a=1 HTTP/2.0" 200"#, "GET", "/cgi-bin/d?a=1"),
      (#"1 - - [x] "POST /cgi-bin/d HTTP/1.1" 200"#, "POST", "/cgi-bin/d"),
      (#"1 - - [x] "GET /a?b=\"c\\d\x22 HTTP/1.1" 200"#, "GET", #"/a?b="c\d""#),
      (#"1 - - [x] "GET /a b c HTTP/1.1" 200"#, "GET", "/a b c"),
      (#""GET /a"#, "GET", "/a"), (#""GET /a\x2"#, "GET", "/ax2"),
    ]
  )
  func request(_ line: String, _ method: String, _ url: String) {
    let exchange = AccessLogLine.exchange(in: line)
    #expect(exchange?.request.method == method && exchange?.request.url == url)
  }

  @Test(
    "a line without a quoted request has no request",
    arguments: ["", "\"", "\"a b\"", "GET /a", "\"GET\""]
  )
  func others(_ line: String) { #expect(AccessLogLine.exchange(in: line) == nil) }
}
