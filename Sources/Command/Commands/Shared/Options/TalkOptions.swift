import ArgumentParser

/// The options about messages on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(help: "Report only failures on standard error.")
  var quiet = false

  @Flag(help: "Report everything unusual on standard error.")
  var verbose = false

  @Flag(help: "Do not show progress on a terminal.")
  var noProgress = false

  func validate() throws {
    if quiet, verbose {
      throw ValidationError("--quiet and --verbose exclude each other.")
    }
  }

  /// Diagnostics as the options ask for.
  func diagnostics() -> Diagnostics {
    Diagnostics(isQuiet: quiet, isVerbose: verbose, showsProgress: !noProgress)
  }
}
