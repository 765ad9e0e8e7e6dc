import ArgumentParser
import TimedMetadata

/// The options of reading inputs, and their time limits.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions

  @Flag(
    help: ArgumentHelp(
      "Treat the segments of a folder, or those that are named, as one recording.",
      discussion: """
        For segments without a playlist, or no longer listed in it. They are read in natural order \
        (seg2 before seg10), after their initialization section if there is one.
        """
    )
  )
  var join = false

  @OptionGroup var limit: TotalTimeoutOption

  var totalTimeout: Double? { limit.totalTimeout }

  /// Which tags are read; `start` is where reading begins.
  func selection(from start: ReadingStart?) -> MissingTags.Selection {
    MissingTags.Selection(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      start: start
    )
  }
}

/// How long reading one input may take.
struct TotalTimeoutOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit for reading one input. (default: none)",
      discussion: """
        Results up to the limit are written, and the input counts as one that could not be read.
        """,
      valueName: "seconds"
    )
  )
  var totalTimeout: Double?

  func validate() throws { try ResourceTimeoutOptions.check(totalTimeout, "--total-timeout") }
}
