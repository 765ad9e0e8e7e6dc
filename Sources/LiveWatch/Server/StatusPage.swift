import CResources
import Conformance
import Formats
import System

/// The page that tells how the feeds are: complete in one file, without a script; it comes again by itself.
struct StatusPage {
  /// Seconds after which the browser asks for it again.
  private static let interval = 10
  private static let style = String(cString: status_css())

  /// Nothing but the style of the page itself (Content Security Policy 3).
  static let policy =
    "default-src 'none'; style-src '\(source(of: style))'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  private static func source(of text: String) -> String {
    "sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))"
  }

  private let snapshot: WatchSnapshot

  init(_ snapshot: WatchSnapshot) { self.snapshot = snapshot }

  /// The document.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="\(Self.interval)">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="id3tap">
    <title>\(title)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <header>
    <h1>id3tap watch</h1>
    <p class="soft">Timed ID3 tags in Nielsen's form on live feeds, at \(Self.text(date)). The page comes again \
    every \(Self.interval) seconds.</p>
    \(figures)
    </header>
    <main>
    \(alarms)
    <h2>Feeds</h2>
    \(Self.key)
    \(snapshot.feeds.map(Self.feed).joined(separator: "\n"))
    </main>
    <footer>Made by id3tap, independent software, not affiliated with Nielsen. It certifies nothing: it \
    tells what is visible without Nielsen's key. For machines: <code>/metrics</code> and <code>/healthz</code>.</footer>
    </body>
    </html>

    """
  }

  private var title: String {
    let count = snapshot.alarmCount + snapshot.lostCount
    return count == 0 ? "id3tap watch" : "(\(count)) id3tap watch"
  }

  private var date: String { UTCTime.text(snapshot.date.rounded(.down)) ?? "-" }

  // MARK: - Summary

  private var figures: String {
    let up = snapshot.feeds.count { $0.status == .up }
    let parts: [(String, String, Bool)] = [
      ("Feeds", String(snapshot.feeds.count), false), ("Delivering", String(up), false),
      ("Lost", String(snapshot.lostCount), snapshot.lostCount > 0),
      ("Alarms", String(snapshot.alarmCount), snapshot.alarmCount > 0),
      ("Watching for", StatusWords.duration(snapshot.uptime), false),
    ]
    let items = parts.map { name, value, isBad in
      "<div><dt>\(name)</dt><dd\(isBad ? " class=\"bad\"" : "")>\(value)</dd></div>"
    }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }

  private var alarms: String {
    let items = snapshot.feeds.flatMap { feed in
      feed.alarms.map { alarm in
        let place = [feed.name, alarm.track.name].compactMap { $0 }.joined(separator: ", ")
        let age = StatusWords.duration(max(0, snapshot.date - alarm.since))
        return
          "<li class=\"\(alarm.severity.rawValue)\"><b>\(Self.text(alarm.name.rawValue))</b> for \(age): "
          + "\(Self.text(alarm.message))<br><small class=\"soft\">\(Self.text(place))</small></li>"
      }
    }
    guard !items.isEmpty else { return "" }
    return "<h2>Alarms</h2>\n<ul class=\"alarms\">\(items.joined(separator: "\n"))</ul>"
  }

  private static let key: String = {
    let items = StripDrawing.looks.map { look in
      "<li>\(StripDrawing.svg([look.mark], title: ""))\(look.words)</li>"
    }
    return
      "<ul class=\"key\"><li>The last hour, a mark for every ten seconds:</li>\(items.joined())</ul>"
  }()

  // MARK: - Feeds

  private static func feed(_ feed: FeedSnapshot) -> String {
    let (style, words) = StatusWords.state(of: feed)
    let reason = feed.reason.map { "<p class=\"reason\">\(text($0))</p>" } ?? ""
    let age = StatusWords.duration(feed.statusAge)
    let tracks = feed.tracks.map { track($0, of: feed) }.joined(separator: "\n")
    return """
      <section class="feed">
      <header><h3>\(text(feed.name))</h3><span class="state \(style)">\(words) <small>for \(age)</small></span>\(reason)</header>
      \(tracks)
      </section>
      """
  }

  private static func track(_ track: TrackSnapshot, of feed: FeedSnapshot) -> String {
    let name = track.key.name ?? "whole feed"
    let alarms = feed.alarms.filter { $0.track == track.key }.map(\.name.rawValue)
    let notes = alarms + (track.isFrozen ? ["playlist stands still"] : [])
    let note =
      notes.isEmpty ? "" : "<small class=\"alarm\">\(text(notes.joined(separator: ", ")))</small>"
    let figures = [
      ("DATA", String(track.tags.data)), ("INFO", String(track.tags.info)),
      ("last tag", track.tagAge.map { "\(StatusWords.duration($0)) ago" } ?? "none yet"),
    ]
    .map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined()
    let cid = [("PC", track.pcCID), ("FD", track.fdCID)].compactMap { kind, cid in
      cid.map { "<code>\(kind) \(text($0.text))</code>" }
    }
    let title = text("the last hour of \(name)")
    return """
      <div class="track"><div class="name">\(text(name))\(note)</div>\
      <div><dl>\(figures)</dl>\(cid.joined(separator: " "))</div>\
      <div>\(StripDrawing.svg(track.strip, title: title))<div class="axis"><span>60 min ago</span>\
      <span>now</span></div></div></div>
      """
  }

  private static func text(_ text: String) -> String {
    XMLText.escaping(text).replacing("'", with: "&#39;")
  }
}
