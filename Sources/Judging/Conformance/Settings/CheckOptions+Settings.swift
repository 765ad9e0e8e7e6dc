import Formats

extension CheckOptions {
  /// Takes over the settings of a file. Options on the command line replace them later.
  /// - Throws: `CheckSettingError` for an unknown rule, threshold, severity or presence.
  public mutating func apply(_ configuration: CheckConfiguration) throws(CheckSettingError) {
    if let strict = configuration.strict { isStrict = strict }
    for text in configuration.require ?? [] { required.insert(try Self.presence(text)) }
    let entries = (configuration.rules ?? [:]).sorted { $0.key < $1.key }
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
