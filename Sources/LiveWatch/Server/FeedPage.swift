import Documents

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
    // The title is the label `name`.
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
      <h2>Latest alarms with those that were cleared</h2>
      \(page.list(events, namesFeeds: false))
      """
  }

  /// The past of a feed that has not delivered yet.
  private var whole: HTML {
    """
    <div class="track"><div class="name">whole feed</div><div class="soft">nothing read yet</div>\
    <div>\(page.strip(feed.marks(page.range), of: "whole feed"))\(page.axis)</div></div>
    """
  }

  private func track(_ track: TrackSnapshot) -> HTML {
    let name = track.key.name ?? "whole feed"
    let notes = feed.alarms.filter { $0.current.contains(track.key) }.map { alarm -> HTML in
      let style = StatusPage.style(FeedCondition(alarm.severity))
      return "<small class=\"\(style)\">\(alarm.name.words)</small>"
    }
    var figures = [
      ("DATA", String(track.tags.data)), ("INFO", String(track.tags.info)),
      ("last tag", track.tagAge.map { "\(StatusWords.duration($0)) ago" } ?? "none yet"),
    ]
    if track.tags.other > 0 { figures.append(("other ID3", String(track.tags.other))) }
    let ids = [("PC", track.pcCID), ("FD", track.fdCID)].compactMap { kind, cid in
      cid.map { "<code>\(kind) \($0.text)</code>" as HTML }
    }
    return """
      <div class="track"><div class="name">\(name)\(notes, separator: " ")</div>\
      <div><dl>\(figures.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" })</dl>\
      \(ids, separator: " ")</div>\
      <div>\(page.strip(track.past.marks(page.range), of: name))\(page.axis)</div></div>
      """
  }
}
