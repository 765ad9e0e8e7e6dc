import Formats

extension EngineConfiguration {
  /// The version of the JSON format that this engine reads and writes.
  static let format = 1

  /// The result of reading a JSON text.
  public struct Reading: Sendable, Equatable {
    /// The base configuration with the values of the JSON text.
    public var configuration: EngineConfiguration
    /// Warnings about unknown keys.
    public var warnings: [String]
  }

  /// Reads a configuration from JSON and merges it into `base`. Objects are merged, and scalars and arrays replace
  /// those of `base`, but hosts in `refusedHosts` are added to the hosts of `base`.
  ///
  ///     {"format": 1, "host": "collector.example", "products": {"dcr": false}}
  ///
  /// - Throws: ``EngineConfigurationError`` when the text is not a JSON object with `"format": 1`, or when a value has
  ///   a wrong type, is not permitted or contradicts another value.
  public static func reading(
    _ json: String,
    over base: EngineConfiguration = EngineConfiguration()
  ) throws(EngineConfigurationError) -> Reading {
    guard let root = try? JSONValue(parsing: json.utf8), case .object = root else {
      throw EngineConfigurationError("the configuration is not a JSON object")
    }
    guard root["format"]?.doubleValue == Double(format) else {
      throw EngineConfigurationError("the configuration needs \"format\": \(format)")
    }
    var reader = ConfigurationReader(base)
    try reader.read(root)
    try reader.configuration.validate()
    return Reading(configuration: reader.configuration, warnings: reader.warnings)
  }

  /// The complete configuration as JSON: indented, keys in alphabetical order.
  public func json() -> String {
    var root: [JSONValue.Member] = [.init("format", .integer(Int64(Self.format)))]
    var groups: [String: [JSONValue.Member]] = [:]
    for field in ConfigurationField.all {
      let keys = field.path.split(separator: ".").map(String.init)
      if keys.count == 1 {
        root.append(.init(keys[0], field.write(self)))
      } else {
        groups[keys[0], default: []].append(.init(keys[1], field.write(self)))
      }
    }
    groups["endpoints"] = endpoints.map { .init($0.key, .string($0.value)) }
    for (name, template) in pings {
      groups["pings", default: []].append(.init(name, template.node))
    }
    root += groups.map { .init($0.key, .object($0.value)) }
    return JSONValue.object(root).indented()
  }
}

extension JSONValue {
  fileprivate func indented(by margin: String = "") -> String {
    let inner = margin + "  "
    switch self {
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map { member in
        "\(inner)\(JSONValue.string(member.key).text) : \(member.value.indented(by: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
    case .array(let values):
      let lines = values.map { inner + $0.indented(by: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(margin)]"
    default: return text
    }
  }
}

extension EngineConfiguration {
  /// Checks the numbers, the null content id and the sources of time-shift codes, and refuses an SDK prefix that would
  /// make the engine's pings look like those of a real SDK.
  func validate() throws(EngineConfigurationError) {
    for (path, key, range) in ConfigurationField.numbers {
      try check(self[keyPath: key], path, range)
    }
    let seconds = thresholds.creditSeconds
    try check(seconds, "thresholds.creditSeconds", 1...thresholds.minuteSeconds)
    guard MeasuredContentID(text: defaults.nullCid) != nil else {
      throw EngineConfigurationError("defaults.nullCid needs 24 ASCII characters")
    }
    try lookups.validate()
    guard !sdk.hasReservedPrefix else {
      throw EngineConfigurationError(
        "sdk.prefix is '\(sdk.prefix)', which marks pings of a real SDK: choose another prefix"
      )
    }
  }

  private func check(
    _ value: Int,
    _ path: String,
    _ range: ClosedRange<Int>
  ) throws(EngineConfigurationError) {
    guard !range.contains(value) else { return }
    throw EngineConfigurationError(
      "\(path) is \(value): give a number from \(range.lowerBound) to \(range.upperBound)"
    )
  }
}

extension EngineConfiguration.Lookups {
  /// Checks that at most one source of codes is given, and that its codes and content ids are valid.
  fileprivate func validate() throws(EngineConfigurationError) {
    func check(_ isFine: Bool, _ text: String) throws(EngineConfigurationError) {
      if !isFine { throw EngineConfigurationError(text) }
    }
    try check(
      [!constant.isEmpty, !table.isEmpty, !url.isEmpty].count { $0 } <= 1,
      "tsv.constant, tsv.table and tsv.url exclude each other: give one of them"
    )
    try check(
      constant.isEmpty || TimeShiftQuestion.isCode(constant),
      "tsv.constant is '\(constant)': give two digits"
    )
    for (id, code) in table.sorted(by: { $0.key < $1.key }) {
      try check(
        MeasuredContentID(text: id) != nil && TimeShiftQuestion.isCode(code),
        "tsv.table has '\(id)': '\(code)': give a content id of 24 characters and a two-digit code"
      )
    }
  }
}

extension EngineConfiguration.SDK {
  private static let reservedPrefixes: Set<String> = ["aa", "ai", "bj"]

  /// Whether the pings could be mistaken for those of a real SDK. Receivers compare versions only
  /// up to the first full stop, so only the first word of the prefix is compared.
  var hasReservedPrefix: Bool {
    let isWordCharacter: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    let word = prefix.drop { !isWordCharacter($0) }.prefix(while: isWordCharacter)
    return Self.reservedPrefixes.contains(word.lowercased())
  }
}

/// The reason why a configuration or a ping template cannot be used.
public struct EngineConfigurationError: Error, Sendable, CustomStringConvertible {
  /// A message that describes the problem.
  public var description: String

  init(_ description: String) { self.description = description }
}
