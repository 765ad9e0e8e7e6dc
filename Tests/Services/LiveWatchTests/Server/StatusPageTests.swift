import Conformance
import Presentation
import System
import Testing
import TimedMetadata

@testable import LiveWatch

@Suite struct StatusPageTests {
  /// A feed with a hostile name, two tracks and an alarm.
  private func snapshot() throws -> WatchSnapshot {
    var state = FeedState(
      index: 0,
      name: "http://a/<script>alert('x')</script>\"&",
      settings: try .ownAlarmsOnly(),
      at: .init(now: 0, date: 0)
    )
    state.connecting(at: .init(now: 0, date: 0))
    _ = state.opened(
      OpenedPlaylists(
        renditions: ["video/<b>", "audio"].map { RenditionSummary(name: $0, uri: "a") },
        isLive: true,
        targetDuration: 6
      ),
      at: .init(now: 0, date: 0)
    )
    for number in 0..<5 {
      let moment = FeedState.Moment(now: Double(number) * 10, date: 0)
      state.receive(.tag(Tags.data(number, rendition: "video/<b>")), at: moment)
      _ = state.tick(bytes: Int64(number), at: moment)
    }
    _ = state.tick(bytes: 9, at: .init(now: 55, date: 0))
    _ = state.tick(bytes: 19, at: .init(now: 74, date: 0))
    for (now, start) in [(75.0, 60.0), (81.0, 66.0)] {
      let segment = SegmentReport(
        rendition: "audio",
        uri: "a",
        mediaSequence: 0,
        start: start,
        duration: 6
      )
      state.receive(.segment(segment), at: .init(now: now, date: 0))
      _ = state.tick(bytes: 29, at: .init(now: now, date: 0))
    }
    return WatchSnapshot(
      date: 1_767_225_600,
      uptime: 3700,
      sinceCheck: 1,
      feeds: [FeedSnapshot(state, now: 81)]
    )
  }

  @Test("a status page shows names as text and loads no other resources", arguments: [nil, 0])
  func hostile(feed: Int?) throws {
    let page = StatusPage(try snapshot())
    let html = (try feed.map { try #require(page.html(ofFeed: $0)) } ?? page.html).markup
    #expect(
      !html.contains("<script>alert") && !html.contains("<b>d") && !html.contains("video/<b>")
    )
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)"))
    #expect(!html.contains("src=") && !html.contains("href=\"http"))
    #expect(StatusPage.page.header.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(StatusPage.page.header.contains("script-src 'sha256-"))
  }

  @Test(
    "the start page shows the feed, its condition and its alarm, and the feed's page shows its tags"
  )
  func content() throws {
    let page = StatusPage(try snapshot())
    let wall = page.html.markup
    #expect(wall.contains("<span class=\"alarm\">1 with alarms</span>, 0 of 1 feed ok"))
    #expect(wall.contains("alarm: No Nielsen tags</b>"))
    #expect(wall.contains("<a href=\"/feed/0?range=1h\""))
    #expect(wall.contains("<path class=\"data\""))
    #expect(wall.contains("<title>(1) id3tap watch</title>"))
    let feed = try #require(page.html(ofFeed: 0)).markup
    #expect(feed.contains("<dt>DATA</dt><dd>5</dd>"))
    #expect(feed.contains("<small class=\"alarm\">No Nielsen tags</small>"))
    #expect(page.html(ofFeed: 1) == nil && page.html(ofFeed: -1) == nil)
  }

  @Test("the page of a feed names the folder with the evidence of an alarm")
  func evidence() throws {
    let incidents = IncidentHistory()
    var event = Events.alarm()
    event.evidence = "/e/<x>"
    incidents.take(event)
    let page = StatusPage(try snapshot(), incidents: incidents)
    let html = try #require(page.html(ofFeed: 0)).markup
    #expect(html.contains("<code>/e/&lt;x&gt;</code>"))
    #expect(event.json["evidence"]?.stringValue == "/e/<x>")
    #expect(Events.alarm().json["evidence"] == .null)
  }

  @Test("consecutive equal marks are drawn as one shape")
  func strip() {
    let svg = StripDrawing.svg([.data, .data, .nothing, .fault], title: "x").markup
    #expect(svg.contains("<path class=\"data\" d=\"M0 4h2v8h-2z\"/>"))
    #expect(svg.contains("<path class=\"faults\" d=\"M3 0h1v12h-1z\"/>"))
  }

  @Test("metrics are valid for Prometheus: names are escaped, and no series occurs twice")
  func metrics() throws {
    let delivery = (name: "webhook", counts: DeliveryCounts())
    let text = WatchMetrics(try snapshot(), [delivery], process: nil).text
    let samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let series = samples.map { $0.prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }
    #expect(Set(series).count == series.count)
    #expect(
      text.contains(
        #"feed="http://a/<script>alert('x')</script>\"&",rendition="video/<b>",kind="data"} 5"#
      )
    )
    #expect(text.contains(#"alarm="missing-tags",severity="error"} 1"#))
    #expect(
      samples.allSatisfy {
        $0.wholeMatch(of: /[a-z_0-9]+(\{.*\})? -?[0-9.]+/) != nil
      }
    )
  }

  @Test("the memory and the processor time of the process can be measured")
  func process() throws {
    let figures = try #require(ProcessFigures.current())
    #expect(figures.residentBytes > 1 << 20)
    #expect(figures.processorSeconds > 0)
  }

  @Test(
    "durations are shown with at most two units",
    arguments: [
      (0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h 00 min"),
      (86_399, "23 h 59 min"), (90_000, "1 d 1 h"), (-1, "-"), (.nan, "-"), (.infinity, "-"),
    ] as [(Double, String)]
  )
  func durations(seconds: Double, expected: String) {
    #expect(StatusWords.duration(seconds) == expected)
  }

  @Test("a narrow table shows the age of the last tag and the alarms")
  func narrow() throws {
    let lines = StatusTable(try snapshot(), style: .init(), columns: 40, rows: 10).lines()
    #expect(lines[1] == "FEED          STATE    LAST TAG  ALARMS")
    #expect(lines.contains { $0.contains("No Nie") })
  }

  @Test(
    "the table fits a terminal of at least 20 columns and 3 rows",
    arguments: [(200, 50), (80, 24), (40, 4), (1, 1)]
  )
  func table(columns: Int, rows: Int) throws {
    let table = StatusTable(try snapshot(), style: .init(), columns: columns, rows: rows)
    let lines = table.lines(events: ["one", "two"])
    #expect(lines.count <= max(3, rows))
    #expect(lines.allSatisfy { $0.count <= max(20, columns) })
    #expect(!lines.contains { $0.contains("\u{1b}") })
  }
}
