import Playback

/// An action of the tester and its time: a line of `--actions`. Testers note the times, so they can be
/// fractions, and values are the texts of the file; the actions of a scenario are ``ViewerAction``.
package struct TesterAction: Sendable, Equatable {
  package typealias Name = ViewerAction.Name

  package let name: Name
  /// Unix seconds.
  package let at: Double
  /// Its argument: `1` for an opt-out or a connected device; nil without.
  package let value: String?

  package init(_ name: Name, at: Double, value: String? = nil) {
    self.name = name
    self.at = at
    self.value = value
  }
}

/// A time in which the tester kept the app from playing.
struct TesterInterruption: Sendable {
  let name: TesterAction.Name
  /// Unix seconds.
  let start: Double
  /// Unix seconds; infinite where nothing ends it.
  let end: Double

  var duration: Double { end - start }

  /// The seconds of a span that are within it.
  func overlap(from: Double, to: Double) -> Double {
    max(0, min(to, end) - max(from, start))
  }
}

extension RehearsalCase {
  /// The actions that end an interruption of each kind; a kind that is absent does not interrupt.
  private static let endings: [TesterAction.Name: Set<TesterAction.Name>] = [
    .pause: [.resume], .call: [.resume, .foreground], .alarm: [.resume, .foreground],
    .lock: [.resume, .foreground], .headphones: [.resume], .buffer: [.resume],
    .background: [.foreground, .resume], .offline: [.online], .kill: [.launch],
  ]
  /// The actions that end all of them.
  private static let lastEndings: Set<TesterAction.Name> = [.channel, .launch, .end]

  /// The interruptions that keep the app from playing while it lives, by their start.
  var pauses: [TesterInterruption] {
    interruptions(.pause, .call, .alarm, .lock, .headphones, .buffer, .background)
  }

  /// The interruptions of some kinds, by their start.
  func interruptions(_ names: TesterAction.Name...) -> [TesterInterruption] {
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
      return TesterInterruption(name: action.name, start: action.at, end: end?.at ?? .infinity)
    }
  }

  /// Whether the tester did one of some things between two times.
  func hasAction(_ names: Set<TesterAction.Name>, from: Double, to: Double) -> Bool {
    (actions ?? []).contains { names.contains($0.name) && $0.at >= from && $0.at <= to }
  }

  /// The last moment of which the capture or the actions know, in Unix seconds.
  var horizon: Double {
    max(ordered.last?.madeAt ?? 0, actions?.last?.at ?? 0)
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
