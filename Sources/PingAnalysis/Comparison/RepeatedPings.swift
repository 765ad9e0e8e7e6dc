/// The pings of a run without those that were sent again.
struct RepeatedPings {
  /// The pings that were sent first, in order.
  private(set) var firsts: [SentPing] = []
  /// How many were sent again.
  private(set) var count = 0

  init(_ pings: [SentPing]) {
    var known: Set<RepeatKey> = []
    for ping in pings {
      if let key = ping.repeatKey, !known.insert(key).inserted {
        count += 1
      } else {
        firsts.append(ping)
      }
    }
  }
}
