import Conformance
import Records
import System

package struct WatchEvent: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case tag
    case alarm
    /// A raised alarm affects more tracks, has become more severe, or is no longer muted.
    case updated
    case recovered
    case streamLost = "stream-lost"
    case streamBack = "stream-back"
  }

  package var kind: Kind
  /// The number of the feed, from 0; negative for a feed of an earlier run that is no longer watched.
  package var feed: Int
  /// The name of the feed: the URL without its secret parts, or the name of a tap of a chain.
  package var input: String
  package var labels = FeedLabels()
  /// The time of the event, in Unix seconds.
  package var date: Double
  /// The tag of a `tag` event; nil for other events.
  package var tag: ExtractRow?
  /// The track of a `tag` event.
  package var track = TrackKey()
  /// The alarm of an `alarm`, `updated` or `recovered` event; nil for other events.
  package var alarm: ActiveAlarm?
  /// The tracks that an event about an alarm reports. For `updated`, these are the added tracks or, if only the
  /// severity has increased, all current tracks. Empty at the end of a mute, and for events of earlier runs.
  package var reported: [TrackKey] = []
  /// The alarms suppressed as consequences of the alarm or the loss.
  package var consequences: [AlarmName] = []
  /// Whether the event is muted: it is not sent to alarm commands and webhooks.
  package var isMuted = false
  /// The message in one line; nil for `tag`.
  package var message: String?
  /// For `alarm` and `stream-lost`: the folder with the recorded evidence, if there is one.
  package var evidence: String?
  /// For `recovered`, `stream-lost` and `stream-back`: the seconds for which the alarm was raised, or the feed did not
  /// deliver. For a `stream-back` after several losses: the seconds since the first loss.
  package var duration: Double?

  init(_ kind: Kind, feed: Int, input: String, date: Double) {
    self.kind = kind
    self.feed = feed
    self.input = input
    self.date = date
  }

  /// The name for `--stop-on`; nil for events that do not begin an alarm or a loss.
  package var name: AlarmName? {
    switch kind {
    case .alarm: alarm?.name
    case .streamLost: .streamLost
    case .tag, .updated, .recovered, .streamBack: nil
    }
  }

  /// The kind of the event and its alarm, such as `alarm missing-tags` or `stream-lost`.
  var title: String { kind.rawValue + (alarm.map { " \($0.name)" } ?? "") }

  /// The identity that the event of an alarm and the event of its end share.
  struct Pair: Hashable {
    var input: String
    /// The number of the alarm; nil for the loss of the feed.
    var alarm: Int?
  }

  /// The alarm or the loss that the event is about; nil for tags.
  var pair: Pair? { isAlarming ? Pair(input: input, alarm: alarm?.id) : nil }

  var isBeginning: Bool { kind == .alarm || kind == .streamLost }

  var isEnd: Bool { kind == .recovered || kind == .streamBack }

  /// The identity of the alarm or the loss for paging services, which stays the same whenever the alarm is raised, even
  /// by another process. Nil for tags.
  package var key: String? {
    guard isAlarming else { return nil }
    let parts = [input, (alarm?.name ?? .streamLost).rawValue]
    return String(SHA256.hexadecimal(of: parts.joined(separator: "\0").utf8).prefix(32))
  }

  /// Whether the event is about an alarm or a loss.
  package var isAlarming: Bool { kind != .tag }

  /// Whether the event is sent to alarm commands and webhooks.
  var isSent: Bool { isAlarming && !isMuted }
}

extension WatchEvent {
  /// The event that ends the alarm or the loss of this event at `date` (Unix seconds).
  func end(at date: Double, _ words: String) -> WatchEvent {
    var event = self
    event.kind = kind == .streamLost ? .streamBack : .recovered
    event.date = date
    event.duration = max(0, date - (alarm?.since ?? self.date - (duration ?? 0)))
    event.message = alarm.map { "\(words): \($0.message)" } ?? words
    event.evidence = nil
    return event
  }
}
