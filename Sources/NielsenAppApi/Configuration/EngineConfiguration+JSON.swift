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
    return JSONNode.object(root).text
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
