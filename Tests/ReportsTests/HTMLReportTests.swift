import Formats
import Foundation
import System
import Testing

@testable import Reports

@Suite struct HTMLReportTests {
  /// Texts that would do harm where they were taken for markup; the last ones join `"` and `<` to one
  /// character with what follows.
  static let hostile = [
    "</script><img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "' onmouseover='alert(1)",
    "<!--<script>", "{{name}}{{{style}}}", "\"\u{301} onmouseover=alert(1) \u{200d}", "<\u{20dd}b>",
    "javascript:alert(1)",
  ]

  private func page(_ lines: [String]) throws -> String {
    let report = try Records.report(lines)
    return try written { try HTMLReport(report).write(to: $0) }
  }

  @Test("foreign text becomes no markup, in no place", arguments: hostile)
  func escaping(text: String) throws {
    let page = try page([
      Records.check(
        text,
        verdict: "fail",
        rules: Records.gapRule,
        findings: Records.finding(message: text)
      ),
      Records.check("clean"), Records.ping(text, 0, time: 1),
    ])
    let plain = try self.page([
      Records.check(
        "n",
        verdict: "fail",
        rules: Records.gapRule,
        findings: Records.finding(message: "m")
      ),
      Records.check("clean"), Records.ping("n", 0, time: 1),
    ])
    // Neither elements nor quotes are added by a text: by bytes, as a browser counts them.
    for byte in "<>\"'".utf8 {
      let counts = [page, plain].map { markup(of: $0).utf8.count { $0 == byte } }
      #expect(counts[0] == counts[1], "\(UnicodeScalar(byte))")
    }
  }

  /// The page without its data, whose quotes are those of JSON.
  private func markup(of page: String) -> String {
    var result = ""
    var rest = page[...]
    let start = "<script type=\"application/json\""
    while let open = rest.range(of: start),
      let close = rest.range(of: "</script>", range: open.upperBound..<rest.endIndex)
    {
      result += rest[..<open.lowerBound]
      let data = rest[open.upperBound..<close.lowerBound]
      #expect(!data.dropFirst().utf8.contains(UInt8(ascii: "<")))
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  @Test(
    "the policy allows exactly the style and the script of the page, and nothing from elsewhere"
  )
  func policy() throws {
    let page = try page([Records.check("a")])
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
      .replacing("&#39;", with: "'")
    let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)?.1)
    let script = try #require(page.firstMatch(of: /(?s)<script>(.*?)<\/script>/)?.1)
    func source(_ text: Substring) -> String {
      "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))'"
    }
    #expect(policy.hasPrefix("default-src 'none';"))
    #expect(policy.contains("style-src \(source(style));"))
    #expect(policy.contains("script-src \(source(script));"))
    #expect(!policy.contains("unsafe") && !policy.contains("http"))
    let links = page.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }
    #expect(links.allSatisfy { $0.hasPrefix("#") })
  }

  @Test("the data of the page are JSON that says what the records said")
  func data() throws {
    let page = try page([Records.check("a<b", data: 7, findings: Records.finding())])
    let text = try #require(
      page.firstMatch(of: /id="report-data">(.*?)<\/script>/)?.1
    )
    let json = try JSONValue(parsing: text.utf8)
    let row = try #require(json["inputs"]?.elements.first?.elements)
    #expect(row[0] == .string("a<b"))
    #expect(row[1] == .string("pass"))
    #expect(row[2] == .integer(7))
    #expect(
      json["rules"]?.elements.map { $0.elements[0] } == [
        .string("tag-present"), .string("cadence-gap"),
      ]
    )
    let details = try #require(page.firstMatch(of: /id="details-0">(.*?)<\/script>/)?.1)
    let detail = try #require(try JSONValue(parsing: details.utf8).elements.first)
    #expect(detail["findings"]?.elements.count == 1)
    #expect(detail["tracks"]?.elements.first?["marks"] == .string("di..!d"))
  }

  @Test("without its script the page has the summary, the table and the details of failed inputs")
  func plain() throws {
    let page = try page([
      Records.check("good.ts"),
      Records.check("bad.ts", verdict: "fail", rules: Records.gapRule, findings: Records.finding()),
    ])
    let plain = try #require(page.firstMatch(of: /(?s)<noscript>\n(.*)<\/noscript>/)?.1)
    #expect(plain.contains("<th scope=\"row\" class=\"name\">good.ts</th>"))
    #expect(plain.contains("<td class=\"problem\">no DATA tag for 40.0 s</td>"))
    #expect(plain.contains("<h2>bad.ts "))
    #expect(!plain.contains("<h2>good.ts "))
    #expect(plain.contains("no DATA tag for 40.0 s"))
    #expect(plain.contains("0:01:58.5 · byte 3,384 · program 1 · PID 0x102 (258)"))
    #expect(plain.contains("Look for the device that dropped the tags"))
    #expect(page.contains("<p class=\"lead\">2 inputs · "))
  }

  @Test("the page says what it is")
  func disclaimer() throws {
    let page = try page([])
    #expect(page.contains("independent software, not a Nielsen certification"))
    #expect(page.contains("Independent software, not affiliated with Nielsen"))
  }

  @Test("what is left out is named on the page")
  func cuts() throws {
    var report = try Records.report([Records.check("a")])
    report.unlistedInputs = 3
    report.reducedInputs = 1
    let page = try written { try HTMLReport(report).write(to: $0) }
    #expect(page.contains("3 inputs more are counted here but not listed"))
    #expect(page.contains("Details of 1 input are left out"))
  }
}
