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

  @Test("verdict, findings, timeline, players, ids, pings, streams and rules come in this order")
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
    // It is not wider than a phone either, with any part open.
    let phone = try open(input, width: 390, height: 844)
    _ = try phone.text(
      "document.querySelectorAll('.is-open details').forEach(d => { d.open = true })"
    )
    #expect(try phone.text("document.documentElement.scrollWidth") == "390")
  }

  @Test("a flag leads to its finding, and a finding to its place on the timeline")
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
    // The gap itself leads there too.
    try browser.click(".is-open .lanes .gap")
    #expect(try browser.text("\(tip).textContent").hasPrefix("No DATA tag for 40.0 s"))
  }

  @Test("the address of a finding opens its input with the finding marked")
  func address() throws {
    let browser = try open("gap.ts")
    let id = try browser.text("document.querySelector('.is-open .finding li').id")
    try browser.open("about:blank#1")
    try browser.open("file://\(shell.folder.path)/report.html#\(id)")
    try browser.wait(until: "!!document.querySelector('.is-open li:target')")
    #expect(try browser.text("document.querySelector('.is-open').id") == "input=gap.ts")
  }

  @Test("dragging over the timeline zooms, and never beyond its ends")
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

  @Test("Tab and the arrow keys reach every mark, and say what it is; so does a finger")
  func keys() throws {
    let browser = try open("change.ts")
    // Begins at the heading above the findings, which come first, and passes the only button that can be pressed.
    for _ in 0..<10 where try browser.text("\(tip).hidden") != "false" {
      try browser.press("Tab", code: 9)
    }
    #expect(try browser.text("\(tip).hidden") == "false")
    for _ in 0..<20 where try !browser.text("\(tip).textContent").hasPrefix("Content id changes") {
      try browser.press("ArrowRight", code: 39)
    }
    #expect(try browser.text("\(tip).textContent").hasPrefix("Content id changes at 0:00:30."))
    let phone = try open("gap.ts", width: 390, height: 844)
    // A mark next to that of a finding is too close to it for a finger.
    try phone.tap(".is-open .lanes use[href='#ping']:nth-of-type(8)")
    try phone.wait(until: "!\(tip).hidden")
    #expect(try phone.text("\(tip).textContent").hasPrefix("Ping id3 raw at 0:02:"))
  }

  @Test("a window that changes its width keeps the focus and what was unfolded")
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

  @Test("without the times of the tags a gap has the length that its finding gives")
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

  @Test("rules are folded to four lines, with the reasons of those not assessed")
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

  @Test("renditions have the names of their records, and one without tags leads to its finding")
  func names() throws {
    let browser = try open("hls%2Fmaster.m3u8")
    let streams = try browser.text(
      "[...document.querySelectorAll('.is-open .streams tbody th')].map(t => t.textContent).join()"
    )
    #expect(streams.contains("variant/") && !streams.contains(" kb/s"), "\(streams)")
    try browser.click(".is-open .untimed")
    #expect(try browser.text("document.querySelector('li:target') !== null") == "true")
  }

  @Test("the page of an input that passes has nothing red, its owners by name, and the time of day")
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
