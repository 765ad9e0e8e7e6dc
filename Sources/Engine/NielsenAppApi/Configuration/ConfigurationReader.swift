import Formats

struct ConfigurationReader {
  private(set) var configuration: EngineConfiguration
  private(set) var warnings: [String] = []
  private let fields: [String: ConfigurationField]
  private let groups: Set<String>

  init(_ base: EngineConfiguration) {
    configuration = base
    let all = ConfigurationField.all
    fields = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
    let nested = all.map { $0.path.split(separator: ".") }.filter { $0.count > 1 }
    groups = Set(nested.map { String($0[0]) })
  }

  mutating func read(_ root: JSONValue) throws(EngineConfigurationError) {
    for member in root.members.sorted(by: { $0.key < $1.key }) {
      let (key, node) = (member.key, member.value)
      switch key {
      case "format": continue
      case "endpoints":
        for member in try object(node, key) {
          configuration.endpoints[member.key] = try text(member.value, "endpoints.\(member.key)")
        }
      case "pings": try readPings(try object(node, key))
      case _ where groups.contains(key):
        for member in try object(node, key) { try readField("\(key).\(member.key)", member.value) }
      default: try readField(key, node)
      }
    }
  }

  private mutating func readField(
    _ path: String,
    _ node: JSONValue
  ) throws(EngineConfigurationError) {
    guard let field = fields[path] else {
      warnings.append("the key '\(path)' is unknown")
      return
    }
    guard field.read(node, &configuration) else { throw Self.wrongType(path, field.form) }
  }

  private mutating func readPings(_ pings: [JSONValue.Member]) throws(EngineConfigurationError) {
    for ping in pings {
      let path = "pings.\(ping.key)"
      guard PingName(rawValue: ping.key) != nil else {
        warnings.append("the key '\(path)' is unknown")
        continue
      }
      var template = configuration.pings[ping.key] ?? PingTemplate(endpoint: "", entries: [])
      for member in try object(ping.value, path) {
        let place = "\(path).\(member.key)"
        switch member.key {
        case "endpoint": template.endpoint = try text(member.value, place)
        case "parameters": template.entries = try entries(member.value, place)
        default: warnings.append("the key '\(place)' is unknown")
        }
      }
      configuration.pings[ping.key] = template
    }
  }

  private mutating func entries(
    _ node: JSONValue,
    _ path: String
  ) throws(EngineConfigurationError) -> [PingTemplateEntry] {
    guard case .array(let nodes) = node else { throw Self.wrongType(path, "a list") }
    var entries: [PingTemplateEntry] = []
    for (index, node) in nodes.enumerated() {
      entries.append(try entry(node, "\(path)[\(index)]"))
    }
    return entries
  }

  private mutating func entry(
    _ entryNode: JSONValue,
    _ path: String
  ) throws(EngineConfigurationError) -> PingTemplateEntry {
    var entry = PingTemplateEntry(name: "", key: nil, source: .literal(""))
    for member in try object(entryNode, path) {
      let (node, place) = (member.value, "\(path).\(member.key)")
      switch member.key {
      case "name": entry.name = try text(node, place)
      case "key": entry.key = try text(node, place)
      case "literal": entry.source = .literal(try text(node, place))
      case "variable":
        let name = try text(node, place)
        guard let variable = PingVariable(name) else {
          throw EngineConfigurationError("'\(place)': the variable '\(name)' is unknown")
        }
        entry.source = .variable(variable)
      case "required": entry.isRequired = try truth(node, place)
      case "omitEmpty": entry.isLeftOutWhenEmpty = try truth(node, place)
      case "encode":
        guard let encoding = PercentEncoding(rawValue: try text(node, place)) else {
          throw Self.wrongType(place, "component, minimal or none")
        }
        entry.encoding = encoding
      default: warnings.append("the key '\(place)' is unknown")
      }
    }
    guard (entryNode["variable"] == nil) != (entryNode["literal"] == nil) else {
      throw Self.wrongType(path, "an object with either 'variable' or 'literal'")
    }
    guard [entry.name, entry.key ?? "k"].allSatisfy(PingTemplateParser.isPlain) else {
      throw EngineConfigurationError("'\(path)': a name or key must match [A-Za-z0-9_-]+")
    }
    return entry
  }

  // MARK: - Typed values

  /// The members of an object in the order of their keys.
  private func object(
    _ node: JSONValue,
    _ path: String
  ) throws(EngineConfigurationError) -> [JSONValue.Member] {
    guard case .object(let members) = node else { throw Self.wrongType(path, "an object") }
    return members.sorted { $0.key < $1.key }
  }

  private func text(
    _ node: JSONValue,
    _ path: String
  ) throws(EngineConfigurationError) -> String {
    guard let text = node.stringValue else { throw Self.wrongType(path, "a string") }
    return text
  }

  private func truth(_ node: JSONValue, _ path: String) throws(EngineConfigurationError) -> Bool {
    guard let truth = node.boolValue else { throw Self.wrongType(path, "true or false") }
    return truth
  }

  private static func wrongType(_ path: String, _ form: String) -> EngineConfigurationError {
    EngineConfigurationError("'\(path)' must be \(form)")
  }
}
