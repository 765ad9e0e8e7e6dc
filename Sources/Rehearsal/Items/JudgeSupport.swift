extension RehearsedPing {
  /// The part of an asset that is measured is live.
  var isLive: Bool { self["c58"] == "true" }

  /// Parameters with their values: `cr=4_00_99_D2_11111 davty=1`.
  func shown(_ names: String...) -> String {
    names.map { "\($0)=\(self[$0])" }.joined(separator: " ")
  }

  /// The values that identify a ping that was sent twice.
  fileprivate var identity: [String] {
    [self["rnd"], self["c61"], self["cr"], self["ai"], self["asn"], self["sessionId"]]
  }
}

extension Sequence<RehearsedPing> {
  /// Without pings that are sent again.
  var withoutRepeats: [RehearsedPing] {
    var known: Set<[String]> = []
    return filter { $0["rnd"].isEmpty || known.insert($0.identity).inserted }
  }
}

extension RehearsalCase {
  /// Seconds by which the time of an action and that of the ping it makes may differ.
  static let actionTolerance = 5.0

  /// Whether the capture began before a ping's span did, so that what came before it would be there.
  func holdsTime(before ping: RehearsedPing) -> Bool {
    guard let first = ordered.first, first.index != ping.index else { return false }
    return first.madeAt <= ping.spanStart ?? ping.madeAt
  }

  /// Whether the tester did one of these things between two times, give or take five seconds.
  func tookAction(_ names: Set<TesterAction.Name>, from start: Double, to end: Double) -> Bool {
    (actions ?? []).contains {
      names.contains($0.name) && $0.at >= start - Self.actionTolerance
        && $0.at <= end + Self.actionTolerance
    }
  }
}

extension Set<TesterAction.Name> {
  /// The actions that stop a viewer's playing, or move it.
  static let interruptions: Self = [
    .pause, .resume, .seek, .background, .foreground, .call, .alarm, .lock, .headphones, .buffer,
    .kill, .launch, .channel, .cast, .end,
  ]
}
