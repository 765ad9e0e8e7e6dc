import ArgumentParser
import Playback
import Synchronization
import System

/// The actions of the viewer of a scenario, until they are written to the file of `--write-actions`.
final class ActionLog {
  private let destination: OutputDestination
  /// The option that names the file.
  private let option: String
  private let actions = Actions()

  private final class Actions: Sendable {
    let list = Mutex<[ViewerAction]>([])
  }

  /// Refuses a file without a scenario, and one that is the scenario or the file of the pings.
  static func check(_ playback: PlaybackArguments, output: String?) throws {
    guard let (path, option) = playback.writeActions else { return }
    guard let scenario = playback.scenario else {
      throw ValidationError("\(option): \(path): name a scenario with --scenario.")
    }
    guard !SameFile.check(path, scenario.path) else {
      throw ValidationError("\(option): \(path): is the scenario: name another file.")
    }
    if let output, SameFile.check(path, output) {
      throw ValidationError("\(option): \(path): is the file of -o: name another file.")
    }
  }

  /// Nil when no actions are asked for.
  /// - Throws: the exit code, when the file cannot be written.
  init?(_ playback: PlaybackArguments, _ diagnostics: Diagnostics) throws {
    guard let (path, option) = playback.writeActions else { return nil }
    self.option = option
    do throws(OutputError) {
      destination = try .named(path)
    } catch {
      diagnostics.failure(error.description(option: option))
      throw ExitCodes.failed
    }
  }

  var put: @Sendable (ViewerAction) -> Void {
    { [actions] action in actions.list.withLock { $0.append(action) } }
  }

  /// Writes all of them; false when that failed.
  func write(_ diagnostics: Diagnostics) -> Bool {
    do throws(OutputError) {
      for action in actions.list.withLock({ $0 }) {
        try destination.append { bytes in
          action.json.append(to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
        }
      }
      try destination.commit()
      return true
    } catch {
      if error.code == .readerGone { return true }
      diagnostics.failure(error.description(option: option))
      return false
    }
  }
}
