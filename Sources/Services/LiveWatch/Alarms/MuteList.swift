import Formats
import Synchronization

/// The alarms that are muted for a time: they are raised, but not sent to commands and webhooks. The list can be
/// replaced while feeds are watched.
package final class MuteList: Sendable {
  private let rules = Mutex<[MuteRule]>([])

  package init() {}

  package func replace(_ rules: [MuteRule]) { self.rules.withLock { $0 = rules } }

  /// Whether an alarm of a feed is muted at `date` (Unix seconds).
  func mutes(_ alarm: AlarmName, of feed: FeedIdentity, at date: Double) -> Bool {
    rules.withLock { rules in rules.contains { $0.mutes(alarm, of: feed, at: date) } }
  }
}

/// A line of a list of muted alarms: `FEED ALARM until TIME`.
package struct MuteRule: Sendable, Equatable {
  /// The input, the name, or a label of the feed as `LABEL=VALUE`; nil means every feed.
  package var feed: String?
  /// The alarm; nil means every alarm, and the loss of the feed.
  package var alarm: AlarmName?
  /// The end of the mute, in Unix seconds.
  package var end: Double

  package static let mostLines = 10_000

  func mutes(_ alarm: AlarmName, of feed: FeedIdentity, at date: Double) -> Bool {
    guard date < end, self.alarm.map({ $0 == alarm }) ?? true else { return false }
    guard let name = self.feed else { return true }
    return name == feed.name || name == feed.title
      || feed.labels.all.contains { "\($0.name)=\($0.value)" == name }
  }

  /// Reads a list. Empty lines and lines that start with `#` are ignored.
  /// - Returns: The rules, and the problems of the list.
  package static func read(_ text: String) -> (rules: [MuteRule], problems: [String]) {
    var rules: [MuteRule] = []
    var problems: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.prefix(mostLines).enumerated() {
      do {
        if let rule = try MuteRule(String(line)) { rules.append(rule) }
      } catch {
        problems.append("line \(index + 1): \(error.description)")
      }
    }
    if lines.count > mostLines {
      problems.append("has more than \(mostLines) lines: remove lines that are not needed")
    }
    return (rules, problems)
  }

  /// Reads a line; nil for an empty line or a comment.
  /// - Throws: The reason why the line cannot be used.
  package init?(_ line: String) throws(ListRefusal) {
    var rest = line.drop(while: \.isWhitespace)
    guard let first = rest.first, first != "#" else { return nil }
    let isQuoted = first == "\""
    if isQuoted { rest = rest.dropFirst() }
    let name = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
    let words = rest[name.endIndex...].drop { $0 == "\"" }.split(whereSeparator: \.isWhitespace)
    guard !name.isEmpty, words.count == 3, words[1] == "until" else {
      throw ListRefusal(
        description: "is not 'FEED ALARM until TIME': write a line like "
          + "'\"News 24\" missing-tags until 2026-11-29T18:00Z', or '*' for every feed or alarm"
      )
    }
    let alarm = AlarmName(rawValue: String(words[0]))
    guard words[0] == "*" || AlarmName.all.contains(alarm) else {
      throw ListRefusal(
        description:
          "'\(words[0])' is not an alarm: give the name of an alarm, as in events, or '*'"
      )
    }
    guard let time = DateTimeText.read(String(words[2])), time.hasZone else {
      throw ListRefusal(
        description:
          "'\(words[2])' is not a time with a zone: write a time such as 2026-11-29T18:00Z"
      )
    }
    feed = name == "*" ? nil : String(name)
    self.alarm = words[0] == "*" ? nil : alarm
    end = time.unixSeconds
  }
}

/// The alarms of a feed, and its loss, whose events have all been muted.
struct MutedAlarms: Sendable {
  private(set) var names: Set<AlarmName> = []

  /// Whether an event is muted. The end of an alarm is muted only if no event of the alarm was sent, so that every
  /// receiver of an alarm also receives the end of the alarm.
  mutating func isMuted(_ kind: WatchEvent.Kind, _ name: AlarmName, byList: Bool) -> Bool {
    switch kind {
    case .tag: return false
    case .recovered, .streamBack: return names.remove(name) != nil
    case .updated where !names.contains(name): return byList
    case .alarm, .updated, .streamLost:
      if byList { names.insert(name) } else { names.remove(name) }
      return byList
    }
  }
}
