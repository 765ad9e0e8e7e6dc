import Formats

/// Which pings of a run were sent again: an app that got no answer does so, and a proxy records both.
///
/// `rnd` is new in each ping and stays when it is sent again, as everything does but when and how often it
/// was sent.
struct RepeatedPings {
  /// Parameters that each attempt to send fills in.
  private static let attempt: Set<String> = ["c62", "sdd", "retry"]

  /// The pings without those that were sent again, in order.
  private(set) var firsts: [SentPing] = []
  /// How many were.
  private(set) var count = 0

  private struct Key: Hashable {
    var endpoint: String
    var parameters: [QueryParameter]
  }

  init(_ pings: [SentPing]) {
    var known: Set<Key> = []
    for ping in pings {
      if let key = Self.key(of: ping), !known.insert(key).inserted {
        count += 1
      } else {
        firsts.append(ping)
      }
    }
  }

  /// Nil when a ping cannot be distinguished from another one with the same values.
  private static func key(of ping: SentPing) -> Key? {
    guard ping.plain("rnd") != nil else { return nil }
    return Key(
      endpoint: ping.endpoint,
      parameters: ping.parameters.filter { !attempt.contains($0.name) }
    )
  }
}
