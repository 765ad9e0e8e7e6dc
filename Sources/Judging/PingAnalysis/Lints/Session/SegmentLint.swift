/// Checks the content timers of a viewing: their order, missing segments, and a missing end.
struct SegmentLint {
  private struct Latest {
    /// The segment number of the latest timer, or 0 if there was none, or it has no valid credit string.
    var segment: Int
    var made: Int64
    var length: Int64?
    var reference: PingReference
  }

  /// A run of missing segments; `segment` is the last of them.
  struct Gap {
    var segment: Int
    var finding: PingFinding
  }

  private static let segmentSeconds: Int64 = 300
  /// The tolerated difference between clock time and played time, in seconds.
  private static let tolerance: Int64 = 10

  /// The time of the latest content ping, in Unix seconds.
  var latestMade: Int64? { latest?.made }
  private var isClosed = false
  private var latest: Latest?
  /// The ads since the latest content ping: their end in Unix seconds, and their duration in seconds.
  private var ads: [(end: Int64, seconds: Int64)] = []
  private var isEndReported = false

  mutating func findings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> (findings: [PingFinding], gap: Gap?) {
    guard let made = ping.number("c61") else { return ([], nil) }
    guard ping.isContent else {
      if ping.type == "timer" { ads.append((made, ping.number("c27") ?? 0), limit: 64) }
      return ([], nil)
    }
    if ping["davty"] == "2" { isClosed = true }
    defer { remember(ping, made, reference) }
    guard let latest else { return ([], nil) }
    guard made < latest.made else { return ([], gap(after: latest, ping, made, reference)) }
    guard latest.made - made > 5, !ping.wasQueued else { return ([], nil) }
    let order = PingFinding(
      "timer-order",
      .warning,
      "c61",
      "was made \(latest.made - made) s before \(latest.reference.words), which arrived earlier, but "
        + "is not marked as queued (sdd, c62): send pings in the order in which they were made"
    )
    return ([order], nil)
  }

  private func adSeconds(before time: Int64) -> Int64 {
    ads.reduce(0) { $1.end <= time + 1 ? $0 + $1.seconds : $0 }
  }

  private mutating func remember(_ ping: SentPing, _ made: Int64, _ reference: PingReference) {
    guard latest.map({ made >= $0.made }) ?? true else { return }
    let segment = ping.type == "timer" ? ping.credit?.number : latest?.segment ?? 0
    latest = Latest(
      segment: segment ?? 0,
      made: made,
      length: ping.number("sd"),
      reference: reference
    )
    ads = []
  }

  /// The segments missing between the last timer and this one. They count only if the time between the timers was
  /// played: a seek takes no time, and nothing is played in a pause.
  private func gap(
    after latest: Latest,
    _ ping: SentPing,
    _ made: Int64,
    _ reference: PingReference
  ) -> Gap? {
    guard ping.type == "timer", let number = ping.credit?.number, number > latest.segment + 1,
      let started = ping.number("c64"), started <= made
    else { return nil }
    let missing = Int64(number - latest.segment - 1)
    guard missing <= 1000 else { return nil }
    let played = started - latest.made - adSeconds(before: started)
    let expected = missing * Self.segmentSeconds
    guard (expected - Self.tolerance...expected + 3 * Self.tolerance).contains(played) else {
      return nil
    }
    let words =
      missing == 1 ? "segment \(number - 1)" : "segments \(latest.segment + 1) to \(number - 1)"
    let finding = PingFinding(
      "segment-missing",
      .warning,
      nil,
      "\(words) of this viewing \(missing == 1 ? "is" : "are") missing between "
        + "\(latest.reference.words) and \(reference.words), and \(played) s passed between them: check "
        + "for a lost ping, or for playheads that the app did not pass to the SDK"
    )
    return Gap(segment: number - 1, finding: finding)
  }

  /// Reports, once per viewing, that content was played after the last content ping, but no ping measures that time.
  mutating func missingEnd(before time: Int64) -> PingFinding? {
    guard !isClosed, !isEndReported, let latest else { return nil }
    // If the last segment was complete when the content ended, nothing is left to send.
    if let length = latest.length, length > 0,
      Int64(latest.segment) * Self.segmentSeconds >= length
    {
      return nil
    }
    let uncounted = time - latest.made - adSeconds(before: time)
    guard uncounted > Self.tolerance else { return nil }
    isEndReported = true
    return PingFinding(
      "end-missing",
      .warning,
      nil,
      "the viewing of \(latest.reference.words) ended without a ping with davty=2: \(uncounted) s "
        + "after its last ping were not reported; call end when the content ends or the user leaves it"
    )
  }
}
