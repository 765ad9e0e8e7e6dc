import Records
import Testing

@testable import PingAnalysis
@testable import Reports

@Suite("HTML pages of comparisons")
struct ComparisonPageTests {
  private func page(expected: [String], actual: [String]) -> String {
    let report = PingComparison.report(
      expected: SampleRun.pings(of: expected),
      actual: SampleRun.pings(of: actual)
    )
    let row = ComparisonRow(expected: "<a>.ts", actual: "app.har", report)
    return SampleRun.page([row])
  }

  @Test("a page shows differences with their likely causes, and escapes names")
  func different() {
    let page = page(expected: [PublishedPing.url], actual: [])
    #expect(ComparisonRow.formats.contains(.html))
    #expect(page.contains("Different: 0 of 1 expected pings were seen"))
    #expect(page.contains("Likely cause: ") && page.contains("data-level=\"error\""))
    #expect(page.contains("&lt;a&gt;.ts") && !page.contains("<a>.ts"))
    #expect(page.contains("<main>") && page.hasSuffix("</html>\n"))
  }

  @Test("a page names the kinds of differences, and has no box to filter errors if all are errors")
  func words() {
    let page = page(expected: [PublishedPing.url], actual: [])
    #expect(page.contains("1 difference: 1 missing session."))
    #expect(page.contains("<span class=\"error\">missing session</span>"))
    #expect(!page.contains("<input name=\"errors\""))
  }

  @Test("missing payloads are counted as payloads, and a missing session counts once")
  func counts() throws {
    let urls = try SampleRun.urls(duration: 400)
    let raws = urls.filter { $0.contains("/trans") }
    let kept = urls.filter { $0 != raws[1] && $0 != raws[2] }
    let page = page(expected: urls, actual: kept)
    let headline = try #require(page.firstMatch(of: /1 difference: (\d+) missing tag payloads\./))
    #expect(
      page.contains("<small>\(headline.1) payloads</small>") && !page.contains(" pings</small>")
    )
    let absent = self.page(expected: urls, actual: [])
    #expect(absent.contains("1 missing session"))
  }

  @Test("missing FD and PC pings of one tag with the same cause share an entry")
  func twins() {
    var report = ComparisonReport(options: ComparisonOptions())
    report.differences = ["FD_a", "PC_b"].map { id in
      PingDifference(
        kind: .missing,
        product: "dtvr",
        type: "view",
        session: 1,
        time: 65,
        count: 1,
        message: "DTVR view of \(id) is missing",
        cause: "call sendID3"
      )
    }
    let missing = PingMoment(expected: 65)
    report.moments = [
      (session: 1, pings: [PingMoment(expected: 0, seen: 0), missing, missing])
    ]
    let page = SampleRun.page([ComparisonRow(expected: "a", actual: "b", report)])
    #expect(page.contains("2 differences: 2 missing pings."))
    #expect(page.matches(of: /<article/).count == 1)
    #expect(page.matches(of: /<h3>DTVR view of (FD|PC)_/).count == 2)
    #expect(page.matches(of: /Likely cause:/).count == 1)
    #expect(page.matches(of: /<rect class="alone"/).count == 2)
    #expect(page.contains("aria-label=\"session 1, expected: 3, different: 2\""))
    #expect(page.contains("aria-label=\"session 1, seen: 1, different: 0\""))
  }

  @Test("content without a name is described as such")
  func nameless() {
    let urls = ["https://a.invalid/cgi-bin/gn?prd=dcr&c13=asid,P9&cr=4_00_99_V1_00000"]
    #expect(SampleRun.pings(of: urls).map(\.words) == ["DCR view of content without a name"])
  }

  @Test("a page of equal runs reports no difference")
  func same() {
    let page = page(expected: [PublishedPing.url], actual: [PublishedPing.url])
    #expect(page.contains("Same: 1 of 1 expected pings were seen."))
    #expect(page.contains("No differences.") && !page.contains("data-level=\"error\""))
  }
}
