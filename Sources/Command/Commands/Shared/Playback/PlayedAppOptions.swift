import ArgumentParser

/// The app whose engine is played.
struct PlayedAppOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The app's description of itself for the engine: a JSON object, or a file with one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @OptionGroup var file: ConfigOption

  /// The configuration of the engine.
  var config: ConfigurationArgument? {
    get { file.config?.engine }
    set { file.config?.engine = newValue }
  }
}
