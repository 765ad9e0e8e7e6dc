import CResources
import Formats
import System

/// The pages about the feeds. Each is one complete file, and works without its script.
struct StatusPage {
  private static let style = String(cString: status_css())
  private static let script = String(cString: status_js())

  /// The content security policy: only the page's own style and script, which reloads the page. No text
  /// becomes markup (Content Security Policy 3, Trusted Types).
  static let policy =
    "default-src 'none'; style-src '\(source(of: style))'; script-src '\(source(of: script))'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'"

  private static func source(of text: String) -> String {
    "sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))"
  }

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
  var html: String { document(title: title, WallPage(self).html) }

  /// The page of one feed; nil when no feed has the number.
  func html(ofFeed index: Int) -> String? {
    guard let feed = snapshot.feed(index) else { return nil }
    return document(
      title: "\(feed.condition.word): \(Self.text(feed.title)) - id3tap watch",
      FeedPage(self, feed, index: index).html
    )
  }

  private func document(title: String, _ content: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="id3tap">
    <title>\(title)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>
    \(content)
    </main>
    <footer>id3tap is independent software, not affiliated with Nielsen. It reads what is visible \
    without Nielsen's key, and certifies nothing. For machines: <code>/metrics</code>, <code>/healthz</code>.</footer>
    <script>\(Self.script)</script>
    </body>
    </html>

    """
  }

  private var title: String {
    let count = snapshot.feeds.count { $0.condition.isTrouble }
    return count == 0 ? "id3tap watch" : "(\(count)) id3tap watch"
  }

  // MARK: - Parts of both pages

  /// The time of the page, with the links to reload it and to the other ranges.
  func controls(path: String) -> String {
    let date = UTCTime.text(snapshot.date.rounded(.down)) ?? "-"
    let ranges = WatchRange.allCases.map { other in
      let current = other == range ? " aria-current=\"true\"" : ""
      return "<a href=\"\(path)?range=\(other.rawValue)\"\(current)>\(other.rawValue)</a>"
    }
    return """
      <p class="soft controls"><span>\(Self.text(date)), watching for \
      \(StatusWords.duration(snapshot.uptime)). <span id="live">\
      <a href="\(path)?range=\(range.rawValue)">Refresh</a></span></span>\
      <span class="ranges">Show the last \(ranges.joined(separator: " "))</span></p>
      """
  }

  /// A list of incidents, the latest first.
  func list(_ incidents: [Incident], namesFeeds: Bool) -> String {
    guard !incidents.isEmpty else {
      return "<p class=\"soft\">No alarm in the last \(range.words).</p>"
    }
    let items = incidents.map { incident -> String in
      let start = UTCTime.text(incident.start.rounded(.down)) ?? "-"
      let condition =
        incident.name == .streamLost ? FeedCondition.lost : FeedCondition(incident.severity)
      let end =
        switch incident.end {
        case .open:
          "<b>active</b>, \(StatusWords.duration(max(0, snapshot.date - incident.start)))"
        case .at(let end):
          "cleared after \(StatusWords.duration(max(0, end - incident.start)))"
        case .unknown: "the watch ended"
        }
      let feed = namesFeeds ? snapshot.feed(incident.feed)?.title : nil
      let place = [feed, incident.tracks.words].compactMap { $0 }.joined(separator: ", ")
      return "<li><time>\(Self.text(start))</time><b class=\"\(Self.style(condition))\">"
        + "\(Self.text(incident.name.words))</b><span>\(end)</span>"
        + "<span>\(Self.text([place, incident.message].filter { !$0.isEmpty }.joined(separator: ": ")))"
        + "\(incident.evidence.map { " <code>\(Self.text($0))</code>" } ?? "")</span></li>"
    }
    return "<ul class=\"events\">\(items.joined(separator: "\n"))</ul>"
  }

  /// The CSS class of a condition; alarms that are only notices have their own class.
  static func style(_ condition: FeedCondition) -> String {
    condition == .ok ? "notice" : condition.word
  }

  /// The key: the meanings of the marks of strips.
  var key: String {
    let items = StripDrawing.looks.map { look in
      "<li>\(StripDrawing.svg([look.mark], title: ""))\(look.words)</li>"
    }
    return "<ul class=\"key\"><li>The last \(range.words):</li>\(items.joined())</ul>"
  }

  /// The strip of a track or feed.
  func strip(_ marks: [StateStrip.Mark], of name: String) -> String {
    let words = StripDrawing.words(marks, secondsPerMark: range.secondsPerMark)
    return StripDrawing.svg(marks, title: Self.text("\(name), last \(range.words): \(words)"))
  }

  static func text(_ text: String) -> String {
    XMLText.escaping(text).replacing("'", with: "&#39;")
  }
}
