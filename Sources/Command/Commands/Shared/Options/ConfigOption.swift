import ArgumentParser

/// The option `--config`, of every command that reads settings from a file.
struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read settings from this JSON file; options override it.",
      discussion: """
        {"strict": true, "require": ["info"], "rules": {"cadence-gap": {"limit": 25}}, "options": \
        {"timeout": 5}, "engine": {"format": 1}}. All may be left out. Documentation/Config.md lists them.
        """,
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigFile.parse
  )
  var config: ConfigFile?

  /// The options in the file; the defaults without one.
  var options: FileOptions {
    get throws { try config?.options ?? FileOptions.parse([]) }
  }
}
