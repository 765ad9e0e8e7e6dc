import Foundation
import TestSupport
import Testing

/// The HTML pages of `explain`, `compare`, `rehearse` and `report --diff` in headless Chromium.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
)
struct PagesInBrowserTests {
  private let folder: URL

  init() throws { folder = try PreparedFolders.folder(after: AccessibilityTests.making) }

  private func address(_ page: String) -> String { "file://\(folder.path)/\(page)" }

  /// The visible entries of a page, as a JavaScript expression.
  private static let shown =
    "[...document.querySelectorAll('[data-level]')].filter(entry => entry.checkVisibility())"

  /// Types text into the filter of a page.
  private func filter(_ text: String, _ browser: Browser) throws {
    try browser.click("input[name=text]")
    try browser.type(text)
  }

  @Test("the page of 'explain' counts its entries, and can filter and unfold them")
  func explain() throws {
    let browser = try Browser()
    try browser.open(address("explain.html"))
    #expect(
      try browser.text("document.getElementById('headline').textContent")
        == "5 entries: 2 with errors."
    )
    // A cause names the parameters that it concerns.
    let causes = try browser.text("document.getElementById('causes').innerText")
    #expect(
      causes.contains("required parameters are missing: ") && causes.contains("sessionId 's9'")
    )
    // Every error of a ping, tag or payload has a cause.
    let withoutCause =
      "[...document.querySelectorAll('.is-error')]"
      + ".filter(entry => !entry.querySelector('[data-cause]')).length"
    #expect(try browser.text(withoutCause) == "0")
    try browser.click("#causes button")
    try browser.wait(until: "\(Self.shown).length === 1")
    #expect(
      try browser.text("document.getElementById('shown').textContent") == "1 of 5 entries shown"
    )
    try browser.click("button[type=reset]")
    try browser.wait(until: "\(Self.shown).length === 5")
    try browser.click("input[name=errors]")
    try browser.wait(until: "\(Self.shown).length === 2")
    #expect(
      try browser.text("\(Self.shown).every(entry => entry.dataset.level === 'error')") == "true"
    )
    try browser.click("button[type=reset]")
    try filter("nielsen payload", browser)
    try browser.wait(until: "\(Self.shown).length === 1")
    try browser.click("button[type=reset]")
    try browser.click("#expand")
    try browser.wait(until: "document.querySelectorAll('details:not([open])').length === 0")
  }

  @Test("the page of 'compare' filters its findings by text, and has no checkbox")
  func compare() throws {
    let browser = try Browser()
    try browser.open(address("compare.html"))
    #expect(try browser.text("!!document.querySelector('input[type=checkbox]')") == "false")
    try browser.wait(until: "\(Self.shown).length > 1")
    try filter("missing tags", browser)
    try browser.wait(until: "\(Self.shown).length === 1")
    try browser.click("button[type=reset]")
    try browser.wait(until: "\(Self.shown).length > 1")
  }

  @Test("the page of 'rehearse' shows failed items, and other items if the filter finds them")
  func rehearse() throws {
    let browser = try Browser()
    try browser.open(address("rehearse.html"), width: 390, height: 844)
    let all = try browser.text("\(Self.shown).every(entry => entry.dataset.level === 'error')")
    #expect(all == "true")
    #expect(try browser.text("document.documentElement.scrollHeight < 4000") == "true")
    #expect(try browser.text("/[0-9a-f]{16}[.]txt/.test(document.body.textContent)") == "false")
    try filter("config-first", browser)
    try browser.wait(until: "\(Self.shown).length === 1 && \(Self.shown)[0].id === 'config-first'")
  }

  @Test("the page of 'report --diff' can show only the inputs that got worse")
  func diff() throws {
    let browser = try Browser()
    try browser.open(address("diff.html"))
    try browser.wait(until: "\(Self.shown).length === 2")
    try browser.click("input[name=errors]")
    try browser.wait(
      until: "\(Self.shown).length === 1 && \(Self.shown)[0].textContent.includes('got worse')"
    )
  }

  @Test(
    "a page shows its content without JavaScript",
    arguments: [
      ("report.html", "bad.ts"), ("diff.html", "1 input got worse"),
      ("compare.html", "Likely cause"),
      ("explain.html", "required parameters are missing"), ("rehearse.html", "config-first"),
    ]
  )
  func plain(page: String, words: String) throws {
    let text = try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8)
    let content = text.replacing(/(?s)<script.*?<\/script>/, with: "")
    #expect(content.contains(words))
  }
}
