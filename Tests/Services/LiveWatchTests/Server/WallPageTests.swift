import Conformance
import Foundation
import TestSupport
import Testing
import TimedMetadata

@testable import LiveWatch

@Suite("the start page of a watch")
struct WallPageTests {
  /// Feeds with a tag every ten seconds for 100 s. From 20 s on, the feeds in `silent` have no tags, and the feeds in
  /// `lost` have no data.
  private func snapshot(
    count: Int,
    lost: Set<Int> = [],
    silent: Set<Int> = [],
    severity: String = "error",
    incidents: IncidentHistory = IncidentHistory()
  ) throws -> WatchSnapshot {
    var settings = try WatchSettings.ownAlarmsOnly()
    try settings.check.setSeverity("tag-present=\(severity)")
    let feeds = (0..<count).map { number in
      let start = FeedState.Moment(now: 0, date: 1000)
      var state = FeedState(
        index: number,
        name: "http://127.0.0.1/live/master.m3u8?channel=\(number)",
        title: "Channel \(number)",
        settings: settings,
        at: start
      )
      state.connecting(at: start)
      for second in 0...100 {
        let moment = FeedState.Moment(now: Double(second), date: 1000 + Double(second))
        if lost.contains(number), second >= 20 {
          if second == 20 { state.failed("connection refused", at: moment) }
          _ = state.tick(bytes: nil, at: moment)
        } else {
          if second % 10 == 0, second < 20 || !silent.contains(number) {
            state.receive(.tag(Tags.data(second / 10)), at: moment)
          }
          _ = state.tick(bytes: Int64(second + 1), at: moment)
        }
        for event in state.events.take() { incidents.take(event) }
      }
      return FeedSnapshot(state, now: 100)
    }
    return WatchSnapshot(date: 1100, uptime: 100, sinceCheck: 0, feeds: feeds)
  }

  private func lines(_ html: String) -> [String] {
    html.split(separator: "\n").filter { $0.hasPrefix("<li id=\"feed-") }.map { String($0) }
  }

  @Test("lost feeds come first, then feeds with alarms, then the others in order")
  func order() throws {
    let html = StatusPage(try snapshot(count: 5, lost: [4], silent: [2])).html.markup
    let titles = lines(html).compactMap { $0.firstMatch(of: /title="([^"]*)"/)?.1 }
    #expect(titles == ["Channel 4", "Channel 2", "Channel 0", "Channel 1", "Channel 3"])
    let alarm = "<b class=\"lost\">The feed has delivered nothing</b><span> for "
    #expect(html.contains(alarm) && !html.contains("stream-lost</b>"))
    #expect(html.contains("connection refused"))
  }

  @Test(
    "the condition of a feed follows from its most severe alarm",
    arguments: [("error", FeedCondition.alarm), ("warning", .warning), ("info", .ok)]
  )
  func severity(severity: String, condition: FeedCondition) throws {
    let snapshot = try snapshot(count: 1, silent: [0], severity: severity)
    #expect(snapshot.feeds[0].condition == condition)
    let marks = Set(snapshot.feeds[0].marks(.hour))
    #expect(marks.contains(.fault) == (condition == .alarm))
    #expect(marks.contains(.warning) == (condition == .warning))
  }

  @Test("a raised alarm has its age, its latest message and a band of its length in the strip")
  func age() throws {
    let snapshot = try snapshot(count: 1, silent: [0])
    // The last tag arrived at 10 s, and the alarm was raised at 41 s.
    #expect(snapshot.feeds[0].conditionAge(at: snapshot.date) == 59)
    let group = try #require(snapshot.feeds[0].alarmGroups(at: snapshot.date).first)
    #expect(group.age == 59)
    #expect(group.message == "no Nielsen tag for 90.0 s (limit 30.0 s)")
    #expect(snapshot.feeds[0].alarms.first?.message == "no Nielsen tag for 31.0 s (limit 30.0 s)")
    #expect(snapshot.feeds[0].marks(.hour).count { $0 == .fault } == 7)
  }

  @Test("a limited number of incidents with their ends is kept for each feed")
  func incidents() {
    let history = IncidentHistory()
    history.take(Events.alarm(id: 1))
    history.take(Events.alarm(id: 1, kind: .recovered))
    history.take(Events.lost())
    #expect(history.latest(since: 0).map(\.end) == [.at(1_767_225_600), .open])
    #expect(history.latest(of: 1, since: 0).isEmpty)
    for number in 2..<200 {
      history.take(Events.alarm(id: number))
      history.take(Events.alarm(id: number, kind: .recovered))
    }
    let kept = history.latest(since: 0, count: 1000)
    #expect(kept.count == IncidentHistory.capacity)
    #expect(kept.contains { $0.name == .streamLost && $0.end == .open })
    // Active incidents are returned. Incidents that ended before the range are not returned.
    #expect(history.latest(since: 1_767_225_601).map(\.name) == [.streamLost])
  }

  @Test(
    "a page with 100 feeds is at most 2,000 px high, and runs its script under its security policy",
    .ownThread,
    .inBrowser,
    .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
  )
  func height() throws {
    let incidents = IncidentHistory()
    let snapshot = try snapshot(
      count: 100,
      lost: [85],
      silent: Set(stride(from: 3, to: 100, by: 8)),
      incidents: incidents
    )
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("id3tap-wall-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let html = StatusPage(snapshot, incidents: incidents).html.markup
    try html.write(to: file, atomically: true, encoding: .utf8)
    let browser = try Browser()
    try browser.open(file.absoluteString, width: 1280, height: 900)
    let height = try #require(Double(try browser.text("document.documentElement.scrollHeight")))
    #expect(height <= 2000)
    #expect(try browser.text("document.querySelectorAll('.wall li[id]').length") == "100")
    #expect(try browser.text("document.getElementById('pause').textContent") == "Pause")
    #expect(try browser.text("document.getElementById('events').open") == "false")
    #expect(
      try browser.text("getComputedStyle(document.querySelector('.wall li')).display") == "grid"
    )
    try browser.click("#pause")
    try browser.wait(until: "document.getElementById('pause').textContent === 'Resume'")
    try browser.open(file.absoluteString, width: 390, height: 844, isDark: true)
    #expect(try browser.text("document.documentElement.scrollWidth") == "390")
  }
}
