import ArgumentParser

/// How inputs on the network are read, and what playlists may reach.
struct FetchOptions: ParsableArguments {
  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp(
      "Give up when nothing is received for this long.",
      discussion: "Default: 10 s over HTTP, 30 s for live feeds (udp, rtp, srt).",
      valueName: "seconds"
    )
  )
  var timeout: Double?

  @OptionGroup var resources: ResourceTimeoutOptions

  func validate() throws { try ResourceTimeoutOptions.check(timeout, "--timeout") }

  /// The settings from the options.
  var settings: FetchSettings {
    FetchSettings(
      network: network,
      idleTimeout: timeout.map { .seconds($0) },
      resourceTimeout: resources.resourceTimeout.map { .seconds($0) }
    )
  }
}
