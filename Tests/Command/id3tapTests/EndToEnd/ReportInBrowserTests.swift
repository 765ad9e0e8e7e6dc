import Foundation
import TestSupport
import Testing

/// The page of `id3tap report` in headless Chromium.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
)
struct ReportInBrowserTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    // The name of one input contains markup. There are more inputs than the page shows at first.
    try shell.copyResult(
      of:
        """
        id3tap make --quiet --minutes 3 -o good.ts &&
        id3tap make --quiet --minutes 3 --fault cadence-gap -o bad.ts &&
        id3tap extract --quiet bad.ts > all.jsonl &&
        { id3tap check --quiet good.ts bad.ts > checks.jsonl; true; } &&
        for number in $(seq 1 150); do
          sed "s|\\"input\\":\\"|&$number-|" checks.jsonl
        done >> all.jsonl &&
        cat checks.jsonl >> all.jsonl &&
        tail -1 checks.jsonl | sed 's|bad.ts|<img src=x onerror=document.title=1>|' >> all.jsonl &&
        id3tap report all.jsonl -o report.html
        """
    )
  }

  /// The markup of the page after its script has run.
  private func document(_ hash: String) throws -> String {
    let outcome = try shell.run(
      """
      export HOME="$PWD"; \(Tool.browser) --no-sandbox --disable-gpu \
      --user-data-dir="$PWD/profile" --dump-dom "file://$PWD/report.html\(hash)" 2> log.txt
      """
    )
    let log = try shell.run("cat log.txt").output
    try #require(outcome.status == 0, "\(outcome.errors)\(log)")
    return outcome.output.replacing(/(?s)<script.*?<\/script>/, with: "")
  }

  private func names(_ document: String) -> [String] {
    document.matches(of: /class="name"><a href="[^"]*">([^<]*)</).map { String($0.1) }
  }

  @Test("the page of a report shows the numbers of the records")
  func numbers() throws {
    let page = try document("")
    #expect(page.contains("303 inputs · "))
    #expect(page.contains("152 of 303 inputs have a problem."))
    #expect(page.contains("303 inputs, the first 100 shown"))
    #expect(names(page).count == 100)
  }

  @Test("the table of a report can be sorted by a column in both directions")
  func sorting() throws {
    let ascending = names(try document("#sort=name"))
    #expect(ascending.filter { $0.hasPrefix("1") }.prefix(2) == ["1-bad.ts", "1-good.ts"])
    let descending = names(try document("#sort=name&order=descending"))
    #expect(descending.first == "good.ts")
    // By default the most severe verdict is first, and equal verdicts are in the order of the records.
    #expect(names(try document("")).prefix(2) == ["bad.ts", "1-bad.ts"])
    let gaps = try document("#sort=gap&order=descending&text=good")
    #expect(
      gaps.contains("<th scope=\"col\" class=\"number\" data-key=\"gap\" aria-sort=\"descending\">")
    )
  }

  @Test("the table of a report can be filtered by text, verdict, rule and cause")
  func filtering() throws {
    #expect(try document("#verdict=fail").contains("data-found=\"152\""))
    #expect(names(try document("#text=149-")) == ["149-bad.ts", "149-good.ts"])
    #expect(try document("#rule=cadence-gap&text=good").contains("data-found=\"0\""))
    let gaps = try document("#cause=cadence-gap")
    #expect(gaps.contains("152 of 303 inputs, the first 100 shown, Gap in the tags"))
  }

  @Test("the page of an input has its own URL, a timeline, findings and plots")
  func detail() throws {
    let page = try document("#input=bad.ts")
    #expect(page.contains("gap 40.0 s"))
    #expect(page.contains("no DATA tag for 40.0 s"))
    #expect(page.contains("Intervals between DATA tags"))
    #expect(page.contains("What to do:"))
    #expect(page.contains(/<path class="data tags" d="(M\d+ 0v1){10}/))
  }

  @Test("markup in a name is shown as text, and the security policy blocks nothing of the page")
  func hostile() throws {
    let page = try document("#text=img")
    #expect(page.contains("&lt;img src=x onerror=document.title=1&gt;"))
    #expect(!page.contains("<img") && page.contains("<title>Nielsen ID3 tag report</title>"))
    let log = try shell.run("cat log.txt").output
    #expect(!log.contains("Content Security Policy") && !log.contains("Uncaught"), "\(log)")
    // The browser's log reports content that a policy blocks.
    let refused =
      "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
      + "<script>document.title = 1</script>"
    // The file is replaced, because other tests may share it.
    try Data(refused.utf8).write(
      to: shell.folder.appendingPathComponent("report.html"),
      options: .atomic
    )
    _ = try document("")
    #expect(try shell.run("cat log.txt").output.contains("Content Security Policy"))
  }

  @Test("the mouse and the keyboard can sort, filter, show more rows and open an input")
  func handling() throws {
    let browser = try Browser()
    try browser.open("file://\(shell.folder.path)/report.html")
    let names = "[...document.querySelectorAll('.name a')].map(a => a.textContent)"
    try browser.click("th[data-key=name] button")
    // The first name begins with '<'.
    try browser.wait(until: "\(names)[1] === '1-bad.ts'")
    try browser.click("th[data-key=name] button")
    try browser.wait(until: "\(names)[0] === 'good.ts'")
    #expect(
      try browser.text("document.querySelector('th[data-key=name]').ariaSort") == "descending"
    )
    try browser.click("#search")
    try browser.type("149-")
    try browser.wait(until: "\(names).join() === '149-good.ts,149-bad.ts'")
    try browser.click(".name a")
    try browser.wait(
      until:
        "document.body.innerText.includes('149-good.ts') && !!document.querySelector('.is-open path.data')"
    )
    // Escape returns to the row of the input.
    try browser.press("Escape", code: 27)
    try browser.wait(until: "document.activeElement.textContent === '149-good.ts'")
    #expect(try browser.text("\(names).length") == "2")
    try browser.press("Enter", code: 13)
    try browser.wait(until: "!!document.querySelector('.is-open path.data')")
    _ = try browser.text("history.back()")
    try browser.wait(until: "!document.querySelector('.is-open') && \(names).length === 2")
    try browser.click("#clear")
    try browser.wait(until: "\(names).length === 100")
    try browser.click("#more")
    try browser.wait(until: "\(names).length === 303")
    // Tab moves from the search field to the choice of rules, and then to the first heading.
    try browser.click("#search")
    for _ in 0..<2 { try browser.press("Tab", code: 9) }
    #expect(try browser.text("document.activeElement.closest('th').dataset.key") == "verdict")
    try browser.press("Enter", code: 13)
    try browser.wait(
      until: "document.querySelector('th[data-key=verdict]').ariaSort === 'ascending'"
    )
  }

  @Test(
    "the page of a report has a dark and a light appearance and fits a phone",
    arguments: [true, false]
  )
  func appearance(isDark: Bool) throws {
    let browser = try Browser()
    try browser.open(
      "file://\(shell.folder.path)/report.html",
      width: 390,
      height: 844,
      isDark: isDark
    )
    let light = try browser.text(
      "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => +a + +b, 0)"
    )
    let brightness = try #require(Int(light))
    #expect(isDark ? brightness < 200 : brightness > 600)
    // No part is wider than the window.
    #expect(try browser.text("document.documentElement.scrollWidth") == "390")
    #expect(try browser.screenshot().count > 15_000)
  }

  @Test("the tables of changes and rules fit a phone")
  func narrow() throws {
    let made = try shell.run(
      """
      grep '"good.ts"' checks.jsonl > old.jsonl; grep '"bad.ts"' checks.jsonl | sed 's|bad.ts|good.ts|' > new.jsonl
      id3tap report --diff old.jsonl new.jsonl --format html -o diff.html
      """
    )
    try #require(made.status == 1, "\(made.errors)")
    let browser = try Browser()
    for (page, cells) in [("diff.html", ".changes td"), ("report.html#input=bad.ts", ".rules td")] {
      try browser.open("file://\(shell.folder.path)/\(page)", width: 390, height: 844)
      let edges =
        "[...document.querySelectorAll('\(cells)')].map(c => c.getBoundingClientRect().right)"
      try browser.wait(until: "\(edges).length > 0")
      _ = try browser.text("document.querySelectorAll('details').forEach(d => { d.open = true })")
      #expect(try browser.text("Math.max(...\(edges)) <= 390") == "true", "\(page)")
    }
    // On a desktop every number fits on one line.
    try browser.open("file://\(shell.folder.path)/diff.html", width: 1280, height: 900)
    let lines =
      "[...document.querySelectorAll('.changes td.number')].map(c => { const range = "
      + "document.createRange(); range.selectNodeContents(c); return range.getClientRects().length })"
    #expect(try browser.text("Math.max(...\(lines))") == "1")
  }

  @Test("screenshots have the requested size and are not blank", arguments: [1280, 500])
  func screenshot(width: Int) throws {
    let outcome = try shell.run(
      """
      export HOME="$PWD"; \(Tool.browser) --no-sandbox --disable-gpu \
      --hide-scrollbars --user-data-dir="$PWD/profile" --window-size=\(width),900 \
      --screenshot="$PWD/page.png" "file://$PWD/report.html" 2> log.txt
      """
    )
    try #require(outcome.status == 0)
    let image = try Data(contentsOf: shell.folder.appendingPathComponent("page.png"))
    // Width and height are the first fields of IHDR, at byte 16 (PNG, 11.2.2).
    let size = [16, 20].map { image[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(size == [width, 900])
    // A blank page of that size takes less than 10 kB.
    #expect(image.count > 20_000)
  }
}
