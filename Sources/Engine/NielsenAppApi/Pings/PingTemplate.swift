import Formats

/// The endpoint and the ordered parameters of one kind of ping.
///
/// The parameters are written in a compact notation, with white space between entries:
///
///     1  ci={ci}! c8=devgrp,{deviceGroup} st="mtvr"
///     4  c71=ottflg,{ottStatus}? ca={ca}!^ sdd={diagnostics}*
///
/// An entry is `name=`, an optional key with a comma, and a `{variable}` or a `"literal"`. A quote in a literal is
/// written twice. Marks may follow: `!` for a variable that must not be empty, `?` for an entry that is left out when
/// empty, `^` for minimal percent-encoding, and `*` for none. A number before an entry must be the position of that
/// entry.
public struct PingTemplate: Sendable, Equatable {
  /// The name of the endpoint in ``EngineConfiguration/endpoints``.
  public var endpoint: String
  var entries: [PingTemplateEntry]

  /// Makes a template.
  /// - Throws: ``EngineConfigurationError`` with the number of the entry if the notation is
  ///   invalid, a position is wrong or a variable is unknown.
  public init(endpoint: String, notation: String) throws(EngineConfigurationError) {
    self.init(endpoint: endpoint, entries: try PingTemplateParser.parse(notation))
  }

  init(endpoint: String, entries: [PingTemplateEntry]) {
    (self.endpoint, self.entries) = (endpoint, entries)
  }

  init(embedded notation: String, endpoint: String) {
    do throws(EngineConfigurationError) {
      try self.init(endpoint: endpoint, notation: notation)
    } catch {
      preconditionFailure("an embedded template is invalid: \(error)")
    }
  }
}

struct PingTemplateEntry: Sendable, Equatable {
  enum Source: Sendable, Equatable {
    case variable(PingVariable)
    case literal(String)
  }

  var name: String
  var key: String?
  var source: Source
  var isRequired = false
  var isLeftOutWhenEmpty = false
  var encoding = PercentEncoding.component

  /// The text before the encoded value, such as `c27=cln,`.
  var prefix: String { name + "=" + (key.map { $0 + "," } ?? "") }

  func parameter(value: String) -> PingParameter {
    let decoded = encoding == .none ? PercentEncoding.decode(value) : value
    return PingParameter(name: name, value: key.map { $0 + "," + decoded } ?? decoded)
  }
}

extension PingTemplate {
  /// The parameters that every ping with a standard template must have, in order: those whose
  /// variable is required, and the constants by which a receiver distinguishes products.
  ///
  /// - Parameter ping: A name in ``EngineConfiguration/pings``, such as `dtvr.aqh`.
  /// - Returns: Names with their keys; an empty list for an unknown ping.
  package static func required(of ping: String) -> [(name: String, key: String?)] {
    let constants: Set = ["prd", "st", "aqhflg", "rt"]
    return (standard[ping]?.entries ?? []).compactMap { entry in
      let isConstant =
        if case .literal = entry.source { constants.contains(entry.name) } else { false }
      return entry.isRequired || isConstant ? (entry.name, entry.key) : nil
    }
  }
}

extension PingTemplate {
  var node: JSONValue {
    .object([
      .init("endpoint", .string(endpoint)), .init("parameters", .array(entries.map(\.node))),
    ])
  }
}

extension PingTemplateEntry {
  /// The entry as JSON, without marks that are not set.
  fileprivate var node: JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(name))]
    if let key { members.append(.init("key", .string(key))) }
    switch source {
    case .variable(let variable): members.append(.init("variable", .string(variable.spelling)))
    case .literal(let literal): members.append(.init("literal", .string(literal)))
    }
    if isRequired { members.append(.init("required", .bool(true))) }
    if isLeftOutWhenEmpty { members.append(.init("omitEmpty", .bool(true))) }
    if encoding != .component { members.append(.init("encode", .string(encoding.rawValue))) }
    return .object(members)
  }
}
