/// The compiled templates of one engine instance.
struct PingTemplateSet: Sendable {
  private var templates: [PingName: CompiledPingTemplate] = [:]

  /// The template of `name`; nil when the ping is switched off.
  subscript(name: PingName) -> CompiledPingTemplate? { templates[name] }

  /// Compiles the templates of all enabled products. A product without a usable template is
  /// switched off in `configuration`.
  ///
  /// - Returns: One problem per product switched off.
  /// - Throws: ``EngineConfigurationError`` when a template cannot be read.
  mutating func compile(
    _ configuration: inout EngineConfiguration,
    facility: String,
    constant: (PingVariable) -> String?
  ) throws(EngineConfigurationError) -> [EngineProblem] {
    var problems: [EngineProblem] = []
    for name in PingName.allCases where configuration.products[keyPath: name.isEnabled] {
      guard let template = configuration.pings[name.rawValue] else {
        configuration.products[keyPath: name.isEnabled] = false
        problems.append(Self.problem(name, "the configuration has no template"))
        continue
      }
      let entries: [PingTemplateEntry]
      do {
        entries = try PingTemplateParser.parse(template.notation)
      } catch {
        throw EngineConfigurationError(
          code: error.code,
          description: "ping '\(name.rawValue)', \(error.description)"
        )
      }
      guard let pattern = configuration.endpoints[template.endpoint],
        let endpoint = Endpoint(pattern, host: configuration.host, facility: facility)
      else {
        configuration.products[keyPath: name.isEnabled] = false
        problems.append(
          Self.problem(name, "the endpoint '\(template.endpoint)' is missing or no URL")
        )
        continue
      }
      templates[name] = CompiledPingTemplate(
        entries: entries,
        endpoint: endpoint.url,
        path: endpoint.path,
        constant: constant
      )
    }
    return problems
  }

  private static func problem(_ name: PingName, _ text: String) -> EngineProblem {
    EngineProblem(
      .failedStartProcessor,
      "init: ping '\(name.rawValue)' is off: \(text): complete the configuration",
      product: name.product
    )
  }
}

/// Where a ping goes.
struct Endpoint: Sendable, Equatable {
  /// The URL up to the `?`.
  var url: String
  /// Its path, beginning with a slash.
  var path: String

  /// Fills `{host}` and `{sfcode}` in `pattern`; nil when that gives no URL with a host and a path.
  init?(_ pattern: String, host: String, facility: String) {
    let url = Self.fill(Self.fill(pattern, "{host}", host), "{sfcode}", facility)
    guard let scheme = Self.range(of: "://", in: url), scheme.lowerBound > url.startIndex,
      let slash = url[scheme.upperBound...].firstIndex(of: "/"), slash > scheme.upperBound,
      url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !url.contains("{"), !url.contains("?")
    else { return nil }
    self.url = url
    path = String(url[slash...])
  }

  private static func fill(_ pattern: String, _ name: String, _ value: String) -> String {
    guard let range = range(of: name, in: pattern) else { return pattern }
    return pattern[..<range.lowerBound] + value + pattern[range.upperBound...]
  }

  private static func range(of part: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) {
        return start..<text.index(start, offsetBy: part.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}
