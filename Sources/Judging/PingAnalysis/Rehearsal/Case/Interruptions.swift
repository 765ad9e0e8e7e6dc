import Playback

/// A time in which the tester kept the app from playing.
struct TesterInterruption: TimeSpan, Sendable {
  let start: Double
  let end: Double
}

extension RehearsalCase {
  /// The actions that end an interruption of each kind; a kind that is absent does not interrupt.
  private static let endings: [ViewerAction.Name: Set<ViewerAction.Name>] = [
    .pause: [.resume], .call: [.resume, .foreground], .alarm: [.resume, .foreground],
    .lock: [.resume, .foreground], .headphones: [.resume], .buffer: [.resume],
    .background: [.foreground, .resume], .offline: [.online], .kill: [.launch],
  ]
  /// The actions that end all of them.
  private static let lastEndings: Set<ViewerAction.Name> = [.channel, .launch, .end]

  /// The interruptions that keep the app from playing while it lives, by their start.
  var pauses: [TesterInterruption] {
    interruptions(.pause, .call, .alarm, .lock, .headphones, .buffer, .background)
  }

  /// The interruptions of some kinds, by their start.
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

  /// Whether the tester did one of some things between two times.
  func hasAction(_ names: Set<ViewerAction.Name>, from: Double, to: Double) -> Bool {
    (actions ?? []).contains { names.contains($0.name) && $0.time >= from && $0.time <= to }
  }

  /// The last moment of which the capture or the actions know, in Unix seconds.
  var horizon: Double {
    max(ordered.last?.madeAt ?? 0, actions?.last?.time ?? 0)
  }

  /// Whether the tester did one of these things between two times, give or take five seconds.
  func tookAction(_ names: Set<ViewerAction.Name>, from start: Double, to end: Double) -> Bool {
    hasAction(names, from: start - Self.actionTolerance, to: end + Self.actionTolerance)
  }
}

extension Set<ViewerAction.Name> {
  /// The actions that stop a viewer's playing, or move it.
  static let interruptions: Self = [
    .pause, .resume, .seek, .background, .foreground, .call, .alarm, .lock, .headphones, .buffer,
    .kill, .launch, .channel, .cast, .end,
  ]
}
