/// The compiled templates of one engine instance.
struct PingTemplateSet: Sendable {
  /// A template that was read and has an endpoint.
  private struct Prepared {
    var entries: [PingTemplateEntry]
    var endpoint: Endpoint
  }

  private var prepared: [PingName: Prepared] = [:]
  private var templates: [PingName: CompiledPingTemplate] = [:]

  /// The template of `name`; nil when the ping is switched off.
  subscript(name: PingName) -> CompiledPingTemplate? { templates[name] }

  /// Makes an empty set: no ping is made.
  init() {}

  /// Reads the templates of all enabled products. A product without a usable template is switched
  /// off in `configuration`, with one of `problems`. Until ``fill(_:)`` no ping is made.
  ///
  /// - Throws: ``EngineConfigurationError`` when a template cannot be read.
  init(
    _ configuration: inout EngineConfiguration,
    facility: String,
    sessionID: String,
    problems: inout [EngineProblem]
  ) throws(EngineConfigurationError) {
    for name in PingName.allCases where configuration.products[keyPath: name.isEnabled] {
      guard let template = configuration.pings[name.rawValue] else {
        configuration.products[keyPath: name.isEnabled] = false
        problems.append(Self.problem(name, "the configuration has no template"))
        continue
      }
      var entries = try Self.entries(of: template, name)
      if name == .dcr, configuration.products.audio { Self.addStation(to: &entries) }
      guard let pattern = configuration.endpoints[template.endpoint],
        let endpoint = Endpoint(
          pattern,
          host: configuration.host,
          facility: facility,
          sessionID: sessionID
        )
      else {
        configuration.products[keyPath: name.isEnabled] = false
        problems.append(
          Self.problem(name, "the endpoint '\(template.endpoint)' is missing or no URL")
        )
        continue
      }
      prepared[name] = Prepared(entries: entries, endpoint: endpoint)
    }
  }

  /// The station of audio, unless a configuration has a place for it.
  private static func addStation(to entries: inout [PingTemplateEntry]) {
    let station = (try? PingTemplateParser.parse("c17=stnid,{stationId}?")) ?? []
    guard !entries.contains(where: { $0.name == "c17" }) else { return }
    entries.insert(contentsOf: station, at: max(0, entries.count - 1))
  }

  private static func entries(
    of template: PingTemplate,
    _ name: PingName
  ) throws(EngineConfigurationError) -> [PingTemplateEntry] {
    do {
      return try template.entries()
    } catch {
      throw EngineConfigurationError(
        code: error.code,
        description: "ping '\(name.rawValue)', \(error.description)"
      )
    }
  }

  /// Fills in everything that stays the same from now on; `constant` gives nil for a variable that
  /// may change.
  mutating func fill(_ constant: (PingVariable) -> String?) {
    templates = prepared.mapValues {
      CompiledPingTemplate(
        entries: $0.entries,
        endpoint: $0.endpoint.url,
        path: $0.endpoint.path,
        constant: constant
      )
    }
  }

  private static func problem(_ name: PingName, _ text: String) -> EngineProblem {
    EngineProblem(
      .failedStartProcessor,
      "init: ping '\(name.rawValue)' is off: \(text): complete the configuration",
      product: name.product
    )
  }
}
