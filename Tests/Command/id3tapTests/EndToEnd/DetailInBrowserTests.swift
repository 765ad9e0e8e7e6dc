import Foundation
import TestSupport
import Testing

/// The page of one input of `id3tap report` in headless Chromium: the timeline and its findings.
@Suite(
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
)
struct DetailInBrowserTests {
  private let shell: Shell
  private let tip = "document.querySelector('.is-open .timeline .tip')"

  init() throws {
    shell = try Shell()
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams/hls").path
    try shell.copyResult(
      of:
        """
        id3tap make --quiet --minutes 5 --fault cadence-gap -o gap.ts &&
        id3tap make --quiet --minutes 5 --fault tag-cid-change -o change.ts &&
        id3tap make --quiet --minutes 2 --fault hls-rendition-missing-tags --hls hls &&
        ln -s '\(samples)' good &&
        { id3tap check --quiet gap.ts change.ts {hls,good}/master.m3u8 > all.jsonl; true; } &&
        head -1 all.jsonl | id3tap report - -o checked.html &&
        id3tap extract --quiet gap.ts change.ts {hls,good}/master.m3u8 >> all.jsonl &&
        id3tap pings --quiet gap.ts >> all.jsonl &&
        id3tap report all.jsonl -o report.html
        """
    )
  }

  private func open(
    _ input: String,
    width: Int = 1280,
    height: Int = 900
  ) throws -> Browser {
    let browser = try Browser()
    try browser.open(
      "file://\(shell.folder.path)/report.html#input=\(input)",
      width: width,
      height: height
    )
    try browser.wait(until: "!!document.querySelector('.is-open .zoom button')")
    return browser
  }

