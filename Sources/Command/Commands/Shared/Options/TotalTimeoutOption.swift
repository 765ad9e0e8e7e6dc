import ArgumentParser

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

  func validate() throws { try NetworkOptions.check(totalTimeout, "--total-timeout") }
}
