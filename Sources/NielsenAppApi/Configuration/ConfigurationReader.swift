import Formats
import FoundationEssentials

/// Merges JSON into a configuration.
struct ConfigurationReader {
  private(set) var configuration: EngineConfiguration
  /// Remarks: keys that mean nothing.
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

  /// Reads the outermost object.
  mutating func read(_ root: [String: JSONNode]) throws(EngineConfigurationError) {
    for (key, node) in root.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "format": continue
      case "endpoints": try readEndpoints(try object(node, key))
      case "pings": try readPings(try object(node, key))
      case _ where groups.contains(key):
        for (inner, node) in try object(node, key).sorted(by: { $0.key < $1.key }) {
          try readField("\(key).\(inner)", node)
        }
      default: try readField(key, node)
      }
    }
  }

  private mutating func readField(
    _ path: String,
    _ node: JSONNode
  ) throws(EngineConfigurationError) {
    guard let field = fields[path] else {
      warnings.append("the key '\(path)' is unknown")
      return
    }
    guard field.read(node, &configuration) else { throw Self.wrongType(path, field.form) }
  }

  private mutating func readEndpoints(
    _ object: [String: JSONNode]
  ) throws(EngineConfigurationError) {
    for (name, node) in object {
      configuration.endpoints[name] = try text(node, "endpoints.\(name)")
    }
  }

  private mutating func readPings(_ object: [String: JSONNode]) throws(EngineConfigurationError) {
    for (name, node) in object.sorted(by: { $0.key < $1.key }) {
      let path = "pings.\(name)"
      guard PingName(rawValue: name) != nil else {
        warnings.append("the key '\(path)' is unknown")
        continue
      }
      var template = configuration.pings[name] ?? PingTemplate(endpoint: "", notation: "")
      for (key, node) in try self.object(node, path).sorted(by: { $0.key < $1.key }) {
        switch key {
        case "endpoint": template.endpoint = try text(node, "\(path).endpoint")
        case "parameters": template.notation = try notation(node, "\(path).parameters")
        default: warnings.append("the key '\(path).\(key)' is unknown")
        }
      }
      configuration.pings[name] = template
    }
  }

  /// The notation of a list of parameters, which is read to see that it can be.
  private mutating func notation(
    _ node: JSONNode,
    _ path: String
  ) throws(EngineConfigurationError) -> String {
    guard case .array(let nodes) = node else { throw Self.wrongType(path, "a list") }
    var words: [String] = []
    for (index, node) in nodes.enumerated() {
      let place = "\(path)[\(index)]"
      words.append(try entry(try object(node, place), place).notation)
    }
    let notation = words.joined(separator: " ")
    do {
      _ = try PingTemplateParser.parse(notation)
    } catch {
      throw EngineConfigurationError(
        code: error.code,
        description: "\(path): \(error.description)"
      )
    }
    return notation
  }

  private mutating func entry(
    _ object: [String: JSONNode],
    _ path: String
  ) throws(EngineConfigurationError) -> PingTemplateEntry {
    var entry = PingTemplateEntry(name: "", key: nil, source: .literal(""))
    for (key, node) in object.sorted(by: { $0.key < $1.key }) {
      let place = "\(path).\(key)"
      switch key {
      case "name": entry.name = try text(node, place)
      case "key": entry.key = try text(node, place)
      case "literal": entry.source = .literal(try text(node, place))
      case "variable":
        let name = try text(node, place)
        guard let variable = PingVariable(name) else {
          throw EngineConfigurationError(
            code: .malformedTemplate,
            description: "'\(place)': the variable '\(name)' is unknown"
          )
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
    guard (object["variable"] == nil) != (object["literal"] == nil) else {
      throw Self.wrongType(path, "an object with either 'variable' or 'literal'")
    }
    return entry
  }

  // MARK: - Types

  private func object(
    _ node: JSONNode,
    _ path: String
  ) throws(EngineConfigurationError) -> [String: JSONNode] {
    guard case .object(let object) = node else { throw Self.wrongType(path, "an object") }
    return object
  }

  private func text(
    _ node: JSONNode,
    _ path: String
  ) throws(EngineConfigurationError) -> String {
    guard case .text(let text) = node else { throw Self.wrongType(path, "a text") }
    return text
  }

  private func truth(_ node: JSONNode, _ path: String) throws(EngineConfigurationError) -> Bool {
    guard case .truth(let truth) = node else { throw Self.wrongType(path, "true or false") }
    return truth
  }

  private static func wrongType(_ path: String, _ form: String) -> EngineConfigurationError {
    EngineConfigurationError(code: .wrongType, description: "'\(path)' must be \(form)")
  }
}

indirect enum JSONNode: Sendable, Equatable {
  case object([String: JSONNode])
  case array([JSONNode])
  case text(String)
  case number(Int)
  case truth(Bool)
  /// Null, or a number that is not whole.
  case other

  /// Reads `text`; nil when that is not well-formed JSON.
  init?(parsing text: String) {
    do {
      self = try JSONDecoder().decode(JSONNode.self, from: Data(text.utf8))
    } catch {
      // The caller reports the text as malformed.
      return nil
    }
  }

  /// The value as text: indented, keys in alphabetical order.
  var indented: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("JSON values can always be written: \(error)")
    }
  }
}

extension JSONNode: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let object = try? container.decode([String: JSONNode].self) {
      self = .object(object)
    } else if let array = try? container.decode([JSONNode].self) {
      self = .array(array)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let object): try container.encode(object)
    case .array(let array): try container.encode(array)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .other: try container.encodeNil()
    }
  }
}