  @Test("the sections of a page start with the findings and the timeline and end with the rules")
  func order() throws {
    let browser = try open("gap.ts")
    let heads = try browser.text(
      "[...document.querySelectorAll('.is-open h3')].map(h => h.textContent).join()"
    )
    #expect(
      heads == "Findings,Timeline,Players,Content ids,Timing,Pings,Streams,Rules"
    )
    let sentence = try browser.text("document.querySelector('.is-open .sentence').textContent")
    #expect(sentence.hasPrefix("Failed: Gap in the tags (0:00:20."), "\(sentence)")
  }

  @Test(
    "the page of a failing input is at most 2,500 px high",
    arguments: ["gap.ts", "hls%2Fmaster.m3u8"]
  )
  func height(input: String) throws {
    let browser = try open(input)
    let height = try #require(Int(try browser.text("document.documentElement.scrollHeight")))
    #expect(height <= 2500)
    // On a phone, no unfolded part is wider than the window.
    let phone = try open(input, width: 390, height: 844)
    _ = try phone.text(
      "document.querySelectorAll('.is-open details').forEach(d => { d.open = true })"
    )
    #expect(try phone.text("document.documentElement.scrollWidth") == "390")
  }

  @Test(
    "a flag on the timeline links to its finding, and a finding zooms the timeline to its position"
  )
  func bothWays() throws {
    let browser = try open("gap.ts")
    try browser.click(".is-open .to-finding")
    try browser.wait(until: "!!document.querySelector('li:target')")
    #expect(
      try browser.text("document.querySelector('li:target').textContent").contains("DATA tag")
    )
    let width = "document.querySelector('.is-open .plot .zoomed').getAttribute('width')"
    #expect(try browser.text(width) == "100%")
    try browser.click(".is-open .goto")
    try browser.wait(until: "document.querySelector('.is-open .range').textContent !== ''")
    #expect(try browser.text("document.querySelectorAll('.to-finding.chosen').length") == "1")
    // The plots follow the zoom.
    #expect(try browser.text(width) != "100%")
    try browser.click(".is-open .zoom button:last-child")
    #expect(try browser.text(width) == "100%")
    // A click on the gap also shows the finding.
    try browser.click(".is-open .lanes .gap")
    #expect(try browser.text("\(tip).textContent").hasPrefix("No DATA tag for 40.0 s"))
  }

  @Test("the URL of a finding opens the page of its input and highlights the finding")
  func address() throws {
    let browser = try open("gap.ts")
    let id = try browser.text("document.querySelector('.is-open .finding li').id")
    try browser.open("about:blank#1")
    try browser.open("file://\(shell.folder.path)/report.html#\(id)")
    try browser.wait(until: "!!document.querySelector('.is-open li:target')")
    #expect(try browser.text("document.querySelector('.is-open').id") == "input=gap.ts")
  }

  @Test("dragging zooms into the timeline, and zooming out stops at its ends")
  func zoom() throws {
    let browser = try open("gap.ts")
    let ends =
      "['start', 'end'].map(e => document.querySelector(`.is-open .axis .${e} text`).textContent)"
      + ".join()"
    #expect(try browser.text(ends) == "0:00:00.0,0:05:00.0")
    try browser.drag(".is-open .lanes", from: 0.25, to: 0.5)
    try browser.wait(
      until: "document.querySelector('.is-open .range').textContent.startsWith('0:01:1')"
    )
    for _ in 0..<4 { try browser.click(".is-open .zoom button:nth-of-type(1)") }
    #expect(try browser.text(ends) == "0:00:00.0,0:05:00.0")
  }

  @Test("Tab and the arrow keys, or a tap, show the description of a mark on the timeline")
  func keys() throws {
    let browser = try open("change.ts")
    // The focus starts at the heading above the findings and passes the only enabled button.
    for _ in 0..<10 where try browser.text("\(tip).hidden") != "false" {
      try browser.press("Tab", code: 9)
    }
    #expect(try browser.text("\(tip).hidden") == "false")
    for _ in 0..<20 where try !browser.text("\(tip).textContent").hasPrefix("Content id changes") {
      try browser.press("ArrowRight", code: 39)
    }
    #expect(try browser.text("\(tip).textContent").hasPrefix("Content id changes at 0:00:30."))
    let phone = try open("gap.ts", width: 390, height: 844)
    // A mark next to a finding would be too close for a finger.
    try phone.tap(".is-open .lanes use[href='#ping']:nth-of-type(8)")
    try phone.wait(until: "!\(tip).hidden")
    #expect(try phone.text("\(tip).textContent").hasPrefix("Ping id3 raw at 0:02:"))
  }

  @Test("a resized window keeps the focus and the unfolded parts")
  func widths() throws {
    let browser = try open("gap.ts")
    try browser.click(".is-open .rule-folds .passed summary")
    try browser.press("Tab", code: 9)
    let place =
      "document.activeElement.textContent + document.querySelectorAll('details[open]').length"
    let before = try browser.text(place)
    _ = try browser.text(
      "document.querySelector('main').style.maxWidth = '700px', dispatchEvent(new Event('resize'))"
    )
    #expect(
      try browser.text("document.querySelector('.is-open .lane').clientWidth < 700") == "true"
    )
    #expect(try browser.text(place) == before)
  }

  @Test("a timeline without tag records shows a gap with its length, which links to its finding")
  func checkedOnly() throws {
    let browser = try Browser()
    try browser.open("file://\(shell.folder.path)/checked.html")
    try browser.wait(until: "!!document.querySelector('.zoom button')")
    #expect(
      try browser.text("document.querySelector('.lanes .gap').textContent") == "gap 40.0 s"
    )
    try browser.click(".lanes .gap")
    #expect(try browser.text("document.querySelector('li:target') !== null") == "true")
  }

  @Test("the rules are folded by state, and unfold to their names and reasons")
  func folds() throws {
    let browser = try open("gap.ts")
    let summaries = try browser.text(
      "[...document.querySelectorAll('.is-open .rule-folds summary')].map(s => s.textContent).join()"
    )
    #expect(
      summaries.contains(
        /^1 failed, 1 warned,3 for information,\d+ passed,\d+ not assessed: why$/
      )
    )
    try browser.click(".is-open .rule-folds .unassessed summary")
    #expect(
      try browser.text("document.querySelector('.is-open .unassessed p').offsetHeight > 0")
        == "true"
    )
    try browser.click(".is-open .rule-folds .passed summary")
    #expect(
      try browser.text(
        "document.querySelector('.is-open .passed code').textContent.split(', ').length > 50"
      ) == "true"
    )
  }

  @Test(
    "a page names renditions as the records do, and a rendition without tags links to its finding"
  )
  func names() throws {
    let browser = try open("hls%2Fmaster.m3u8")
    let streams = try browser.text(
      "[...document.querySelectorAll('.is-open .streams tbody th')].map(t => t.textContent).join()"
    )
    #expect(streams.contains("variant/") && !streams.contains(" kb/s"), "\(streams)")
    try browser.click(".is-open .untimed")
    #expect(try browser.text("document.querySelector('li:target') !== null") == "true")
  }

  @Test("the page of a passing input has no red mark, and shows the owners and the time of day")
  func passing() throws {
    let browser = try open("good%2Fmaster.m3u8")
    let red =
      "document.querySelectorAll('.is-open :is(.gap:not(.quiet), .bad, .to-finding, "
      + ".fault, .doubt, .verdict.fail)').length"
    #expect(try browser.text(red) == "0")
    let owners = try browser.text("document.querySelector('.is-open .owners').textContent")
    #expect(owners.contains("com.apple.streaming.transportStreamTimestamp"))
    #expect(
      try browser.text("document.querySelectorAll('.is-open .axis text[dy=\"27\"]').length > 2")
        == "true"
    )
  }
}
