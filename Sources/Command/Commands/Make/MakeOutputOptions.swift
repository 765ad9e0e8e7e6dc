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

  @Option(
    help: ArgumentHelp(
      "Write an event track of MP4 with the tags (ISO/IEC 23001-18) to this file instead.",
      discussion: "It is a CMAF header and chunks without audio and video, as encoders send it to "
        + "packagers.",
      valueName: "file"
    ),
    completion: .file()
  )
  var eventTrack: String?
}
