import Records
import Testing

@testable import PingAnalysis
@testable import Reports

@Suite("rows of explained pings")
struct ExplainRowTests {
  private func row(_ url: String, index: Int = 0) throws -> ExplainRow {
    let ping = try #require(SampleRun.pings(of: [url]).first)
    return ExplainRow(input: "a.har", index: index, PingExplainer().explain(ping))
  }

  @Test("the JSON of a ping has the documented members")
  func json() throws {
    let json = try row(PublishedPing.url.setting("c3", "x", isEncoded: true)).json
    #expect(json[path: "url"] == .string(PublishedPing.url.setting("c3", "x", isEncoded: true)))
    #expect(
      json[path: "endpoint"] == .string("/cgi-bin/gn") && json[path: "type"] == .string("timer")
    )
    #expect(json[path: "product"] == .string("dcr"))
    guard case .array(let fields) = json[path: "fields"],
      case .array(let findings) = json[path: "findings"]
    else { return #expect(Bool(false), "\(json.text)") }
    #expect(fields.count == 97)
    let keys = ["name", "key", "value", "meaning", "valid", "finding"]
    #expect(fields.allSatisfy { field in keys.allSatisfy { field[path: $0] != nil } })
    #expect(findings.first?[path: "rule"] == .string("bad-value"))
    #expect(findings.first?[path: "field"] == .string("c3"))
  }

  @Test("a page escapes hostile values and loads no resources")
  func page() throws {
    let evil = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%26"
    let page = SampleRun.page([try row(PublishedPing.url.setting("tl", evil, isEncoded: true))])
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;"))
    #expect(page.matches(of: /<script/).count == 1)
    #expect(page.contains("default-src &#39;none&#39;"))
    #expect(!page.contains(" src=") && !page.contains("<link"))
    #expect(page.contains("prefers-color-scheme: dark") && page.hasSuffix("</html>\n"))
  }

  @Test("a page has landmarks and a filter, and opens the first entry of each input")
  func shell() throws {
    let good = PublishedPing.url
    let page = SampleRun.page([
      try row(good), try row(good.setting("c3", "x", isEncoded: true), index: 1),
    ])
    for part in ["<header>", "<main>", "<footer>", "id=\"filter\"", "Errors only", "Expand all"] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.matches(of: /data-level="error"/).count == 1)
    #expect(
      page.matches(of: /<li class="error" data-cause="bad-value c3"><code>c3<\/code>/).count == 1
    )
    #expect(page.matches(of: /<h2>a\.har<\/h2>\n<details [^>]* open>/).count == 1)
    #expect(page.matches(of: /<details [^>]* open>/).count == 1)
    #expect(!page.contains("nothing wrong found"))
  }

  @Test("all missing parameters are named in one line")
  func missing() throws {
    let url = "https://a.invalid/cgi-bin/gn?prd=dcr&c13=asid,P9&sessionId=s9&cr=4_00_99_V1_00000"
    let ping = try #require(SampleRun.pings(of: [url]).first)
    let explained = PingExplainer().explain(ping)
    let missing = explained.findings.filter { $0.rule == "missing" }
    try #require(missing.count > 1)
    let folded = explained.foldedFindings.filter { $0.rule == "missing" }
    let words = try #require(folded.first?.message)
    #expect(
      folded.count == 1 && words.hasPrefix("\(missing.count) required parameters are missing: ")
    )
    #expect(missing.compactMap(\.field).allSatisfy { words.contains($0) })
    // A message gives an example value, not a pattern.
    #expect(explained.findings.contains { $0.message.contains("expected a value such as '") })
    #expect(!explained.findings.contains { $0.message.contains("^(?:") })
    let row = ExplainRow(input: "a", index: 0, explained)
    let section = ExplainPage.section(row).markup
    #expect(section.contains("<b>DCR view of content without a name</b>"))
    #expect(section.matches(of: /missing:/).count == 1)
    #expect(row.block(TableStyle())?.contains("every ping of this kind has it") == false)
  }

  @Test("a page shows invisible characters and direction marks as code points")
  func invisible() throws {
    let url = PublishedPing.url.setting("tl", "a%E2%80%AEb%E2%80%8Bc", isEncoded: true)
    let page = ExplainPage.section(try row(url)).markup
    #expect(page.contains("a\\u{202e}b\\u{200b}c"))
    #expect(!page.unicodeScalars.contains { ["\u{202e}", "\u{200b}"].contains($0) })
  }

  @Test("control characters of a ping are escaped in the table")
  func table() throws {
    let block = try row(PublishedPing.url.setting("tl", "%1B%5B31m%0A", isEncoded: true)).block(
      TableStyle()
    )
    #expect(block?.contains("\u{1b}") == false)
    #expect(block?.contains("\\u{1b}[31m\\u{a}") == true)
    #expect(block?.contains("nothing wrong found") == false || block?.contains("!") == false)
  }
}
