import ArgumentParser
import TimedMetadata

/// The inputs and what to read of them.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The streams to read.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input a line. What an input is, is \
        decided by its content.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @OptionGroup var stream: StreamOptions

  @Option(
    help: ArgumentHelp(
      "How long reading one input may take in all.",
      discussion: """
        What was read by then is delivered, and the input counts as one that could not be read. Unless \
        told otherwise it has no limit.
        """,
      valueName: "seconds"
    )
  )
  var totalTimeout: Double?

  @OptionGroup(title: "Network options") var fetching: FetchOptions

  func validate() throws {
    try ResourceTimeoutOptions.check(totalTimeout, "--total-timeout")
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
  }

  /// Refuses to go on without an input.
  func requireInputs() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...'") }
  }

  /// Which tags are read; `start` is where reading begins.
  func selection(from start: PlaylistAccess.Start?) -> MissingTags.Selection {
    MissingTags.Selection(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      start: start
    )
  }
}
