import CResources
import Formats
import Records

/// The pages about the feeds. Each page is one complete file. The script reloads a visible page until the user pauses
/// reloading.
struct StatusPage {
  static let page = HTMLPage(
    style: String(cString: status_css()),
    script: String(cString: status_js()),
    isServed: true
  )

  let snapshot: WatchSnapshot
  let range: WatchRange
  let incidents: IncidentHistory

  init(
    _ snapshot: WatchSnapshot,
    range: WatchRange = .hour,
    incidents: IncidentHistory = IncidentHistory()
  ) {
    self.snapshot = snapshot
    self.range = range
    self.incidents = incidents
  }

  var html: HTML { document(title: title, WallPage(self).html) }

  /// The page of one feed; nil if there is no feed with that number.
  func html(ofFeed index: Int) -> HTML? {
    guard let feed = snapshot.feed(index) else { return nil }
    return document(
      title: "\(feed.condition.word): \(feed.title) - id3tap watch",
      FeedPage(self, feed, index: index).html
    )
  }

  private func document(title: String, _ content: HTML) -> HTML {
    """
    \(Self.page.opening(title: title))<main>
    \(content)
    </main>
    <footer>id3tap is independent software, not affiliated with Nielsen. It reads the data that is visible \
    without Nielsen's key, and certifies nothing. For machines: <code>/metrics</code>, <code>/healthz</code>.</footer>
    \(Self.page.closing)
    """
  }

  private var title: String {
    let count = snapshot.feeds.count { $0.condition.isTrouble }
    return count == 0 ? "id3tap watch" : "(\(count)) id3tap watch"
  }

  // MARK: - Parts of both pages

  /// The time of the page, and links to reload it and to show other ranges.
  func controls(path: String) -> HTML {
    let date = UTCTime.text(snapshot.date.rounded(.down)) ?? "-"
    let ranges = WatchRange.allCases.map { other -> HTML in
      """
      <a href="\(path)?range=\(other.rawValue)"\(if: other == range, " aria-current=\"true\"")>\
      \(other.rawValue)</a>
      """
    }
    return """
      <p class="soft controls"><span>\(date), watching for \
      \(StatusWords.duration(snapshot.uptime)). <span id="live">\
      <a href="\(path)?range=\(range.rawValue)">Refresh</a></span></span>\
      <span class="ranges">Show the last \(ranges, separator: " ")</span></p>
      """
  }

  /// A list of incidents, in the given order.
  func list(_ incidents: [Incident], namesFeeds: Bool) -> HTML {
    guard !incidents.isEmpty else {
      return "<p class=\"soft\">No alarm in the last \(range.words).</p>"
    }
    let items = incidents.map { item($0, namesFeed: namesFeeds) }
    return "<ul class=\"events\">\(items, separator: "\n")</ul>"
  }

  private func item(_ incident: Incident, namesFeed: Bool) -> HTML {
    let start = UTCTime.text(incident.start.rounded(.down)) ?? "-"
    let condition =
      incident.name == .streamLost ? FeedCondition.lost : FeedCondition(incident.severity)
    func length(_ end: Double) -> String { StatusWords.duration(max(0, end - incident.start)) }
    let end: HTML =
      switch incident.end {
      case .open: "<b>active</b>, \(length(snapshot.date))"
      case .at(let end): "cleared after \(length(end))"
      case .unknown: "the watch ended"
      }
    let feed = namesFeed ? snapshot.feed(incident.feed)?.title : nil
    let place = [feed, incident.tracks.words].compactMap { $0 }.joined(separator: ", ")
    let words = [place, incident.message].filter { !$0.isEmpty }.joined(separator: ": ")
    return """
      <li><time>\(start)</time><b class="\(Self.style(condition))">\(incident.name.words)</b>\
      <span>\(end)</span><span>\(words)\(incident.evidence.map { " <code>\($0)</code>" })</span></li>
      """
  }

  /// The CSS class of a condition. Alarms that are only notices have a separate class.
  static func style(_ condition: FeedCondition) -> String {
    condition == .ok ? "notice" : condition.word
  }

  /// The legend of the marks in strips.
  var key: HTML {
    let items = StripDrawing.looks.map { look -> HTML in
      "<li>\(StripDrawing.svg([look.mark], title: ""))\(look.words)</li>"
    }
    return "<ul class=\"key\"><li>The last \(range.words):</li>\(items)</ul>"
  }

  var axis: HTML {
    """
    <div class="axis"><span>\(range.rawValue) ago</span>\
    <span>\(StatusWords.duration(range.seconds / 2)) ago</span><span>now</span></div>
    """
  }

  /// The strip of the track or feed `name`, with a description for screen readers.
  func strip(_ marks: [StateStrip.Mark], of name: String) -> HTML {
    let words = StripDrawing.words(marks, secondsPerMark: range.secondsPerMark)
    return StripDrawing.svg(marks, title: "\(name), last \(range.words): \(words)")
  }
}

/// Draws the history of a track or a feed as SVG. Marks differ in colour, height and position.
enum StripDrawing {
  /// The height of the drawing in units; a mark is 1 unit wide.
  static let height = 12

  /// The look of a mark: the CSS class, top and height of its shape, and its meaning.
  struct Look {
    var mark: StateStrip.Mark
    var style: String
    var top: Int
    var height: Int
    var words: String
  }

