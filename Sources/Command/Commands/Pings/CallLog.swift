import Playback
import System

/// Writes the calls of `--show-calls`, each followed by the pings that the call causes.
final class CallLog {
  private let destination: OutputDestination
  private var text = CallText()
  private var lines = ""

  /// - Throws: The exit code if the file cannot be written.
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

  func finish() throws(OutputError) {
    lines += text.end()
    try destination.append { $0 += Array(lines.utf8) }
    try destination.commit()
  }
}
