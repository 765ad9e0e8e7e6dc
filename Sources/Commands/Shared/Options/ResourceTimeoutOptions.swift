import ArgumentParser

/// How long single resources may take.
struct ResourceTimeoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit for one playlist, key or segment over HTTP, with all attempts.",
      discussion: """
        Default: 60 s; for a segment, as long as it arrives at 64 KiB/s. Endless streams have no such limit.
        """,
      valueName: "seconds"
    )
  )
  var resourceTimeout: Double?

  func validate() throws { try Self.check(resourceTimeout, "--resource-timeout") }

  /// A day.
  private static let longestTimeout = 86_400.0

  /// Refuses what is not a time limit.
  static func check(_ seconds: Double?, _ option: String) throws {
    guard let seconds, !(seconds > 0 && seconds <= longestTimeout) else { return }
    throw ValidationError("\(option) \(seconds): give seconds above 0, at most a day.")
  }
}
