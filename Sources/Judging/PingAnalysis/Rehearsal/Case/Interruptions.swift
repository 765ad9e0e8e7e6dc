import Playback

/// A period that begins with an action of the tester, such as a pause, a lost network or a cast.
struct TesterInterruption: TimeSpan, Sendable {
  let start: Double
  let end: Double
}

extension RehearsalCase {
  /// The actions that end each kind of interruption. Actions that are not keys do not interrupt.
  private static let endings: [ViewerAction.Name: Set<ViewerAction.Name>] = [
    .pause: [.resume], .call: [.resume, .foreground], .alarm: [.resume, .foreground],
    .lock: [.resume, .foreground], .headphones: [.resume], .buffer: [.resume],
    .background: [.foreground, .resume], .offline: [.online], .kill: [.launch],
  ]
  /// The actions that end any interruption except `offline`.
  private static let lastEndings: Set<ViewerAction.Name> = [.channel, .launch, .end]

  /// The interruptions except `offline` and `kill`, in chronological order.
  var pauses: [TesterInterruption] {
    interruptions(.pause, .call, .alarm, .lock, .headphones, .buffer, .background)
  }

  /// The interruptions of the given kinds, in chronological order.
  func interruptions(_ names: ViewerAction.Name...) -> [TesterInterruption] {
    let actions = actions ?? []
    return actions.indices.compactMap { index in
      let action = actions[index]
      guard names.contains(action.name), let endings = Self.endings[action.name] else {
        return nil
      }
      let end = actions[(index + 1)...].first {
        endings.contains($0.name)
          || action.name != .offline && Self.lastEndings.contains($0.name)
      }
      return TesterInterruption(start: action.time, end: end?.time ?? .infinity)
    }
  }

  /// Whether the tester took one of the actions between two times (Unix seconds).
  func hasAction(_ names: Set<ViewerAction.Name>, from: Double, to: Double) -> Bool {
    (actions ?? []).contains { names.contains($0.name) && $0.time >= from && $0.time <= to }
  }

  /// The time of the last ping or action, in Unix seconds.
  var horizon: Double {
    max(ordered.last?.madeAt ?? 0, actions?.last?.time ?? 0)
  }

  /// Whether the tester took one of the actions between two times, within a tolerance of 5 s.
  func tookAction(_ names: Set<ViewerAction.Name>, from start: Double, to end: Double) -> Bool {
    hasAction(names, from: start - Self.actionTolerance, to: end + Self.actionTolerance)
  }
}

extension Set<ViewerAction.Name> {
  /// The actions that stop or resume playback, or change its position.
  static let interruptions: Self = [
    .pause, .resume, .seek, .background, .foreground, .call, .alarm, .lock, .headphones, .buffer,
    .kill, .launch, .channel, .cast, .end,
  ]
}
