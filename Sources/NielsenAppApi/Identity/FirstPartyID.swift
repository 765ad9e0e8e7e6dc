/// A first-party id: 29 random characters and the second of its creation.
struct FirstPartyID: Sendable, Equatable {
  /// The id as sent.
  var text: String
  /// When it was made, in Unix seconds.
  var created: Int64
  /// When this engine instance first read it, in Unix seconds.
  var accessed: Int64

  /// Whether its life of `days` is over at `now` (Unix seconds).
  func isExpired(at now: Int64, days: Int) -> Bool { now - created >= Int64(days) * 86_400 }
}
