extension EngineConfiguration {
  /// The number of the JSON format this engine reads and writes.
  static let format = 1

  /// The result of reading a JSON text.
  public struct Reading: Sendable, Equatable {
    /// The configuration.
    public var configuration: EngineConfiguration
    /// Remarks: keys that mean nothing.
    public var warnings: [String]
  }

  /// Reads a configuration from JSON and merges it into `base`: objects merge, arrays and scalars
  /// replace.
  ///
  ///     {"format": 1, "host": "collector.example", "products": {"dcr": false}}
  ///
  /// - Throws: ``EngineConfigurationError`` when the text is not a JSON object with `"format": 1`, when a
  ///   value has a wrong type or is outside its range, or when a template cannot be read.
  public static func reading(
    _ json: String,
    over base: EngineConfiguration = EngineConfiguration()
  ) throws(EngineConfigurationError) -> Reading {
    guard case .object(let object) = JSONNode(parsing: json) else {
      throw EngineConfigurationError(
        code: .malformedText,
        description: "the configuration is not a JSON object"
      )
    }
    guard object["format"] == .number(format) else {
      throw EngineConfigurationError(
        code: .wrongFormat,
        description: "the configuration needs \"format\": \(format)"
      )
    }
    var reader = ConfigurationReader(base)
    try reader.read(object)
    try reader.configuration.validate()
    return Reading(configuration: reader.configuration, warnings: reader.warnings)
  }

  /// The complete configuration as JSON: indented, keys in alphabetical order.
  ///
  /// - Throws: ``EngineConfigurationError`` when a template cannot be read.
  public func json() throws(EngineConfigurationError) -> String {
    var root: [String: JSONNode] = [
      "format": .number(Self.format),
      "endpoints": .object(endpoints.mapValues { .text($0) }),
    ]
    for field in ConfigurationField.all {
      Self.put(field.write(self), at: field.path.split(separator: ".")[...], in: &root)
    }
    var nodes: [String: JSONNode] = [:]
    for (name, template) in pings { nodes[name] = try template.node() }
    root["pings"] = .object(nodes)
    return JSONNode.object(root).indented
  }

  private static func put(
    _ node: JSONNode,
    at path: ArraySlice<Substring>,
    in object: inout [String: JSONNode]
  ) {
    guard let key = path.first.map(String.init) else { return }
    guard path.count > 1 else {
      object[key] = node
      return
    }
    var inner: [String: JSONNode] = [:]
    if case .object(let known) = object[key] { inner = known }
    put(node, at: path.dropFirst(), in: &inner)
    object[key] = .object(inner)
  }
}

extension EngineConfiguration {
  /// The number ranges that the arithmetic of the engine relies on, and values that would make its pings
  /// resemble those of others.
  func validate() throws(EngineConfigurationError) {
    for (path, key, range) in ConfigurationField.numbers {
      try check(self[keyPath: key], path, range)
    }
    let seconds = thresholds.creditSeconds
    try check(seconds, "thresholds.creditSeconds", 1...thresholds.minuteSeconds)
    guard MeasuredContentID(text: defaults.nullCid) != nil else {
      throw EngineConfigurationError(
        code: .invalidNumber,
        description: "defaults.nullCid needs 24 ASCII characters"
      )
    }
    try lookups.validate()
    guard !sdk.hasReservedPrefix else {
      throw EngineConfigurationError(
        code: .reservedName,
        description: "sdk.prefix is '\(sdk.prefix)', which marks pings of a real SDK: give another"
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
      code: .invalidNumber,
      description:
        "\(path) is \(value): give a number from \(range.lowerBound) to \(range.upperBound)"
    )
  }
}

extension EngineConfiguration.Lookups {
  /// Checks that there is at most one source of answers, and that it has codes.
  fileprivate func validate() throws(EngineConfigurationError) {
    func check(_ isFine: Bool, _ text: String) throws(EngineConfigurationError) {
      if !isFine { throw EngineConfigurationError(code: .wrongType, description: text) }
    }
    try check(
      [!constant.isEmpty, !table.isEmpty, !url.isEmpty].count { $0 } <= 1,
      "tsv.constant, tsv.table and tsv.url: give one of them"
    )
    try check(
      constant.isEmpty || TimeShiftQuestion.isCode(constant),
      "tsv.constant is '\(constant)': give two digits"
    )
    for (id, code) in table.sorted(by: { $0.key < $1.key }) {
      try check(
        MeasuredContentID(text: id) != nil && TimeShiftQuestion.isCode(code),
        "tsv.table has '\(id)': '\(code)': give two digits by a content id of 24 characters"
      )
    }
  }
}

extension EngineConfiguration.SDK {
  /// The prefixes of the real SDKs, in lower case.
  private static let reservedPrefixes: Set<String> = ["aa", "ai", "bj"]

  /// Whether the pings could be mistaken for those of a real SDK. Versions are compared up to their
  /// first full stop: what follows one in the prefix changes nothing.
  var hasReservedPrefix: Bool {
    let isWordCharacter: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    let word = prefix.drop { !isWordCharacter($0) }.prefix(while: isWordCharacter)
    return Self.reservedPrefixes.contains(word.lowercased())
  }
}

/// A configuration the engine cannot work with.
public struct EngineConfigurationError: Error, Sendable, CustomStringConvertible {
  /// The kind of problem.
  public enum Code: Sendable, Hashable {
    /// The text is not a JSON object.
    case malformedText
    /// The text is of another format than 1, or does not say.
    case wrongFormat
    /// A value has a type or form that its key does not take.
    case wrongType
    /// A ping template cannot be read or names an unknown variable.
    case malformedTemplate
    /// A number is outside its range.
    case invalidNumber
    /// A mark is reserved for another SDK.
    case reservedName
  }

  /// The kind of problem.
  public var code: Code
  /// Where it is wrong and what would be right.
  public var description: String
}
