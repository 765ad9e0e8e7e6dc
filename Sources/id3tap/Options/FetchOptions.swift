import ArgumentParser

/// How what is not a local file is reached, and what playlists may reach.
struct FetchOptions: ParsableArguments {
  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp(
      "How long nothing may come from the network.",
      discussion: "Unless told otherwise 10 s over HTTP, 30 s of live feeds (udp, rtp, srt).",
      valueName: "seconds"
    )
  )
  var timeout: Double?

  @OptionGroup var resources: ResourceTimeoutOptions

  func validate() throws { try ResourceTimeoutOptions.check(timeout, "--timeout") }

  /// What the options say.
  var settings: FetchSettings {
    FetchSettings(
      network: network,
      patience: timeout.map { .seconds($0) },
      resourceTimeout: resources.resourceTimeout.map { .seconds($0) }
    )
  }
}
