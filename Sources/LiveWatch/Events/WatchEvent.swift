import Conformance
import Records

/// Something that happened on a feed.
package struct WatchEvent: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case tag
    /// An alarm was raised.
    case alarm
    /// An alarm was cleared.
    case recovered
    /// A feed delivers nothing any more.
    case streamLost = "stream-lost"
    /// A feed delivers again.
    case streamBack = "stream-back"
  }

  package var kind: Kind
  /// The number of the feed, from 0.
  package var feed: Int
  /// The feed: the URL without what is secret in it.
  package var input: String
  /// What the list of feeds says about the feed.
  package var labels = FeedLabels()
  /// When, in Unix seconds.
  package var date: Double
  /// The tag of `tag`.
  package var tag: ExtractRow?
  /// The track that the tag of `tag` came in.
  package var track = TrackKey()
  /// The alarm of `alarm` and `recovered`.
  package var alarm: ActiveAlarm?
  /// What was seen, in one line; of `tag` nothing.
  package var message: String?
  /// The folder with what was read around the alarm.
  package var evidence: String?
  /// Of all but `tag` and `alarm`: for how many seconds the alarm was raised, or nothing came; of
  /// `stream-back` behind several losses, for how long the feed came and went.
  package var duration: Double?

  init(_ kind: Kind, feed: Int, input: String, date: Double) {
    self.kind = kind
    self.feed = feed
    self.input = input
    self.date = date
  }

  /// The name that `--stop-on` knows it by; nil for what begins nothing.
  package var name: AlarmName? {
    switch kind {
    case .alarm: alarm?.name
    case .streamLost: .streamLost
    case .tag, .recovered, .streamBack: nil
    }
  }

  /// What happened in a word or two, such as `alarm missing-tags` or `stream-lost`.
  var title: String { kind.rawValue + (alarm.map { " \($0.name)" } ?? "") }

  /// Whether it is sent to alarm commands and webhooks.
  package var isAlarming: Bool { kind != .tag }
}
