import Foundation
import TestSupport
import Testing

/// Checks every page that id3tap writes or serves with axe-core, for a desktop and a phone, in light and dark colours.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it"),
  .enabled(if: Axe.isThere, "axe-core is missing: 'make tools' installs it")
)
struct AccessibilityTests {
  /// A page, and a JavaScript expression that becomes true when the page shows its content.
  struct Page: CustomTestStringConvertible {
    var name: String
    var address: String
    var ready: String

    var testDescription: String { name }

    init(_ name: String, _ address: String, ready: String = "!!document.querySelector('h1, h2')") {
      (self.name, self.address, self.ready) = (name, address, ready)
    }
  }

  /// The commands that write the pages. The pages are short, because axe is slow on long pages.
  static let making = """
    id3tap make --quiet --minutes 2 -o good.ts &&
    id3tap make --quiet --minutes 3 --fault cadence-gap -o bad.ts &&
    { id3tap check --quiet --format jsonl good.ts bad.ts > new.jsonl; true; } &&
    sed 's/bad[.]ts/other.ts/; s/good[.]ts/bad.ts/; s/other[.]ts/good.ts/' new.jsonl > old.jsonl &&
    id3tap pings --quiet --format jsonl good.ts > good.jsonl &&
    id3tap pings --quiet --format jsonl bad.ts > bad.jsonl &&
    { id3tap extract --quiet --format jsonl good.ts bad.ts; cat new.jsonl bad.jsonl; } > all.jsonl &&
    id3tap report --quiet all.jsonl -o report.html &&
    { id3tap report --quiet --diff --format html old.jsonl new.jsonl -o diff.html; true; } &&
    { id3tap compare --quiet --format html good.jsonl bad.jsonl -o compare.html; true; } &&
    { id3tap rehearse --quiet --format html bad.jsonl -o rehearse.html; true; } &&
    head -3 bad.jsonl > few.jsonl &&
    { id3tap explain --quiet --format html few.jsonl '\(wrongPing)' www.nielsen.com/x -o explain.html; true; }
    """

  /// A ping with errors and an unknown parameter.
  private static let wrongPing =
    "http://127.0.0.1/cgi-bin/gn?prd=dcr&c13=asid,P9&sessionId=s9&moon=1"

  private static let written = [
    Page("report", "report.html", ready: "document.body.innerText.includes('good.ts')"),
    Page("failing input", "report.html#input=bad.ts", ready: "!!document.querySelector('svg')"),
    Page("passing input", "report.html#input=good.ts", ready: "!!document.querySelector('svg')"),
    Page("report --diff", "diff.html"), Page("compare", "compare.html"),
    Page("explain", "explain.html"), Page("rehearse", "rehearse.html"),
  ]

  /// The widths of windows in pixels: a desktop and a phone.
  private static let widths = [1280, 390]

  /// The problems of a page in all widths and colours, with all details unfolded: the findings of axe, and content that
  /// is wider than the window.
  private func problems(of page: Page, _ browser: Browser, under base: String) throws -> [String] {
    var problems: [String] = []
    for isDark in [false, true] {
      for width in Self.widths {
        try browser.open("about:blank#\(width)", width: width, height: 900, isDark: isDark)
        try browser.open(base + page.address, width: width, height: 900, isDark: isDark)
        try browser.wait(until: page.ready)
        _ = try browser.text(
          "document.querySelectorAll('details').forEach(part => { part.open = true })"
        )
        let look = "\(page.name), \(width) px, \(isDark ? "dark" : "light")"
        problems += try Axe.violations(of: browser).map { "\(look): \($0)" }
        let isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        if try browser.text(isWide) == "true" { problems.append("\(look): wider than the window") }
      }
    }
    return problems
  }

  @Test(
    "axe finds no violation in a written page, and the page is not wider than its window",
    arguments: written
  )
  func files(page: Page) throws {
    let folder = try PreparedFolders.folder(after: Self.making)
    let browser = try Browser()
    let problems = try problems(of: page, browser, under: "file://\(folder.path)/")
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test("axe finds no violation in the pages of a collector")
  func collector() throws {
    let shell = try Shell()
    let collector = try RunningCollector(shell)
    try shell.prepare(
      """
      id3tap make --quiet --minutes 2 -o good.ts &&
      id3tap pings --quiet good.ts --collector \(collector.url) > pings.jsonl &&
      curl --silent --fail --output answer '\(collector.url)/cgi-bin/gn?prd=dcr&c13=asid,P9&moon=1'
      """
    )
    let rows = "document.querySelectorAll('#rows tr').length > 1"
    let pages = [
      Page("collector", "/", ready: rows), Page("ping of a collector", "/#ping=1", ready: rows),
    ]
    let browser = try Browser()
    for page in pages {
      let problems = try problems(of: page, browser, under: collector.url)
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }
    collector.stop()
  }

  @Test("axe finds no violation in the status page of a watch and in the pages of its feeds")
  func watch() throws {
    let shell = try Shell()
    let making = "make --live --minutes 30 --segment-seconds 2 --variants 1 --hls live"
    let channel = try RunningCommand(
      shell,
      making.split(separator: " ").map { String($0) } + ["--serve", "127.0.0.1:0"]
    )
    let served = try channel.errors.first(containing: "served at")
    let feed = try #require(served.firstMatch(of: /http:\S+m3u8/)?.output)
    // No server listens at the address of the lost feed.
    let feeds = ["Good = \(feed)", "Lost <feed> = http://127.0.0.1:1/master.m3u8"]
    let watch = try RunningCommand(shell, ["watch", "--metrics", "127.0.0.1:0"] + feeds)
    let line = try watch.errors.first(containing: "status page, /metrics and /healthz")
    let url = String(try #require(line.firstMatch(of: /http:\/\/[0-9.:]*[0-9]/)?.output))
    for event in ["tag", "stream-lost"] {
      try watch.output.first(containing: "{\"event\":\"\(event)\"")
    }
    let browser = try Browser()
    for page in [Page("wall", "/"), Page("feed", "/feed/0"), Page("lost feed", "/feed/1")] {
      let problems = try problems(of: page, browser, under: url)
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }
    // On a phone, a long message must not hide the name of its feed.
    try browser.open(url + "/", width: 390, height: 844)
    let widths = "[...document.querySelectorAll('.wall a')].map(name => name.offsetWidth)"
    #expect(try browser.text("\(widths).every(width => width > 60)") == "true")
    watch.stop()
    channel.stop()
  }
}
