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

  /// Refuses a file without a scenario, and the scenario as a file that is written.
  static func check(_ playback: PlaybackArguments, output: String?) throws {
    let actions = playback.writeActions
    if let (path, option) = actions, playback.scenario == nil {
      throw ValidationError("\(option): \(path): name a scenario with --scenario.")
    }
    let scenario = playback.scenario.map {
      ("the scenario", InputGroup.Member.bytes(FileName($0.path)))
    }
    let words = SameFile.conflict(
      of: [("-o", output), (actions?.option ?? "", actions?.path)],
      with: [scenario].compactMap(\.self)
    )
    if let words { throw ValidationError("\(words).") }
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

/// Writes the calls of `--show-calls` and the pings under them.
final class CallLog {
  private let destination: OutputDestination
  private var text = CallText()
  private var lines = ""

  /// - Throws: the exit code, when the file cannot be written.
  init(_ inputs: Inputs, _ output: OutputOptions) throws {
    try inputs.refuse(asOutputs: [output.output])
    do throws(OutputError) {
      destination = try output.destination()
    } catch {
      inputs.diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  func take(_ event: PlayedEvent) { lines += text.lines(of: event) }

  /// Writes all of them.
  func finish() throws(OutputError) {
    lines += text.end()
    try destination.append { $0 += Array(lines.utf8) }
    try destination.commit()
  }
}
