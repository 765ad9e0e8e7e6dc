import Formats

/// The settings in a configuration file: `{"strict": true, "require": ["info"], "rules":
/// {"cadence-gap": {"severity": "warning", "limit": 25}}}`.
public struct CheckConfiguration: Sendable {
  /// The settings of one rule: its severity, and its thresholds by name.
  struct RuleEntry: Sendable {
    var severity: String?
    var values: [String: Double] = [:]
  }

  var strict: Bool?
  var require: [String]?
  var rules: [String: RuleEntry] = [:]

  /// Parses a configuration file. The fields `engine` and `options` are read elsewhere and skipped here.
  /// - Throws: `CheckSettingError` without the file name.
  public init(json bytes: [UInt8]) throws(CheckSettingError) {
    var fields = try SettingFields(file: bytes)
    for name in ["engine", "options"] { _ = fields.value(name) }
    strict = try fields.truth("strict")
    require = try fields.textList("require")
    if var rules = try fields.object("rules") {
      for id in rules.names {
        guard var entry = try rules.object(id) else { continue }
        self.rules[id] = try RuleEntry(&entry)
      }
    }
    try fields.finish()
  }
}

extension CheckConfiguration.RuleEntry {
  fileprivate init(_ fields: inout SettingFields) throws(CheckSettingError) {
    severity = try fields.filledText("severity")
    for name in fields.names where name != "severity" { values[name] = try fields.number(name) }
  }
}

/// An invalid setting.
public struct CheckSettingError: FileFailure, Equatable, CustomStringConvertible {
  /// The problem, with the line and the field where known.
  public let description: String

  init(_ description: String) { self.description = description }

  package init(line: Int, field: String?, _ problem: String) {
    description = "line \(line): " + (field.map { "'\($0)': " } ?? "") + problem
  }
}

/// Reads the fields of an object in a configuration file or template.
typealias SettingFields = FileFields<CheckSettingError>
