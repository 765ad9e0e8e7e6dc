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
