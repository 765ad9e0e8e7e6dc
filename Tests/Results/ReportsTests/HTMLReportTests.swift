import Formats
import Foundation
import System
import Testing

@testable import Reports

@Suite struct HTMLReportTests {
  /// Strings that would do harm if they were used as markup. The last ones combine `"` and `<` with a following mark
  /// into one character.
  static let hostile = [
    "</script><img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "' onmouseover='alert(1)",
    "<!--<script>", "{{name}}{{{style}}}", "\"\u{301} onmouseover=alert(1) \u{200d}", "<\u{20dd}b>",
    "javascript:alert(1)",
  ]

  private func page(_ lines: [String]) throws -> String {
    let report = try Records.report(lines)
    return try written { try HTMLReport(report).write(to: $0) }
  }

  @Test("foreign text never becomes markup", arguments: hostile)
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
    // No text adds elements or quotes, counted by bytes as in a browser.
    for byte in "<>\"'".utf8 {
      let counts = [page, plain].map { $0.replacing("<wbr>", with: "").utf8.count { $0 == byte } }
      #expect(counts[0] == counts[1], "\(UnicodeScalar(byte))")
    }
  }

  @Test("the content security policy allows only the page's own style and script")
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

  @Test(
    "the rows of the table have the values of the records, and the script sorts by the same numbers"
  )
  func rows() throws {
    let page = try page([
      Records.check("x/a<b", data: 7, findings: Records.finding()), Records.check("x/good.ts"),
    ])
    let row = try #require(page.firstMatch(of: /<tr[^>]*data-verdict.*#input=x\/a%3Cb".*<\/tr>/)?.0)
    for text in [
      "data-verdict=\"pass\" data-data=\"7\"", "data-causes=\"cadence-gap\"",
      ">a&lt;b</a>", "<td class=\"number\" data-label=\"DATA\">7</td>",
    ] {
      #expect(row.contains(text), "\(text)")
    }
    #expect(page.contains("All inputs are in <code>x/</code>"))
  }

  @Test("inputs are counted by folder if the folders contain several inputs")
  func folders() throws {
    let two = [Records.check("x/a/1.ts"), Records.check("x/b/1.ts", verdict: "fail")]
    #expect(!(try page(two)).contains("class=\"folders\""))
    let page = try page(two + [Records.check("x/a/2.ts"), Records.check("x/b/2.ts")])
    let rows = page.matches(of: /href="(#folder=[^"]*)">([^<]*)<.*<td>(.*)<\/td>/)
    #expect(rows.map { String($0.1) } == ["#folder=x/a/", "#folder=x/b/"])
    #expect(rows.map { String($0.2) } == ["a/", "b/"])
    #expect(rows.map { $0.3.contains("1 fail") } == [false, true])
    #expect(rows.map { $0.3.contains("2 pass") } == [true, false])
  }

  @Test("every input has its details, which need no script")
  func details() throws {
    let page = try page([
      Records.check("good.ts"),
      Records.check("bad.ts", verdict: "fail", rules: Records.gapRule, findings: Records.finding()),
    ])
    for text in [
      "<h2 tabindex=\"-1\">bad.ts ", "<h2 tabindex=\"-1\">good.ts ",
      "<td class=\"problem\">no DATA tag for 40.0 s</td>", "id=\"input=bad.ts\"",
      ">0:01:58.5</a> byte 3,384 · program 1 · PID 0x102 (258)",
      "<b>What to do:</b> Look.", "<p class=\"lead\">2 inputs · ",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("noscript") && !page.contains("application/json"))
  }

  @Test("a page of one input is smaller than 60 kB")
  func size() throws {
    #expect(try page([Records.check("a", findings: Records.finding())]).utf8.count < 60_000)
  }

  @Test("the page states that id3tap is independent software, not affiliated with Nielsen")
  func disclaimer() throws {
    let page = try page([])
    #expect(page.contains("independent software, not a Nielsen certification"))
    #expect(page.contains("Independent software, not affiliated with Nielsen"))
  }

  @Test("the page names the parts that are left out")
  func cuts() throws {
    var report = try Records.report([Records.check("a")])
    report.unlistedInputs = 3
    report.reducedInputs = 1
    let page = try written { try HTMLReport(report).write(to: $0) }
    #expect(page.contains("Counted here but not listed: 3 more inputs."))
    #expect(page.contains("Details of 1 input are left out"))
  }
}
