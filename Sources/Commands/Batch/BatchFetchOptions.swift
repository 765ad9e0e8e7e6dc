import ArgumentParser

/// How a batch reaches what is not a local file. `--timeout` has another meaning there.
struct BatchFetchOptions: ParsableArguments {
  @OptionGroup var network: NetworkOptions
  @OptionGroup var resources: ResourceTimeoutOptions

  /// The settings from the options.
  var settings: FetchSettings {
    FetchSettings(
      network: network,
      idleTimeout: nil,
      resourceTimeout: resources.resourceTimeout.map { .seconds($0) }
    )
  }
}
