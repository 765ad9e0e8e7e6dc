/// The viewing session that is open, and what is remembered of those before.
struct ViewingHistory: Sendable {
  /// The session that is open; nil: none is.
  var session: ViewingSession?
  /// The session before, if it was silent for too long and no call has named what is played since.
  private(set) var lapsed: LapsedSession?
  /// The channel of the session that is open or was last; nil: there was none. `play` without a name after a
  /// pause does not change the channel.
  private(set) var lastChannelName: String?
  /// Error codes that made a ping while no session was open.
  private var reportedErrors: Set<Int> = []

  /// Whether it is known what is played, or was before it lapsed.
  var isKnown: Bool { session != nil || lapsed != nil }

  /// Opens a session at `now` (milliseconds). `content` is what an ad belongs to until other content is
  /// named.
  mutating func open(channelName: String, mediaURL: String, content: Asset?, now: Int64) {
    session = ViewingSession(
      channelName: channelName,
      mediaURL: mediaURL,
      content: content,
      now: now
    )
    lastChannelName = channelName
  }

  /// Closes the session and forgets the one that has lapsed.
  mutating func close() {
    session = nil
    lapsed = nil
  }

  /// Whether the session had no call for `limit` milliseconds.
  func isSilent(for limit: Int64, now: Int64) -> Bool {
    session.map { now - $0.lastSign >= limit } ?? false
  }

  /// The session that a player would continue if the session lapsed at `place`; nil: none is open.
  func lapsing(at place: EngineMeasurement.Place) -> LapsedSession? {
    guard var session else { return nil }
    // It was opened by a play for what had lapsed before, and nothing came after it.
    if let lapsed { return lapsed }
    session.reportedErrors = []
    return LapsedSession(session: session, place: place)
  }

  /// The session has lapsed and was closed.
  mutating func lapse(as lapsed: LapsedSession) { self.lapsed = lapsed }

  /// The session that has lapsed, which is then forgotten.
  mutating func takeLapsed() -> LapsedSession? {
    defer { lapsed = nil }
    return lapsed
  }

  /// Forgets a session that has lapsed: a call has named what is played.
  mutating func forgetLapsed() { lapsed = nil }

  /// Forgets a session that has lapsed unless it was on this channel.
  mutating func forgetLapsed(unlessOn channelName: String) {
    if channelName != lapsed?.session.channelName { lapsed = nil }
  }

  /// Keeps a payload until the session that has lapsed continues.
  mutating func holdForLapsed(_ payload: String) { lapsed?.session.hold(payload) }

  /// Forgets the payloads that came after the session has lapsed: they were another user's.
  mutating func forgetPayloadsOfLapsed() { lapsed?.session.heldTags = [] }

  /// Whether an error comes for the first time in the session, or without one.
  mutating func isFirst(error number: Int) -> Bool {
    session == nil
      ? reportedErrors.insert(number).inserted
      : session?.reportedErrors.insert(number).inserted ?? false
  }
}
