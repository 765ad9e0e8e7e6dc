/// One scalar, or list of texts, of the configuration: where it is in the JSON and how it is read
/// and written.
struct ConfigurationField {
  /// The keys from the outermost object on, joined by dots.
  let path: String
  /// A description of the valid values.
  let form: String
  let write: (EngineConfiguration) -> JSONNode
  /// False when the value has another form.
  let read: (JSONNode, inout EngineConfiguration) -> Bool

  static func number(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, Int>
  ) -> ConfigurationField {
    ConfigurationField(path: path, form: "a whole number") {
      .number($0[keyPath: key])
    } read: { node, configuration in
      guard case .number(let number) = node else { return false }
      configuration[keyPath: key] = number
      return true
    }
  }

  static func truth(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, Bool>
  ) -> ConfigurationField {
    ConfigurationField(path: path, form: "true or false") {
      .truth($0[keyPath: key])
    } read: { node, configuration in
      guard case .truth(let truth) = node else { return false }
      configuration[keyPath: key] = truth
      return true
    }
  }

  static func text(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, String>
  ) -> ConfigurationField {
    ConfigurationField(path: path, form: "a text") {
      .text($0[keyPath: key])
    } read: { node, configuration in
      guard case .text(let text) = node else { return false }
      configuration[keyPath: key] = text
      return true
    }
  }

  static var creditSource: ConfigurationField {
    ConfigurationField(
      path: "dtvr.creditSource",
      form: "auto, playhead or tag"
    ) {
      .text($0.dtvr.creditSource.rawValue)
    } read: { node, configuration in
      guard case .text(let text) = node,
        let source = EngineConfiguration.DTVR.CreditSource(rawValue: text)
      else { return false }
      configuration.dtvr.creditSource = source
      return true
    }
  }

  static var refusedHosts: ConfigurationField {
    ConfigurationField(path: "refusedHosts", form: "a list of host names") {
      .array($0.refusedHosts.sorted().map { .text($0) })
    } read: { node, configuration in
      guard case .array(let nodes) = node else { return false }
      let names = nodes.compactMap { if case .text(let text) = $0 { hostName(text) } else { nil } }
      guard names.count == nodes.count else { return false }
      configuration.refusedHosts.formUnion(names)
      return true
    }
  }

  /// A host name or address in lower case, without full stops at the end; nil for anything else.
  private static func hostName(_ text: String) -> String? {
    var name = text.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    let isName = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-._:[]".utf8.contains($0)
    }
    return isName && !name.isEmpty && !name.hasPrefix(".") ? String(name) : nil
  }

  static var lookupTable: ConfigurationField {
    ConfigurationField(path: "tsv.table", form: "an object of texts") {
      .object($0.lookups.table.mapValues { .text($0) })
    } read: { node, configuration in
      guard case .object(let nodes) = node else { return false }
      let texts = nodes.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
      guard texts.count == nodes.count else { return false }
      configuration.lookups.table.merge(texts) { $1 }
      return true
    }
  }

  static var breakouts: ConfigurationField {
    ConfigurationField(path: "tsv.breakouts", form: "a list of texts") {
      .array($0.lookups.breakouts.sorted().map { .text($0) })
    } read: { node, configuration in
      guard case .array(let nodes) = node else { return false }
      let texts = nodes.compactMap { if case .text(let text) = $0 { text } else { nil } }
      guard texts.count == nodes.count else { return false }
      configuration.lookups.breakouts = Set(texts)
      return true
    }
  }
}
