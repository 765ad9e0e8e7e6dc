import Testing

@testable import PingAnalysis

@Suite("ping bodies")
struct PingBodyTests {
  @Test(
    "lines with parameters or ping URLs are kept, and other lines are skipped",
    arguments: [
      ("a=1", ["a=1"]), ("a=1\nb=2\r\n", ["a=1", "b=2"]), ("\u{FEFF}a=1", ["\u{FEFF}a=1"]),
      ("/cgi-bin/cfg\nhello\n/other", ["/cgi-bin/cfg"]), ("-a=1", ["-a=1"]), ("--a=1", ["--a=1"]),
    ]
  )
  func lines(_ text: String, _ lines: [String]) {
    #expect(PingBody(text) == .lines(lines.map { Substring($0) }))
  }

  @Test("a body without parameters or ping URLs is empty", arguments: [nil, "", "\n\n", "hello"])
  func empty(_ text: String?) { #expect(PingBody(text) == .empty) }

  @Test(
    "JSON, markup, multipart and binary bodies contain no pings, even if they resemble parameters",
    arguments: [
      (#"{"url":"/cgi-bin/gn?a=1"}"#, .json), ("[]", .json), ("[1]", .json),
      (#"["/cgi-bin/gn?a=1", "https://example.com/?a=1"]"#, .json),
      (#"["/cgi-bin/gn?a=1"] ["/cgi-bin/gn?a=2"]"#, .json), (#"["/cgi-bin/gn?a=1""#, .json),
      ("\u{FEFF} \n{\n \"a\": \"b=c\"\n}", .json), (#""a=1""#, .json),
      ("<ping a=\"1\"/>", .markup),
      (
        "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1=2\r\n--x--\r\n", .multipart
      ),
      ("\u{1F}\u{8B}\u{08}\u{00}=\n", .binary),
    ] as [(String, PingBody.Foreign)]
  )
  func foreign(_ text: String, _ form: PingBody.Foreign) {
    #expect(PingBody(text) == .foreign(form))
  }
}
