import Formats

/// The form of one kind of ping: an endpoint and the ordered list of its parameters.
///
/// The list is written in a compact notation, entries parted by white space:
///
///     1  ci={ci}! c8=devgrp,{deviceGroup} st="mtvr"
///     4  c71=ottflg,{ottStatus}? ca={ca}!^ sdd={diagnostics}*
///
/// An entry is `name=`, an optional key with a comma, and a `{variable}` or a `"literal"`, in which
/// a quote is doubled. Marks
/// follow: `!` the variable must not be empty, `?` the entry is left out when empty, `^` minimal
/// and `*` no percent-encoding. A number at the start of a line is the position of the next entry
/// and is checked.
public struct PingTemplate: Sendable, Equatable {
  /// A name in ``EngineConfiguration/endpoints``.
  public var endpoint: String
  /// The parameters in the notation above.
  public var notation: String { didSet { reading = Self.read(notation) } }

  /// Read once, because every engine needs it: of thousands of streams each has an engine of its own.
  private var reading: Result<[PingTemplateEntry], EngineConfigurationError>

  /// Makes a template; a mistake in its notation is reported when an engine starts.
  public init(endpoint: String, notation: String) {
    self.endpoint = endpoint
    self.notation = notation
    reading = Self.read(notation)
  }

  /// The entries of ``notation`` in order.
  ///
  /// - Throws: ``EngineConfigurationError`` as ``PingTemplateParser`` does.
  func entries() throws(EngineConfigurationError) -> [PingTemplateEntry] { try reading.get() }

  private static func read(
    _ notation: String
  ) -> Result<[PingTemplateEntry], EngineConfigurationError> {
    do throws(EngineConfigurationError) {
      return .success(try PingTemplateParser.parse(notation))
    } catch {
      return .failure(error)
    }
  }

  /// The parsed form follows from the notation.
  public static func == (left: PingTemplate, right: PingTemplate) -> Bool {
    left.endpoint == right.endpoint && left.notation == right.notation
  }
}

/// One parameter of a template.
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

  /// The text before the encoded value: `c27=cln,`.
  var prefix: String { name + "=" + (key.map { $0 + "," } ?? "") }

  /// The entry in the notation; quotes in a literal are doubled.
  var notation: String {
    let value =
      switch source {
      case .variable(let variable): "{\(variable.spelling)}"
      case .literal(let text): "\"" + text.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
      }
    let marks: [PercentEncoding: String] = [.minimal: "^", .none: "*"]
    return prefix + value + (isRequired ? "!" : "") + (isLeftOutWhenEmpty ? "?" : "")
      + (marks[encoding] ?? "")
  }

  /// The parameter with `value`, decoded.
  func parameter(value: String) -> PingParameter {
    let decoded = encoding == .none ? PercentEncoding.decode(value) : value
    return PingParameter(name: name, value: key.map { $0 + "," + decoded } ?? decoded)
  }
}

extension PingTemplate {
  /// The parameters that every ping of a template must have, in order: those whose variable is
  /// required, and the constants by which a receiver distinguishes products.
  ///
  /// - Parameter ping: A name in ``EngineConfiguration/pings``, such as `dtvr.aqh`.
  /// - Returns: Names with their keys; none for an unknown ping.
  package static func required(of ping: String) -> [(name: String, key: String?)] {
    guard let template = standard[ping] else { return [] }
    let entries: [PingTemplateEntry]
    do {
      entries = try template.entries()
    } catch {
      preconditionFailure("the embedded templates can be read: \(error)")
    }
    let constants: Set = ["prd", "st", "aqhflg", "rt"]
    return entries.compactMap { entry in
      let isConstant =
        if case .literal = entry.source { constants.contains(entry.name) } else { false }
      return entry.isRequired || isConstant ? (entry.name, entry.key) : nil
    }
  }
}

extension PingTemplate {
  /// The template as JSON.
  ///
  /// - Throws: ``EngineConfigurationError`` when the notation cannot be read.
  func node() throws(EngineConfigurationError) -> JSONValue {
    .object([
      .init("endpoint", .string(endpoint)), .init("parameters", .array(try entries().map(\.node))),
    ])
  }
}

extension PingTemplateEntry {
  /// The entry as JSON; marks that are not set are left out.
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
