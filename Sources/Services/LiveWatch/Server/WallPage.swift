import Conformance
import Records

/// The start page: the alarms, a line for each feed (the most urgent feed first), and the latest alarms.
struct WallPage {
  /// The maximum number of alarms in the list above the feeds. Further alarms are named in the lines of their feeds.
  private static let mostCauses = 8
  /// The maximum number of feeds for which the list of events is initially open.
  private static let mostFeedsWithOpenEvents = 30

  /// The maximum number of characters of a name in a line that is 1280 px wide.
  private static let nameWidth = 34

  private let page: StatusPage
  private let snapshot: WatchSnapshot
  /// The titles. Titles that are too long are shortened to the parts in which the titles differ.
  private let names: [String]
  private let feeds: [(index: Int, feed: FeedSnapshot)]

  init(_ page: StatusPage) {
    self.page = page
    snapshot = page.snapshot
    names = DistinctNames(page.snapshot.feeds.map(\.title)).fitting(Self.nameWidth)
    feeds = page.snapshot.byUrgency
  }

  var html: HTML {
    let events = page.incidents.latest(since: snapshot.date - page.range.seconds)
    let isOpen = feeds.count <= Self.mostFeedsWithOpenEvents
    return """
      <h1>id3tap watch: \(headline)</h1>
      \(page.controls(path: "/"))
      \(causes)
      <h2>Feeds</h2>
      \(page.key)
      <ol class="wall">
      \(feeds.map(line), separator: "\n")
      <li aria-hidden="true">\(page.axis)</li>
      </ol>
      <details id="events"\(if: isOpen, " open")><summary>Latest alarms, including cleared \
      ones: \(events.count)</summary>
      \(page.list(events, namesFeeds: true))
      </details>
      """
  }

  /// A summary of all feeds, such as `2 lost, 1 with alarms, 97 of 100 feeds ok`.
  private var headline: HTML {
    let parts = snapshot.troubles.map { condition, words -> HTML in
      "<span class=\"\(condition.word)\">\(words)</span>"
    }
    return "\(parts + [HTML(text: snapshot.goodWords)], separator: ", ")"
  }

  private var causes: HTML? {
    let all = feeds.flatMap { entry in
      entry.feed.alarmGroups(at: snapshot.date).map { (entry: entry, group: $0) }
    }
    .sorted { ($0.group.condition, $0.group.age) < ($1.group.condition, $1.group.age) }
    guard !all.isEmpty else { return nil }
    let items = all.prefix(Self.mostCauses).map { entry, group -> HTML in
      """
      <li>\(StatusPage.cause(group))<a href="\(link(entry.feed))">\(entry.feed.title)</a></li>
      """
    }
    let rest = all.count - items.count
    let more: HTML? =
      rest > 0 ? "<li class=\"soft\">\(rest) more: see the lines of the feeds</li>" : nil
    return "<h2>Alarms</h2>\n<ul class=\"alarms\">\(items, separator: "\n")\(more)</ul>"
  }

  private func line(_ index: Int, _ feed: FeedSnapshot) -> HTML {
    let condition = feed.condition
    let age = StatusWords.duration(feed.conditionAge(at: snapshot.date))
    let words = feed.alarmGroups(at: snapshot.date).map { group in
      group.name == .streamLost
        ? group.message
        : [group.name.words, group.place].compactMap { $0 }.joined(separator: " in ")
    }
    let trouble = words.joined(separator: "; ")
    let tag = feed.tagAge.map { "\(StatusWords.duration($0)) ago" } ?? "no tag yet"
    return """
      <li id="feed-\(feed.number)"><a href="\(link(feed))" title="\(feed.title)">\(names[index])</a>\
      <span class="state \(condition.word)">\(condition.word) \(age)</span>\
      \(page.strip(feed.marks(page.range), of: feed.title))<span class="soft tag">\(tag)</span>\
      <span class="trouble" title="\(trouble)">\(trouble)</span></li>
      """
  }

  private func link(_ feed: FeedSnapshot) -> String {
    "/feed/\(feed.number)?range=\(page.range.rawValue)"
  }
}

extension StatusPage {
  /// The text about an alarm or a loss: name, affected tracks, age, latest message, consequences and remedy.
  static func cause(_ group: AlarmGroup) -> HTML {
    let severity = group.condition == .ok ? "notice" : group.condition.word
    let title =
      group.name == .streamLost
      ? "The feed has delivered nothing" : "\(severity): \(group.name.words)"
    let others = group.consequences.map(\.words).joined(separator: ", ")
    return """
      <b class="\(style(group.condition))">\(title)</b><span>\(group.place.map { " in \($0)" })\
      \(if: group.isMuted, ", muted") for \(StatusWords.duration(group.age))</span>\
      <code>\(group.name.rawValue)</code><span class="message">\(group.message)\
      \(if: !others.isEmpty, " <b>Consequences:</b> \(others)")\
      \(group.name.remedy.map { " <b>Do:</b> \($0)" })</span>
      """
  }
}

/// A raised alarm or a loss, as shown on pages.
struct AlarmGroup: Sendable, Equatable {
  var name: AlarmName
  var condition: FeedCondition
  /// The affected tracks, as text; nil for the whole feed, or if the feed has only one track.
  var place: String?
  /// The latest message, in one line.
  var message: String
  var consequences: [AlarmName] = []
  /// Whether no event of the alarm or loss was sent to commands and webhooks, because it is muted.
  var isMuted = false
  /// The seconds since the alarm was raised or the feed was lost.
  var age: Double
}

extension FeedSnapshot {
  /// The loss and the alarms, most severe first, then latest first. `date` is in Unix seconds.
  func alarmGroups(at date: Double) -> [AlarmGroup] {
    var groups = alarms.map { alarm in
      AlarmGroup(
        name: alarm.name,
        condition: FeedCondition(alarm.severity),
        place: place(of: alarm.current),
        message: alarm.currentMessage,
        consequences: alarm.consequences,
        isMuted: muted.contains(alarm.name),
        age: max(0, date - alarm.since)
      )
    }
    if phase.isLost {
      groups.append(
        AlarmGroup(
          name: .streamLost,
          condition: .lost,
          message: phase.reason ?? "nothing arrives",
          consequences: lossConsequences,
          isMuted: muted.contains(.streamLost),
          age: phaseAge
        )
      )
    }
    return groups.sorted { ($0.condition, $0.age) < ($1.condition, $1.age) }
  }

  /// The affected tracks as text, such as `3 of 3 renditions`; a single track is named.
  private func place(of keys: [TrackKey]) -> String? {
    let concerned = Set(keys).filter { $0 != .feed }
    guard let any = concerned.first else { return nil }
    if tracks.count == 1, tracks[0].key == any { return nil }
    if concerned.count == 1 { return any.name }
    let noun = any.rendition == nil ? "programs" : "renditions"
    let total = tracks.count { $0.key != .feed }
    return total < concerned.count
      ? "\(concerned.count) \(noun)" : "\(concerned.count) of \(total) \(noun)"
  }
}
