import ArgumentParser
import Conformance
import System

/// The options of checks and their strictness.
struct RuleOptions: ParsableArguments {
  @Flag(help: "Turn warnings into failures.")
  var strict = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set the severity of a rule, or turn it off; may be given several times.",
      valueName: "id=off|info|warning|error"
    )
  )
  var rule: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set a limit of a rule, such as 'cadence-gap.limit=25'; may be given several times.",
      discussion: """
        'id3tap check --explain RULE' lists the limits of a rule. 'cadence-gap=25' changes the one called \
        'limit', or the only one.
        """,
      valueName: "id.name=value"
    )
  )
  var threshold: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the same settings from this JSON file; options override it.",
      discussion: """
        {"strict": true, "require": ["info"], "rules": {"cadence-gap": {"severity": "warning", \
        "limit": 25}, "clock-wall": {"severity": "off"}}}
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var config: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "What a pass requires; may be given several times.",
      valueName: RequiredPresence.allCases.map(\.rawValue).joined(separator: "|")
    ),
    completion: .list(RequiredPresence.allCases.map(\.rawValue)),
    transform: Self.parseRequirement
  )
  var require: [RequiredPresence] = []

  @Option(
    help: ArgumentHelp(
      "Compare with this template of the channel, or with those of a folder.",
      discussion: """
        'id3tap expect' writes one. In a folder NAME.json is the template of the inputs called NAME: by the \
        name of a feed, the file name without extension, or a folder of the path, the nearest first.
        """,
      valueName: "file|folder"
    ),
    completion: .file(),
    transform: ChannelTemplates.parse
  )
  var expect: ChannelTemplates?

  /// The largest configuration that is read: 1 MiB.
  private static let configurationLimit = 1 << 20

  func validate() throws { _ = try checkOptions() }

  /// The options for the checker, without what depends on the input.
  func checkOptions() throws -> CheckOptions {
    var options = CheckOptions()
    if let config { try Self.apply(config, to: &options) }
    do {
      for text in rule { try options.setSeverity(text) }
    } catch {
      throw ValidationError("--rule: \(error).")
    }
    do {
      for text in threshold { try options.setThreshold(text) }
    } catch {
      throw ValidationError("--threshold: \(error).")
    }
    if strict { options.isStrict = true }
    options.required.formUnion(require)
    return options
  }

  private static func apply(_ path: String, to options: inout CheckOptions) throws {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: configurationLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with settings.")
    }
    do {
      try options.apply(CheckConfiguration(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }

  private static func parseRequirement(_ text: String) throws -> RequiredPresence {
    guard let presence = RequiredPresence(rawValue: text) else {
      let names = RequiredPresence.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' cannot be required: choose one of \(names).")
    }
    return presence
  }
}

extension CheckOptions {
  /// Takes the time of the day, and which part of an input is read.
  mutating func take(_ stream: StreamOptions, _ playlists: PlaylistOptions) {
    now = Double(SystemClock.milliseconds()) / 1000
    isLimited = stream.isLimited || playlists.isLimited
    start = playlists.firstSecond
    (program, pid) = (stream.program, stream.pid)
  }
}
