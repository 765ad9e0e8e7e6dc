import ArgumentParser

/// The inputs and what to read of them.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The streams to read.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input per line. The kind of an input is \
        recognised by its content. In a directory only streams and playlists are read: name a \
        text to read it.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions

  func validate() throws { try Self.checkStandardInput(inputs) }

  /// Refuses to read standard input more than once.
  static func checkStandardInput(_ inputs: [String]) throws {
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
  }

  /// Refuses a command without an input.
  func requireInputs() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...'") }
  }
}
