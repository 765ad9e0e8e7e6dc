import Formats

/// The rules to check, and their strictness.
public struct CheckOptions: Sendable {
  /// Changes of single rules.
  public var rules: [RuleID: RuleSettings] = [:]
  /// Warnings fail.
  public var isStrict = false
  /// The data that must be present beside a Nielsen tag.
  public var required: Set<RequiredPresence> = []
  /// The players whose verdicts were asked for: what they miss or move fails.
  public var players: [PlayerChoice] = []
  /// Unix seconds that represent now.
  public var now: Double = 0
  /// The events that the MPD of the input declares; nil when no MPD was given.
  public var declaredEvents: Set<DeclaredEvent>?
  /// Presentation seconds at which checking begins, where no segment says it: the user may begin later, and
  /// a feed that runs for weeks is checked from a place within it.
  public var start = 0.0
  /// The program that was asked for, by `program_number`: others are not reported. Nil: all.
  public var program: Int?
  /// The PID that was asked for: others are not reported. Nil: all.
  public var pid: Int?
  /// Whether reports list segments and marks of playlists: of a feed without an end they would be many.
  public var listsSegments = true
  /// Whether a report draws its streams in time. Without it nothing is kept that grows with their length.
  public var drawsStrips = true
  /// The template with the expected content of the channel; nil: none was given. Set by `expect(_:)`.
  package internal(set) var template: ChannelTemplate?
  /// The user asked for a part of the input only.
  public var isLimited = false

  /// Every rule as it comes.
  public init() {}
}

/// The values of `--require`.
public enum RequiredPresence: String, Sendable, CaseIterable {
  /// A DATA tag.
  case data
  /// An INFO tag.
  case info
  /// Tags in an audio rendition.
  case audioRendition = "audio-rendition"
  /// Tags in every variant and rendition with media of its own.
  case allRenditions = "all-renditions"
  /// Tags in every program with audio or video.
  case allPrograms = "all-programs"
}

/// A pair that an InbandEventStream element of an MPD declares (ISO/IEC 23009-1, 5.10.3.2).
public struct DeclaredEvent: Sendable, Hashable {
  /// `schemeIdUri`.
  public var scheme: String
  /// `value`; empty where there is none.
  public var value: String

  /// A pair of both.
  public init(scheme: String, value: String = "") {
    self.scheme = scheme
    self.value = value
  }
}

/// The settings of one rule: its traits with the user's changes.
public struct RuleSettings: Sendable, Equatable {
  /// How bad its findings are; nil leaves it to the rule.
  public var severity: Severity?
  /// Whether it runs at all.
  public var isOff = false
  /// Thresholds by name, the bound's included (`minimum`, `maximum`, `share`).
  public var values: [String: Double] = [:]

  /// The template of the channel, which all rules share; nil without one.
  var sharedTemplate: SharedTemplate?

  /// The rule as it comes.
  public init() {}

  subscript(_ threshold: Threshold) -> Double { values[threshold.name] ?? threshold.value }
}

extension RuleSettings {
  /// The template of the channel; nil without one.
  var template: ChannelTemplate? { sharedTemplate?.template }
}

/// A template that is kept once for all rules: copies of a checker would multiply it.
final class SharedTemplate: Sendable, Equatable {
  let template: ChannelTemplate

  init(_ template: ChannelTemplate) { self.template = template }

  static func == (left: SharedTemplate, right: SharedTemplate) -> Bool {
    left === right || left.template == right.template
  }
}

extension CheckOptions {
  /// Takes over the settings of a file. Options on the command line replace them later.
  /// - Throws: `CheckSettingError` for an unknown rule, threshold, severity or presence.
  public mutating func apply(_ configuration: CheckConfiguration) throws(CheckSettingError) {
    if let strict = configuration.strict { isStrict = strict }
    for text in configuration.require ?? [] { required.insert(try Self.presence(text)) }
    let entries = configuration.rules.sorted { $0.key < $1.key }
    for (name, entry) in entries {
      if let severity = entry.severity { try setSeverity("\(name)=\(severity)") }
      for (threshold, value) in entry.values.sorted(by: { $0.key < $1.key }) {
        try setThreshold(name: "\(name).\(threshold)", value: value)
      }
      if entry.severity == nil, entry.values.isEmpty { _ = try Self.rule(name) }
    }
  }

  /// Takes over `ID=off|info|warning|error`.
  public mutating func setSeverity(_ text: String) throws(CheckSettingError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw CheckSettingError("'\(text)' is not of the form ID=off|info|warning|error")
    }
    let rule = try Self.rule(String(parts[0]))
    if parts[1] == "off" {
      rules[rule.id, default: RuleSettings()].isOff = true
      return
    }
    guard let severity = Severity(rawValue: String(parts[1])) else {
      throw CheckSettingError(
        "'\(parts[1])' is not a severity: there are 'off', 'info', 'warning' and 'error'"
      )
    }
    rules[rule.id, default: RuleSettings()].isOff = false
    rules[rule.id, default: RuleSettings()].severity = severity
  }

  /// Takes over `ID.NAME=VALUE`, or `ID=VALUE` for a rule's `limit` or its only threshold.
  public mutating func setThreshold(_ text: String) throws(CheckSettingError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Double(String(parts[1])) else {
      throw CheckSettingError("'\(text)' is not of the form ID.NAME=VALUE with a number as value")
    }
    let name = String(parts[0])
    if !name.contains("."), let main = try Self.rule(name).mainThreshold {
      try setThreshold(name: "\(name).\(main)", value: value)
    } else {
      try setThreshold(name: name, value: value)
    }
  }

  private mutating func setThreshold(
    name: String,
    value: Double
  ) throws(CheckSettingError) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let rule = try Self.rule(String(parts[0]))
    let known = rule.thresholds.map(\.name)
    guard parts.count == 2, known.contains(String(parts[1])) else {
      let names = known.map { "'\(rule.id).\($0)'" }.joined(separator: ", ")
      throw CheckSettingError(
        "'\(name)' is not a threshold: "
          + (known.isEmpty ? "\(rule.id) has none" : "\(rule.id) has \(names)")
          + "; see 'id3tap explain \(rule.id)'"
      )
    }
    guard value.isFinite, (0...1e12).contains(value) else {
      throw CheckSettingError("'\(name)' cannot be \(value): give a number from 0 to 1e12")
    }
    rules[rule.id, default: RuleSettings()].values[String(parts[1])] = value
  }

  private static func rule(_ name: String) throws(CheckSettingError) -> RuleDescription {
    try RuleDescription.find(name)
  }

  private static func presence(_ text: String) throws(CheckSettingError) -> RequiredPresence {
    guard let presence = RequiredPresence(rawValue: text) else {
      let names = RequiredPresence.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw CheckSettingError("'\(text)' cannot be required: there are \(names)")
    }
    return presence
  }
}

extension RuleDescription {
  /// The rule of that name.
  /// - Throws: `CheckSettingError` with the name that was probably meant.
  package static func find(_ name: String) throws(CheckSettingError) -> RuleDescription {
    if let rule = named(RuleID(rawValue: name)) { return rule }
    let nearest = NearestName.of(name, in: all.map(\.id.rawValue))
    throw CheckSettingError(
      "there is no rule '\(name)': "
        + (nearest.map { "the nearest is '\($0)'" } ?? "'id3tap explain --rules' lists all rules")
    )
  }
}
