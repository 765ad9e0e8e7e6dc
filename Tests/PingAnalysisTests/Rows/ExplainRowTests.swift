import Documents
import Testing

@testable import PingAnalysis

@Suite("rows of explained pings")
struct ExplainRowTests {
  private func row(_ url: String) throws -> ExplainRow {
    let ping = try #require(SampleRun.pings(of: [url]).first)
    return ExplainRow(input: "a.har", index: 0, PingExplainer().explain(ping))
  }

  @Test("the JSON has the members of the contract")
  func json() throws {
    let json = try row(PublishedPing.url.setting("c3", "x")).json
    #expect(json[path: "url"] == .string(PublishedPing.url.setting("c3", "x")))
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

  @Test("a page shows hostile values as text and loads nothing")
  func page() throws {
    let evil = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%26"
    let page =
      ExplainRow.opening(of: .html)
      + (try row(PublishedPing.url.setting("tl", evil)).part(of: .html, isFirst: true))
      + ExplainRow.closing(of: .html)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;"))
    #expect(!page.contains("<script") && page.contains("default-src 'none'"))
    #expect(!page.contains(" src=") && !page.contains("<link"))
    #expect(page.contains("prefers-color-scheme: dark") && page.hasSuffix("</html>\n"))
  }

  @Test("a page shows what cannot be seen, or turns the direction, by its number")
  func invisible() throws {
    let url = PublishedPing.url.setting("tl", "a%E2%80%AEb%E2%80%8Bc")
    let page = try row(url).part(of: .html, isFirst: true)
    #expect(page.contains("a\\u{202e}b\\u{200b}c"))
    #expect(!page.unicodeScalars.contains { ["\u{202e}", "\u{200b}"].contains($0) })
  }

  @Test("the table has no control character of a ping")
  func table() throws {
    let block = try row(PublishedPing.url.setting("tl", "%1B%5B31m%0A")).block(TableStyle())
    #expect(block?.contains("\u{1b}") == false)
    #expect(block?.contains("\\u{1b}[31m\\u{a}") == true)
    #expect(block?.contains("nothing wrong found") == false || block?.contains("!") == false)
  }
}
