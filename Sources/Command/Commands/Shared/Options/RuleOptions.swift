import ArgumentParser
import Conformance
import System

/// The rule options of `check`, `batch` and `watch`.
struct RuleOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set the severity of a rule, or turn it off; may be given several times.",
      valueName: "id=off|info|warning|error"
    )
  )
  var rule: [String] = []

  @OptionGroup var file: ConfigOption

  @Option(
    help: ArgumentHelp(
      "Compare with this template of the channel, or with the templates in a folder.",
      discussion: """
        'id3tap expect' writes a template. In a folder, NAME.json is for inputs with this name: the name of a \
        feed, the file name without extension, or a folder in the path, the nearest first.
        """,
      valueName: "file|folder"
    ),
    completion: .file(),
    transform: ChannelTemplates.parse
  )
  var expect: ChannelTemplates?

  func validate() throws { _ = try checkOptions() }

  /// The checker's options that `--config` and `--rule` give.
  func checkOptions() throws -> CheckOptions {
    var options = CheckOptions()
    if let config = file.config { try Self.apply(config, to: &options) }
    do {
      for text in rule { try options.setSeverity(text) }
    } catch {
      throw ValidationError("--rule: \(error).")
    }
    return options
  }

  private static func apply(_ file: ConfigFile, to options: inout CheckOptions) throws {
    guard let rules = file.rules else {
      throw ValidationError(
        "--config \(file.name): has only the engine's configuration: name a file with rule settings, and "
          + "put the engine's configuration under \"engine\" there."
      )
    }
    do {
      try options.apply(rules)
    } catch {
      throw ValidationError("\(file.name): \(error).")
    }
  }
}

extension CheckOptions {
  /// Sets the current time, and the part of the input that the options select.
  mutating func take(_ stream: StreamOptions, _ playlists: PlaylistOptions) {
    now = Double(SystemClock.milliseconds()) / 1000
    isLimited = stream.isLimited || playlists.isLimited
    start = playlists.firstSecond
    (program, pid) = (stream.program, stream.pid)
  }
}
