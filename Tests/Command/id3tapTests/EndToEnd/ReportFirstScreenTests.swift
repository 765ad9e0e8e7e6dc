import Foundation
import TestSupport
import Testing

/// The first screen of `id3tap report` in headless Chromium: its content, filters and printout.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
)
struct ReportFirstScreenTests {
  private let shell: Shell
  private var page: String { "file://\(shell.folder.path)/report.html" }

  init() throws {
    shell = try Shell()
    // Seven causes with one or several inputs, a broken and an empty input, and 40 that passed.
    try shell.copyResult(
      of:
        """
        id3tap make --quiet --minutes 1 -o good.ts &&
        for fault in cadence-gap ffmpeg-stripped-header tag-present tag-breakout tag-checksum tag-truncated; do
          id3tap make --quiet --minutes 3 --fault $fault -o $fault.ts
        done &&
        id3tap make --quiet --minutes 1 --fault hls-rendition-missing-tags --hls missing &&
        : > empty.ts; echo text > broken.ts
        { id3tap check --quiet *.ts missing/master.m3u8 > checks.jsonl; true; } &&
        sed 's|"input":"|&recordings/november/evening-news/|' checks.jsonl > all.jsonl &&
        sed -n 's|"input":"good|"input":"clean|p' checks.jsonl > good.jsonl &&
        for number in $(seq 1 40); do sed "s|\\"input\\":\\"|&$number-|" good.jsonl; done >> all.jsonl &&
        cat checks.jsonl >> all.jsonl &&
        id3tap report all.jsonl --title 'Evening news' -o report.html
        """
    )
  }

  @Test(
    "the first failing input is near the top of the page of a report",
    arguments: [(1280, 900, 700), (390, 844, 1100)]
  )
  func offset(width: Int, height: Int, limit: Int) throws {
    let browser = try Browser()
    try browser.open(page, width: width, height: height)
    let row = "document.querySelector('table.inputs tbody tr')"
    try browser.wait(until: "!!\(row)")
    #expect(try browser.text("\(row).dataset.verdict") == "absent")
    let bottom = try #require(
      Int(try browser.text("Math.ceil(\(row).getBoundingClientRect().bottom)"))
    )
    #expect(bottom <= limit)
    #expect(try browser.text("document.documentElement.scrollWidth") == "\(width)")
    #expect(try browser.text("document.querySelector('h1').textContent") == "Evening news")
    let headline = try browser.text("document.querySelector('.headline').innerText")
    #expect(headline.contains("inputs have a problem."))
    #expect(try browser.text("document.querySelectorAll('.causes li').length") == "5")
  }

  @Test("a click on a verdict filters the table and scrolls to it, and the filter can be removed")
  func filter() throws {
    let browser = try Browser()
    try browser.open(page)
    try browser.click(".chip.fail")
    let verdicts =
      "[...document.querySelectorAll('table.inputs tbody tr')].map(r => r.dataset.verdict)"
    try browser.wait(until: "\(verdicts).every(v => v === 'fail')")
    #expect(try browser.text("scrollY > 0") == "true")
    let tops =
      "['.controls', 'table.inputs tbody tr'].map(q => document.querySelector(q).getBoundingClientRect().top)"
    #expect(try browser.text("\(tops).every(top => top >= 0 && top < innerHeight / 2)") == "true")
    let status = "document.querySelector('#found').textContent"
    #expect(try browser.text(status).hasSuffix(" inputs, fail"))
    #expect(try browser.text("document.querySelector('.chip.fail').ariaCurrent") == "true")
    try browser.click("#clear")
    try browser.wait(until: "!\(verdicts).every(v => v === 'fail')")
    #expect(try browser.text(status).hasSuffix(" inputs"))
    #expect(try browser.text("location.hash") == "")
  }

  @Test("a cause or a part of a name filters the table of a report")
  func causes() throws {
    let browser = try Browser()
    try browser.open(page)
    let names = "[...document.querySelectorAll('.name a')].map(a => a.textContent)"
    try browser.click(".causes a[href='#cause=tag-present']")
    try browser.wait(until: "\(names).length === 2")
    #expect(
      try browser.text("document.querySelector('#found').textContent")
        .hasSuffix(" inputs, No Nielsen tags")
    )
    try browser.click("#clear")
    try browser.wait(until: "\(names).length > 2")
    try browser.click("#search")
    try browser.type("40-")
    try browser.wait(until: "\(names).length === 1")
  }

  @Test("on a phone the causes after the third are folded and can be unfolded")
  func phone() throws {
    let browser = try Browser()
    try browser.open(page, width: 390, height: 844)
    let shown =
      "[...document.querySelectorAll('.causes li')].filter(l => l.offsetHeight > 0).length"
    #expect(try browser.text(shown) == "3")
    try browser.click("#later")
    try browser.wait(until: "\(shown) === 5")
  }

  @Test("a row of the table shows the main problem and a timeline of each rendition")
  func rows() throws {
    let browser = try Browser()
    try browser.open(page)
    let row =
      "[...document.querySelectorAll('table.inputs tr')].find(r => r.innerText.includes('missing/'))"
    try browser.wait(until: "!!\(row)")
    #expect(
      try browser.text("\(row).querySelector('.problem').innerText").contains("no Nielsen tag")
    )
    #expect(try browser.text("\(row).querySelectorAll('svg').length") == "3")
    #expect(try browser.text("\(row).querySelectorAll('svg .gap').length > 0") == "true")
    // The timelines of inputs that passed have no mark of a fault.
    #expect(
      try browser.text(
        "document.querySelectorAll('tr[data-verdict=pass] :is(.gap, .fault)').length"
      ) == "0"
    )
  }

  @Test(
    "a printed report has a headline, causes, a block per failing input, a table of other inputs",
    .enabled(if: Tool.isThere("pdftotext"), "pdftotext is missing: 'make tools' installs it")
  )
  func paper() throws {
    let printed = try shell.run(
      """
      export HOME="$PWD"; \(Tool.browser) --no-sandbox --disable-gpu --no-pdf-header-footer \
      --user-data-dir="$PWD/profile" --print-to-pdf="$PWD/page.pdf" "\(page)" 2> log.txt &&
      pdftotext -layout page.pdf -
      """
    )
    try #require(printed.status == 0, "\(printed.errors)")
    let text = printed.output.replacing(/\s+/, with: " ")
    for words in [
      "Evening news", "inputs have a problem.", "Fix first", "Affects: every viewer",
      "Longest gap", "Gap in the tags (0:00:20", "What to do: ", "The other inputs",
      "40-clean.ts",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    // A failing input has a block and is not in the table.
    let rest = text.components(separatedBy: "The other inputs").last ?? ""
    #expect(!rest.contains("cadence-gap.ts"))
    #expect(!rest.contains("failed or warned"))
  }
}
