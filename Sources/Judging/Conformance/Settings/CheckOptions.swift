import Formats

/// The settings of `check`.
public struct CheckOptions: Sendable {
  /// The rules whose settings are not the defaults.
  public var rules: [RuleID: RuleSettings] = [:]
  /// Whether a warning makes a rule fail.
  public var isStrict = false
  /// The items that an input must have to pass.
  public var required: Set<RequiredPresence> = []
  /// The players that must show every Nielsen tag on time. The input fails if one of them drops or moves a tag.
  public var players: [PlayerChoice] = []
  /// The current time in Unix seconds.
  public var now: Double = 0
  /// The events that the MPD of the input declares; nil if no MPD was given.
  public var declaredEvents: Set<DeclaredEvent>?
  /// The start of the checked part in presentation seconds, if segments have no times. It is 0 unless the user skips
  /// the beginning, or a feed is checked from a later position.
  public var start = 0.0
  /// The program number that the user selected; other programs are not reported. Nil for all programs.
  public var program: Int?
  /// The PID that the user selected; other PIDs are not reported. Nil for all PIDs.
  public var pid: Int?
  /// Whether reports list segments and timeline markers. Set it to false for an endless feed.
  public var listsSegments = true
  /// Whether reports have timeline strips, for which the checker's memory grows with the length of the input.
  public var drawsStrips = true
  /// The template with the expected contents of the channel; nil if no template was given. Set it with `expect(_:)`.
  package internal(set) var template: ChannelTemplate?
  /// Whether only part of the input is read: because the user limited it, or because the input is a live feed.
  public var isLimited = false

  /// Creates options with the default settings of every rule.
  public init() {}
}

/// The values of `--require`.
public enum RequiredPresence: String, Sendable, CaseIterable {
  /// A DATA tag in the input.
  case data
  /// An INFO tag in the input.
  case info
  /// A Nielsen tag in an audio rendition.
  case audioRendition = "audio-rendition"
  /// A Nielsen tag in every variant and every audio rendition with its own media.
  case allRenditions = "all-renditions"
  /// A Nielsen tag in every program with audio or video.
  case allPrograms = "all-programs"
}

/// The scheme and value that an InbandEventStream in an MPD declares (ISO/IEC 23009-1, 5.10.3.2).
public struct DeclaredEvent: Sendable, Hashable {
  /// The `schemeIdUri` attribute.
  public var scheme: String
  /// The `value` attribute; empty if it is missing.
  public var value: String

  /// Creates a declaration from a scheme and a value.
  public init(scheme: String, value: String = "") {
    self.scheme = scheme
    self.value = value
  }
}

/// The settings of one rule that differ from the defaults.
public struct RuleSettings: Sendable, Equatable {
  /// The severity of all findings; nil for the rule's own severities.
  public var severity: Severity?
  /// Whether the rule is turned off.
  public var isOff = false
  /// The changed thresholds by name, including those of the bound (`minimum`, `maximum`, `share`).
  public var values: [String: Double] = [:]

  /// The template of the channel, shared by all rules; nil if there is no template.
  var sharedTemplate: SharedTemplate?

  /// Creates settings that keep all defaults.
  public init() {}

  subscript(_ threshold: Threshold) -> Double { values[threshold.name] ?? threshold.value }
}

extension RuleSettings {
  var template: ChannelTemplate? { sharedTemplate?.template }
}

/// Holds a template once for all rules, so that copies of a checker share it.
final class SharedTemplate: Sendable, Equatable {
  let template: ChannelTemplate

  init(_ template: ChannelTemplate) { self.template = template }

  static func == (left: SharedTemplate, right: SharedTemplate) -> Bool {
    left === right || left.template == right.template
  }
}

extension CheckOptions {
  /// Applies the settings of a file. Command-line options are applied later.
  /// - Throws: `CheckSettingError` for an unknown rule, threshold, severity or presence, or an invalid value.
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

  /// Applies a severity in the form `ID=off|info|warning|error`.
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
        "'\(parts[1])' is not a severity: use 'off', 'info', 'warning' or 'error'"
      )
    }
    rules[rule.id, default: RuleSettings()].isOff = false
    rules[rule.id, default: RuleSettings()].severity = severity
  }

  /// Applies a threshold in the form `ID.NAME=VALUE`. `ID=VALUE` sets the rule's `limit`, its only threshold, or its
  /// bound.
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
          + (known.isEmpty ? "\(rule.id) has no thresholds" : "\(rule.id) has \(names)")
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
      throw CheckSettingError("'\(text)' cannot be required: use \(names)")
    }
    return presence
  }
}

extension RuleDescription {
  /// Returns the rule with a name.
  /// - Throws: `CheckSettingError` if there is no such rule.
  package static func find(_ name: String) throws(CheckSettingError) -> RuleDescription {
    if let rule = named(RuleID(rawValue: name)) { return rule }
    let nearest = NearestName.of(name, in: all.map(\.id.rawValue))
    throw CheckSettingError(
      "there is no rule '\(name)': "
        + (nearest.map { "the nearest is '\($0)'" } ?? "'id3tap explain --rules' lists all rules")
    )
  }
}
