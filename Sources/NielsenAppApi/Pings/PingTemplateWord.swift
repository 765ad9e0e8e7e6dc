import Formats

/// One entry of a template as its parts, to be written in the notation of ``PingTemplate``.
struct PingTemplateWord {
  var name = ""
  var key: String?
  var variable: String?
  var literal: String?
  var isRequired = false
  var isLeftOutWhenEmpty = false
  var encoding = PercentEncoding.component

  /// The entry in the notation; quotes in a literal are doubled.
  var notation: String {
    var text = name + "=" + (key.map { $0 + "," } ?? "")
    if let variable { text += "{\(variable)}" }
    if let literal {
      text += "\""
      for character in literal { text += character == "\"" ? "\"\"" : String(character) }
      text += "\""
    }
    text += isRequired ? "!" : ""
    text += isLeftOutWhenEmpty ? "?" : ""
    switch encoding {
    case .component: return text
    case .minimal: return text + "^"
    case .none: return text + "*"
    }
  }
}

extension PingTemplate {
  /// The template as JSON.
  ///
  /// - Throws: ``EngineConfigurationError`` when the notation cannot be read.
  func node() throws(EngineConfigurationError) -> JSONNode {
    .object(["endpoint": .text(endpoint), "parameters": .array(try entries().map(\.node))])
  }
}

extension PingTemplateEntry {
  /// The entry as JSON; marks that are not set are left out.
  fileprivate var node: JSONNode {
    var object: [String: JSONNode] = ["name": .text(name)]
    if let key { object["key"] = .text(key) }
    switch source {
    case .variable(let variable): object["variable"] = .text(variable.spelling)
    case .literal(let literal): object["literal"] = .text(literal)
    }
    if isRequired { object["required"] = .truth(true) }
    if isLeftOutWhenEmpty { object["omitEmpty"] = .truth(true) }
    if encoding != .component { object["encode"] = .text(encoding.rawValue) }
    return .object(object)
  }
}
