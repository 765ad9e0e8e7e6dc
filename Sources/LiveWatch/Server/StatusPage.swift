import CResources
import Documents
import Formats

/// The pages about the feeds. Each is one complete file, and works without its script, which reloads it.
struct StatusPage {
  /// The frame of the pages.
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

  /// The first page: a line for each feed.
  var html: HTML { document(title: title, WallPage(self).html) }

  /// The page of one feed; nil when no feed has the number.
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
    <footer>id3tap is independent software, not affiliated with Nielsen. It reads what is visible \
    without Nielsen's key, and certifies nothing. For machines: <code>/metrics</code>, <code>/healthz</code>.</footer>
    \(Self.page.closing)
    """
  }

  private var title: String {
    let count = snapshot.feeds.count { $0.condition.isTrouble }
    return count == 0 ? "id3tap watch" : "(\(count)) id3tap watch"
  }

  // MARK: - Parts of both pages

  /// The time of the page, with the links to reload it and to the other ranges.
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

  /// A list of incidents, the latest first.
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

  /// The CSS class of a condition; alarms that are only notices have their own class.
  static func style(_ condition: FeedCondition) -> String {
    condition == .ok ? "notice" : condition.word
  }

  /// The key: the meanings of the marks of strips.
  var key: HTML {
    let items = StripDrawing.looks.map { look -> HTML in
      "<li>\(StripDrawing.svg([look.mark], title: ""))\(look.words)</li>"
    }
    return "<ul class=\"key\"><li>The last \(range.words):</li>\(items)</ul>"
  }

  /// The times under strips.
  var axis: HTML {
    """
    <div class="axis"><span>\(range.rawValue) ago</span>\
    <span>\(StatusWords.duration(range.seconds / 2)) ago</span><span>now</span></div>
    """
  }

  /// The strip of a track or feed.
  func strip(_ marks: [StateStrip.Mark], of name: String) -> HTML {
    let words = StripDrawing.words(marks, secondsPerMark: range.secondsPerMark)
    return StripDrawing.svg(marks, title: "\(name), last \(range.words): \(words)")
  }
}
