import ArgumentParser
import Playback
import Synchronization
import System

/// Where `id3tap pings` writes what the viewer of a scenario does.
struct ActionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --scenario: write what the viewer does to this file, as 'id3tap rehearse --actions' reads it.",
      discussion: """
        JSON Lines: {"at": Unix seconds, "do": "pause"}, with a "value" where there is one.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var writeActions: String?

  func validate(with playback: PlaybackArguments) throws {
    guard let writeActions else { return }
    guard playback.scenario != nil else {
      throw ValidationError("--write-actions \(writeActions): name a scenario with --scenario.")
    }
    guard writeActions != playback.scenario?.path else {
      throw ValidationError("--write-actions \(writeActions): is the scenario: name another file.")
    }
  }

  /// The log of actions; nil without the option.
  /// - Throws: the exit code, when the file cannot be written.
  func log(_ diagnostics: Diagnostics) throws -> ActionLog? {
    guard let writeActions else { return nil }
    do throws(OutputError) {
      return ActionLog(destination: try .named(writeActions))
    } catch {
      diagnostics.failure(error.description(option: "--write-actions"))
      throw ExitCodes.failed
    }
  }
}

/// The actions of a viewer, until they are written.
final class ActionLog {
  private let destination: OutputDestination
  private let actions = Actions()

  private final class Actions: Sendable {
    let list = Mutex<[ViewerAction]>([])
  }

  init(destination: OutputDestination) { self.destination = destination }

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
      diagnostics.failure(error.description(option: "--write-actions"))
      return false
    }
  }
}
