import ArgumentParser

/// How long single resources may take.
struct ResourceTimeoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long a playlist, a key or a segment may take over HTTP, over all attempts.",
      discussion: """
        Unless told otherwise 60 s; a segment has as long as it comes at 64 KiB a second. Streams without \
        an end have no such limit.
        """,
      valueName: "seconds"
    )
  )
  var resourceTimeout: Double?

  func validate() throws { try Self.check(resourceTimeout, "--resource-timeout") }

  /// A day.
  private static let longestTimeout = 86_400.0

  /// Refuses what is no time to wait.
  static func check(_ seconds: Double?, _ option: String) throws {
    guard let seconds, !(seconds > 0 && seconds <= longestTimeout) else { return }
    throw ValidationError("\(option) \(seconds): give seconds above 0, at most a day.")
  }
}
