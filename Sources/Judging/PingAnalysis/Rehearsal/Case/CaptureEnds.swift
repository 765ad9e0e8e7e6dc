import Playback

/// Determines from a capture whether a viewing has ended.
struct CaptureEnds {
  /// The number of seconds without a ping after which a viewing counts as ended.
  private static let silence = 1800.0

  /// The first ping of each app session.
  private let sessions: [RehearsedPing]
  /// The view pings of DCR content, ads and pages. A view ping of a subsequent viewing shows that a viewing has ended.
  private let views: [RehearsedPing]
  private let ends: [ViewerAction]
  private let last: Double

  init(_ ordered: [RehearsedPing], _ actions: [ViewerAction]) {
    var known: Set<String> = []
    sessions = ordered.filter { ping in
      let id = ping["sessionId"]
      return !id.isEmpty && known.insert(id).inserted
    }
    views = ordered.filter { $0.isView && ($0.isContent || $0.isAd || $0.isStatic) }
    ends = actions.filter { $0.name == .end }
    last = ordered.map(\.madeAt).max() ?? 0
  }

  /// Whether the viewing of the given pings has ended. `follows` returns whether a view belongs to a subsequent
  /// viewing.
  func ended(
    _ pings: [RehearsedPing],
    follows: (RehearsedPing) -> Bool
  ) -> Bool {
    guard let first = pings.first, let final = pings.last else { return false }
    if pings.contains(where: { $0["davty"] == "2" }) { return true }
    if last - final.madeAt >= Self.silence { return true }
    if ends.contains(where: { $0.time >= first.madeAt && $0.time >= final.madeAt - 5 }) {
      return true
    }
    let session = first["sessionId"]
    if views.contains(where: {
      $0["sessionId"] == session && $0.madeAt >= final.madeAt && follows($0)
    }) {
      return true
    }
    return sessions.contains {
      Self.isSameDevice($0, first) && $0["sessionId"] != session
        && $0.madeAt >= final.madeAt
    }
  }

  /// Whether two pings may come from the same app and device. A capture may contain several apps and devices.
  private static func isSameDevice(_ one: RehearsedPing, _ other: RehearsedPing) -> Bool {
    func agree(_ name: String, _ part: (String) -> String = { $0 }) -> Bool {
      let (left, right) = (part(one[name]), part(other[name]))
      return left.isEmpty || right.isEmpty || left == right
    }
    return agree("c9") && agree("c13") && agree("c16") { String($0.prefix(2)) }
  }
}
