/// The page of one feed: its alarms, its tracks and its latest events.
struct FeedPage {
  private let page: StatusPage
  private let feed: FeedSnapshot
  private let index: Int

  init(_ page: StatusPage, _ feed: FeedSnapshot, index: Int) {
    (self.page, self.feed, self.index) = (page, feed, index)
  }

  var html: String {
    let date = page.snapshot.date
    let condition = feed.condition
    let address =
      feed.title == feed.name ? "" : "<p class=\"soft\">\(StatusPage.text(feed.name))</p>\n"
    let labels = feed.labels.all.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    let words = labels.isEmpty ? "" : "<p class=\"soft\">\(StatusPage.text(labels))</p>\n"
    let causes = feed.alarmGroups(at: date).map { "<li>\(StatusPage.cause($0))</li>" }
    let alarms =
      causes.isEmpty ? "" : "<h2>Alarms</h2>\n<ul class=\"alarms\">\(causes.joined())</ul>\n"
    let events = page.incidents.latest(of: index, since: date - page.range.seconds)
    let back = "<a href=\"/?range=\(page.range.rawValue)\">All feeds</a>"
    return """
      <nav aria-label="Pages">\(back)</nav>
      <h1>\(StatusPage.text(feed.title)) <span class="state \(condition.word)">\(condition.word) \
      for \(StatusWords.duration(feed.conditionAge(at: date)))</span></h1>
      \(address)\(words)\(page.controls(path: "/feed/\(index)"))
      \(alarms)<h2>Renditions and programs</h2>
      \(page.key)
      \(feed.tracks.isEmpty ? whole : feed.tracks.map(track).joined(separator: "\n"))
      <h2>Latest alarms with those that were cleared</h2>
      \(page.list(events, namesFeeds: false))
      """
  }

  /// The past of a feed that has not delivered yet.
  private var whole: String {
    """
    <div class="track"><div class="name">whole feed</div><div class="soft">nothing read yet</div>\
    <div>\(page.strip(feed.marks(page.range), of: "whole feed"))\(axis)</div></div>
    """
  }

  private var axis: String {
    "<div class=\"axis\"><span>\(page.range.rawValue) ago</span><span>now</span></div>"
  }

  private func track(_ track: TrackSnapshot) -> String {
    let name = track.key.name ?? "whole feed"
    let notes = feed.alarms.filter { $0.current.contains(track.key) }.map { alarm in
      let condition = FeedCondition(alarm.severity)
      return "<small class=\"\(StatusPage.style(condition))\">"
        + "\(StatusPage.text(alarm.name.words))</small>"
    }
    let figures = [
      ("DATA", String(track.tags.data)), ("INFO", String(track.tags.info)),
      ("last tag", track.tagAge.map { "\(StatusWords.duration($0)) ago" } ?? "none yet"),
    ]
    .map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined()
    let ids = [("PC", track.pcCID), ("FD", track.fdCID)].compactMap { kind, cid in
      cid.map { "<code>\(kind) \(StatusPage.text($0.text))</code>" }
    }
    return """
      <div class="track"><div class="name">\(StatusPage.text(name))\(notes.joined(separator: " "))</div>\
      <div><dl>\(figures)</dl>\(ids.joined(separator: " "))</div>\
      <div>\(page.strip(track.past.marks(page.range), of: name))\(axis)</div></div>
      """
  }
}
