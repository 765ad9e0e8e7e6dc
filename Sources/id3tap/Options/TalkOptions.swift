import ArgumentParser

/// What the command says on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(help: "Say nothing on standard error but what failed.")
  var quiet = false

  @Flag(help: "Say on standard error everything unusual that is seen.")
  var verbose = false

  @Flag(help: "Show no progress, not even on a terminal.")
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