  /// The looks of the marks that are drawn, in the order of the legend.
  static let looks = [
    Look(mark: .data, style: "data", top: 4, height: 8, words: "DATA tags"),
    Look(mark: .info, style: "infos", top: 2, height: 10, words: "an INFO tag"),
    Look(mark: .media, style: "media", top: 9, height: 3, words: "media without a tag"),
    Look(mark: .warning, style: "warnings", top: 0, height: 6, words: "warning"),
    Look(mark: .fault, style: "faults", top: 0, height: 12, words: "alarm"),
    Look(mark: .lost, style: "gone", top: 4, height: 4, words: "feed lost"),
  ]

  /// The drawing; `title` is its description for screen readers, which ignore a drawing with an empty title.
  static func svg(_ marks: [StateStrip.Mark], title: String) -> HTML {
    let paths = looks.compactMap { look -> HTML? in
      let runs = runs(of: look.mark, in: marks)
      guard !runs.isEmpty else { return nil }
      let outline = runs.map { run in
        "M\(run.lowerBound) \(look.top)h\(run.count)v\(look.height)h-\(run.count)z"
      }
      return "<path class=\"\(look.style)\" d=\"\(outline.joined())\"/>"
    }
    let label: HTML =
      title.isEmpty ? "aria-hidden=\"true\"" : "role=\"img\" aria-label=\"\(title)\""
    return """
      <svg viewBox="0 0 \(marks.count) \(height)" preserveAspectRatio="none" \(label)>\(paths)</svg>
      """
  }

  /// The drawing as text: the durations of its alarms, warnings and losses.
  static func words(_ marks: [StateStrip.Mark], secondsPerMark: Double) -> String {
    let parts = [(StateStrip.Mark.lost, "lost"), (.fault, "alarm"), (.warning, "warning")]
      .compactMap { mark, word -> String? in
        let count = marks.count { $0 == mark }
        guard count > 0 else { return nil }
        return "\(word) for \(StatusWords.duration(Double(count) * secondsPerMark))"
      }
    return parts.isEmpty ? "no alarm" : parts.joined(separator: ", ")
  }

  private static func runs(of mark: StateStrip.Mark, in marks: [StateStrip.Mark]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, other) in marks.enumerated() where other == mark {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}

/// The page of one feed: its alarms, its tracks and its latest events.
struct FeedPage {
  private let page: StatusPage
  private let feed: FeedSnapshot
  private let index: Int

  init(_ page: StatusPage, _ feed: FeedSnapshot, index: Int) {
    (self.page, self.feed, self.index) = (page, feed, index)
  }

  var html: HTML {
    let date = page.snapshot.date
    let condition = feed.condition
    let address: HTML? =
      feed.title == feed.name ? nil : "<p class=\"soft\">\(feed.name)</p>\n"
    // The label that is the title of the page is not repeated.
    let labels = feed.labels.all.filter { $0.value != feed.title }
      .map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    let words: HTML? = labels.isEmpty ? nil : "<p class=\"soft\">\(labels)</p>\n"
    let causes = feed.alarmGroups(at: date).map { "<li>\(StatusPage.cause($0))</li>" as HTML }
    let alarms: HTML? =
      causes.isEmpty ? nil : "<h2>Alarms</h2>\n<ul class=\"alarms\">\(causes)</ul>\n"
    let events = page.incidents.latest(of: index, since: date - page.range.seconds)
    return """
      <nav aria-label="Pages"><a href="/?range=\(page.range.rawValue)">All feeds</a></nav>
      <h1>\(feed.title) <span class="state \(condition.word)">\(condition.word) \
      for \(StatusWords.duration(feed.conditionAge(at: date)))</span></h1>
      \(address)\(words)\(page.controls(path: "/feed/\(index)"))
      \(alarms)<h2>Renditions and programs</h2>
      \(page.key)
      \(feed.tracks.isEmpty ? [whole] : feed.tracks.map(track), separator: "\n")
      <h2>Latest alarms, including cleared ones</h2>
      \(page.list(events, namesFeeds: false))
      """
  }

  /// The history of a feed without known tracks.
  private var whole: HTML {
    """
    <div class="track"><div class="name">whole feed</div><div class="soft">no tag yet</div>\
    <div>\(page.strip(feed.marks(page.range), of: "whole feed"))\(page.axis)</div></div>
    """
  }

  private func track(_ track: TrackState) -> HTML {
    let name = track.key.name ?? "whole feed"
    let notes = feed.alarms.filter { $0.current.contains(track.key) }.map { alarm -> HTML in
      let style = StatusPage.style(FeedCondition(alarm.severity))
      return "<small class=\"\(style)\">\(alarm.name.words)</small>"
    }
    var figures = [
      ("DATA", String(track.counters.tags.data)), ("INFO", String(track.counters.tags.info)),
      ("last tag", feed.tagAge(of: track).map { "\(StatusWords.duration($0)) ago" } ?? "none yet"),
    ]
    let other = track.counters.tags.other
    if other > 0 { figures.append(("other ID3 tags", String(other))) }
    let ids = [("PC", track.pcCID), ("FD", track.fdCID)].compactMap { kind, cid in
      cid.map { "<code>\(kind) \($0.text)</code>" as HTML }
    }
    return """
      <div class="track"><div class="name">\(name)\(notes, separator: " ")</div>\
      <div><dl>\(figures.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" })</dl>\
      \(ids, separator: " ")</div>\
      <div>\(page.strip(feed.marks(page.range, of: track), of: name))\(page.axis)</div></div>
      """
  }
}
