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

  @Option(
    help: ArgumentHelp(
      "The engine's hosts, products, thresholds and templates: a JSON file with changes.",
      discussion: """
        What the file leaves out keeps its default. Also an http or https URL of your own server.
        """,
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigurationArgument.parse
  )
  var config: ConfigurationArgument?

  @OptionGroup var content: PlayedContentOptions
}
