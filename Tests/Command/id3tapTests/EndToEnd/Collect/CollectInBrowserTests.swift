import Foundation
import TestSupport
import Testing

/// The page of `id3tap collect` in headless Chromium, and pings that Chromium sends to the collector.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(
    if: Tool.isThere(Tool.browser, "python3", "jq", "sqlite3"),
    "\(Tool.browser), python3, jq or sqlite3 is missing: 'make tools' installs them"
  )
)
struct CollectInBrowserTests {
  private let shell: Shell
  private let package = ExplainPingsTests.package.path

  init() throws { shell = try Shell() }

  private var scenario: String {
    "\(package)/SampleStreams/scenarios/preroll-midroll-postroll.json"
  }

  @Test(
    "the collector's page lists and explains arriving pings, and works with mouse and keyboard"
  )
  func page() throws {
    let collector = try RunningCollector(shell)
    let outcome = try shell.run(
      """
      id3tap pings --quiet --format url \(package)/SampleStreams/clean.ts > pings.txt &&
      id3tap pings --quiet --format url --scenario \(scenario) >> pings.txt &&
      python3 \(package)/Tests/Browser/collect-page.py \(collector.url) pings.txt
      """
    )
    #expect(
      outcome.status == 0 && outcome.output == "good\n",
      "\(outcome.status): \(outcome.output)\(outcome.errors)"
    )
    #expect(collector.stop() == 130)
  }

  @Test("the collector's page shows which expected pings have arrived, and which are not due yet")
  func expected() throws {
    try shell.prepare(
      "id3tap pings --quiet --format url \(package)/SampleStreams/clean.ts > pings.txt"
    )
    let collector = try RunningCollector(shell, ["--against", shell.folder.path + "/pings.txt"])
    let outcome = try shell.run(
      "python3 \(package)/Tests/Browser/collect-expect.py \(collector.url) pings.txt"
    )
    #expect(
      outcome.status == 0 && outcome.output == "good\n",
      "\(outcome.status): \(outcome.output)\(outcome.errors)"
    )
    #expect(collector.stop() == 130)
  }

  @Test("a file without pings is refused as --against before the collector listens")
  func nothingExpected() throws {
    let outcome = try shell.run("touch none.txt && id3tap collect --against none.txt")
    #expect(outcome.status == 2 && outcome.errors.contains("none.txt"))
  }

  @Test("the HAR of Chromium and the collector's database have the same pings")
  func capture() throws {
    let collector = try RunningCollector(shell)
    try shell.prepare(
      """
      id3tap pings --quiet --format url --scenario \(scenario) > pings.txt &&
      python3 \(package)/Tests/Judging/PingAnalysisTests/Captures/record-har.py \
        pings.txt browser.har \(collector.url)
      """
    )
    collector.stop()
    for source in ["browser.har", "collected.sqlite"] {
      let compared = try shell.run("id3tap compare --format table \(scenario) \(source)")
      #expect(compared.status == 0, "\(source): \(compared.output)\(compared.errors)")
      let explained = try shell.run(
        "id3tap explain \(source) | jq -c '[.product, .type, .findings]'"
      )
      #expect(explained.lines.count == 11, "\(source)")
      #expect(explained.lines.allSatisfy { $0.hasSuffix(",[]]") }, "\(source): \(explained.output)")
    }
    let (left, right) = try (
      shell.run("id3tap explain browser.har | jq -c '[.url, .fields]' | sort"),
      shell.run("id3tap explain collected.sqlite | jq -c '[.url, .fields]' | sort")
    )
    #expect(left.output == right.output)
    let methods = try shell.run(
      "sqlite3 collected.sqlite 'SELECT DISTINCT method FROM requests ORDER BY 1'"
    )
    #expect(methods.output == "GET\nPOST\n")
  }
}
