import ArgumentParser
import TimedMetadata

/// The options of reading each input.
struct StreamOptions: ParsableArguments {
  @OptionGroup var selection: ProgramOptions

  // A number below 0 would look like an option: it is refused as a number.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after this many seconds of presentation time.",
      valueName: "seconds"
    ),
    transform: Self.parseSeconds
  )
  var limitSeconds: Double?

  var program: Int? { selection.program }
  var pid: Int? { selection.pid }

  /// Whether a part of the inputs is left out.
  var isLimited: Bool { limitSeconds != nil }

  private static func parseSeconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
      throw ValidationError("'\(text)' is not a length: give seconds above 0, such as 60.")
    }
    return seconds
  }
}
