import ArgumentParser

/// The options of `id3tap expect` for a template.
struct ExpectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The name of the channel. (default: the file name of the first input)",
      valueName: "name"
    )
  )
  var channel: String?

  @Flag(help: "Accept a source with several CIDs in one broadcast day, and expect any of them.")
  var severalCids = false

  func validate() throws {
    if channel?.isEmpty == true { throw ValidationError("--channel: give a name.") }
  }
}
