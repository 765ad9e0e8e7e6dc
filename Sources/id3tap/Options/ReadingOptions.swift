import ArgumentParser
import TimedMetadata

/// What to read of inputs, and for how long.
struct ReadingOptions: ParsableArguments {
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

  func validate() throws { try ResourceTimeoutOptions.check(totalTimeout, "--total-timeout") }

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
