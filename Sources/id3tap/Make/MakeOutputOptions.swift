import ArgumentParser

/// Where `id3tap make` writes.
struct MakeOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the stream to this file instead of standard output.",
      discussion: "The file gets its name when it is complete.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?
}
