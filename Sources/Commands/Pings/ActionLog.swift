import ArgumentParser
import Playback
import Synchronization
import System

/// The actions of the viewer of a scenario, until they are written to the file that `write-actions` in the file of
/// `--config` names.
final class ActionLog {
  private let destination: OutputDestination
  private let actions = Actions()

  private final class Actions: Sendable {
    let list = Mutex<[ViewerAction]>([])
  }

  /// Refuses a file without a scenario, and one that is the scenario or the file of the pings.
  static func check(_ playback: PlaybackArguments, output: String?) throws {
    guard let path = playback.writeActions else { return }
    guard let scenario = playback.scenario else {
      throw ValidationError("write-actions: \(path): name a scenario with --scenario.")
    }
    guard path != scenario.path else {
      throw ValidationError("write-actions: \(path): is the scenario: name another file.")
    }
    if let output, output == path || SameFile.check(path, output) {
      throw ValidationError("write-actions: \(path): is the file of -o: name another file.")
    }
  }

  /// Nil when no actions are asked for.
  /// - Throws: the exit code, when the file cannot be written.
  init?(_ playback: PlaybackArguments, _ diagnostics: Diagnostics) throws {
    guard let path = playback.writeActions else { return nil }
    do throws(OutputError) {
      destination = try .named(path)
    } catch {
      diagnostics.failure(error.description(option: "write-actions"))
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
      diagnostics.failure(error.description(option: "write-actions"))
      return false
    }
  }
}
