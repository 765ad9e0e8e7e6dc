import ArgumentParser

/// The option `--config`, of every command that reads settings from a file.
struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read settings of rules and of the engine from this JSON file; options override it.",
      discussion: """
        {"strict": true, "require": ["info"], "rules": {"cadence-gap": {"severity": "warning", "limit": 25}}, \
        "engine": {"format": 1, "products": {"dcr": false}}}. All members may be left out; 'engine' has \
        what 'id3tap pings --print-config' prints. A file with the engine's settings alone, or its http or \
        https URL, will do for commands that play.
        """,
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigFile.parse
  )
  var config: ConfigFile?
}
