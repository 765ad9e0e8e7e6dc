import ArgumentParser

/// The app whose engine is played.
struct PlayedAppOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the app tells the engine about itself: a JSON object, or a file that holds one.",
      valueName: "file|json"
    ),
    completion: .file(),
    transform: AppInfoArgument.parse
  )
  var appInfo: AppInfoArgument?

  @Option(
    help: ArgumentHelp(
      "The engine's hosts, products, thresholds and templates: a JSON file, laid over what is built in.",
      discussion: "Also an http or https URL of a server of your own.",
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigurationArgument.parse
  )
  var config: ConfigurationArgument?
}
