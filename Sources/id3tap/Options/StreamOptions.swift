import ArgumentParser
import TimedMetadata

/// What to read of each input.
struct StreamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read only the program with this number.", valueName: "number")
  )
  var program: Int?

  @Option(help: ArgumentHelp("Read only the elementary stream with this PID.", valueName: "pid"))
  var pid: Int?

  // A number below 0 would look like an option: it shall be refused as what it is.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read only so many seconds of presentation time, from where reading begins.",
      valueName: "seconds"
    ),
    transform: Self.parseSeconds
  )
  var limitSeconds: Double?

  func validate() throws {
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
  }

  /// Whether a part of the inputs is left out.
  var isLimited: Bool { limitSeconds != nil }

  private static func parseSeconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
      throw ValidationError("'\(text)' is no length to read: give seconds above 0, such as 60.")
    }
    return seconds
  }
}
