import Formats

/// Explains pings and reports faults in them. Reuse one instance for many pings, because results are cached. Not
/// thread-safe.
package final class PingExplainer {
  private let matcher = RuleMatcher()

  package init() {}

  /// Explains the parameters of a ping, with the findings of all lints. `lint` compares the ping with the earlier pings
  /// of the capture. `index` is the row number of this ping in the input, from 0.
  package func explain(
    _ ping: SentPing,
    at index: Int = 0,
    in lint: SessionLint? = nil
  ) -> ExplainedPing {
    let findings = findings(in: ping) + (lint?.findings(in: ping, at: index) ?? [])
    var ofField: [String: [PingFinding]] = [:]
    for finding in findings {
      guard let field = finding.field else { continue }
      ofField[field, default: []].append(finding)
    }
    let fields = ping.parameters.map { parameter in
      // A finding about a repeated parameter is shown at the first occurrence.
      field(parameter, in: ping, ofField.removeValue(forKey: parameter.name) ?? [])
    }
    return ExplainedPing(ping: ping, fields: fields, findings: findings)
  }

  private func findings(in ping: SentPing) -> [PingFinding] {
    let found =
      ProductLint.findings(in: ping) + ParameterLint.missing(in: ping)
      + ParameterLint(matcher: matcher).findings(in: ping)
      + PayloadLint.findings(in: ping) + Self.broken(by: ping)
    let order = Dictionary(
      ping.parameters.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: min
    )
    return found.enumerated().sorted { left, right in
      let places = [left, right].map { $0.element.field.flatMap { order[$0] } ?? -1 }
      return (places[0], left.offset) < (places[1], right.offset)
    }.map(\.element)
  }

  private static func broken(by ping: SentPing) -> [PingFinding] {
    FieldDictionary.standard.invariants.compactMap { invariant in
      guard invariant.products.contains(ping.product.rawValue),
        let lint = InvariantLint.all[invariant.id], let broken = lint(ping)
      else { return nil }
      return PingFinding(invariant.id, invariant.severity, broken.field, broken.message)
    }
  }

  private func field(
    _ parameter: QueryParameter,
    in ping: SentPing,
    _ findings: [PingFinding]
  ) -> ExplainedPing.Field {
    let entry = FieldDictionary.standard.entry(for: parameter, of: ping.product)
    let (key, value) = Self.split(parameter, entry)
    let decoded = ValueDecoding(ping: ping).text(of: parameter.name, value, entry)
    return ExplainedPing.Field(
      name: parameter.name,
      key: key,
      value: value,
      title: entry?.title,
      description: entry?.meaning ?? Self.meaning(of: parameter, in: ping),
      decoded: decoded,
      isValid: findings.allSatisfy { $0.severity == .info },
      finding: findings.isEmpty ? nil : findings.map(\.message).joined(separator: "; ")
    )
  }

  private static func meaning(of parameter: QueryParameter, in ping: SentPing) -> String {
    ping.product == .cloud
      ? "A value of the event." : "Not in the dictionary of parameters."
  }

  /// Splits a value into its key and the text after it.
  private static func split(
    _ parameter: QueryParameter,
    _ entry: FieldDictionary.Field?
  ) -> (key: String?, value: String) {
    guard SentPing.hasKey(parameter.name), entry == nil || entry?.key != nil,
      let parts = parameter.value[...].cut(at: UInt8(ascii: ","))
    else { return (nil, parameter.value) }
    return (String(parts.before), String(parts.after))
  }
}

extension FieldDictionary {
  /// Finds the entry for a parameter: preferably the product's entry with the key of the value, then the product's
  /// first entry, then an entry of another product.
  func entry(for parameter: QueryParameter, of product: SentPing.Product) -> Field? {
    let own = fields(parameter.name, of: product.rawValue)
    return own.entry(for: parameter.value) ?? own.first
      ?? fields(parameter.name).entry(for: parameter.value)
  }
}
