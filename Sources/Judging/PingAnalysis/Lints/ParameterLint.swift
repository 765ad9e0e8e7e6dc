import Formats
import NielsenAppApi
import NielsenTag

/// Checks that parameters belong to the product, occur once, and have allowed values.
struct ParameterLint {
  let matcher: RuleMatcher

  private var dictionary: FieldDictionary { .standard }

  /// The required parameters of each kind of ping, from the templates of the engine.
  private static let required = Dictionary(
    uniqueKeysWithValues: ["session", "dtvr", "dtvr.aqh", "id3", "tsv", "dcr", "static", "error"]
      .map { ($0, PingTemplate.required(of: $0).map(\.name)) }
  )

  /// Parameters whose documented values are only examples. For `updateOTT` the API reference names Roku and Fire TV,
  /// but does not exclude other devices.
  private static let openLists: Set = ["c72"]

  static func missing(in ping: SentPing) -> [PingFinding] {
    let isQuarterHour = ping.product == .dtvr && ping.credit?.prefix == "Q"
    let names = required[ping.product.rawValue + (isQuarterHour ? ".aqh" : "")] ?? []
    let present = Set(ping.parameters.map(\.name))
    return names.filter { !present.contains($0) }.map { name in
      PingFinding("missing", .error, name, "\(name) is missing: every ping of this kind has it")
    }
  }

  func findings(in ping: SentPing) -> [PingFinding] {
    var seen: [String: String] = [:]
    return ping.parameters.flatMap { parameter -> [PingFinding] in
      if let first = seen[parameter.name] { return [duplicate(parameter, first)] }
      seen[parameter.name] = parameter.value
      return finding(parameter, in: ping).map { [$0] } ?? []
    }
  }

  private func duplicate(_ parameter: QueryParameter, _ first: String) -> PingFinding {
    let same = parameter.value == first
    return PingFinding(
      "duplicate",
      same ? .warning : .error,
      parameter.name,
      "\(parameter.name) is repeated with " + (same ? "the same value" : "'\(parameter.value)'")
    )
  }

  private func finding(_ parameter: QueryParameter, in ping: SentPing) -> PingFinding? {
    let product = ping.product.rawValue
    let own = dictionary.fields(parameter.name, in: ping)
    guard let any = own.first else {
      return dictionary.describes(product) ? stranger(parameter, product) : nil
    }
    let parts = parameter.value[...].cut(at: UInt8(ascii: ","))
    let key = parts?.before ?? parameter.value[...]
    guard let field = own.entry(for: parameter.value) else {
      return PingFinding(
        "wrong-key",
        .error,
        parameter.name,
        "the value begins with '\(key)', expected the key '\(any.key ?? "")' and a comma"
      )
    }
    guard field.key != nil else { return judge(parameter.value, parameter.name, field) }
    guard let parts else {
      return PingFinding("wrong-key", .error, parameter.name, "no comma follows the key '\(key)'")
    }
    return judge(String(parts.after), parameter.name, field)
  }

  private func judge(
    _ value: String,
    _ name: String,
    _ field: FieldDictionary.Field
  ) -> PingFinding? {
    if value.isEmpty {
      guard !field.rule.empty else { return nil }
      return PingFinding("blank", Self.severity(field.basis), name, "\(name) is blank")
    }
    guard matcher.allows(value, by: field.rule) else {
      return PingFinding(
        "bad-value",
        Self.openLists.contains(name) ? .info : Self.severity(field.basis),
        name,
        "'\(Self.short(value))': \(Self.expectation(of: field, for: value))"
      )
    }
    guard let longest = field.rule.maxLength, value.count > longest else { return nil }
    return PingFinding(
      "too-long",
      .info,
      name,
      "\(value.count) characters: the documents allow \(longest)"
    )
  }

  /// Reports a parameter that pings of the product do not have.
  private func stranger(_ parameter: QueryParameter, _ product: String) -> PingFinding {
    let others = dictionary.fields(parameter.name)
    guard let other = others.first else {
      return PingFinding("unknown", .info, parameter.name, "not in the dictionary of parameters")
    }
    let products = other.products.joined(separator: ", ")
    return PingFinding(
      "other-product",
      .warning,
      parameter.name,
      "belongs to pings of \(products), not of \(product)"
    )
  }

  // MARK: - Words

  private static func severity(_ basis: FieldDictionary.Basis) -> PingFinding.Severity {
    switch basis {
    case .documented: .error
    case .inferred: .warning
    case .open: .info
    }
  }

  private static func short(_ value: String) -> String {
    value.count > 60 ? value.prefix(59) + "…" : value
  }

  private static func expectation(
    of field: FieldDictionary.Field,
    for value: String
  ) -> String {
    let isMilliseconds = value.utf8.count == 13 && value.allSatisfy(\.isNumber)
    switch field.rule.kind {
    case "enum":
      if let values = field.rule.values { return "expected \(values.joined(separator: " or "))" }
      return "expected the form \(field.rule.pattern)"
    case "unixSeconds":
      return "expected Unix seconds, 10 digits" + (isMilliseconds ? ": these are milliseconds" : "")
    case "integer": return "expected a whole number, not negative"
    case "uuid": return "expected a UUID"
    default:
      return field.example.map { "expected a value such as '\($0)'" }
        ?? "expected the form \(field.rule.pattern)"
    }
  }
}

enum PayloadLint {
  /// The maximum number of payload findings per ping.
  private static let limit = 10

  static func findings(in ping: SentPing) -> [PingFinding] {
    switch ping.product {
    case .id3: findings(in: ping["tp"]?.split(separator: "~").map(String.init) ?? [], "tp")
    case .tsv: findings(in: ping["id3"].map { [$0] } ?? [], "id3")
    default: []
    }
  }

  private static func findings(in texts: [String], _ field: String) -> [PingFinding] {
    let all = texts.enumerated().lazy.flatMap { index, text -> [PingFinding] in
      let place = texts.count > 1 ? "payload \(index + 1): " : ""
      guard let payload = NielsenPayload(owner: text) else {
        return [
          PingFinding("payload", .error, field, "\(place)does not begin with www.nielsen.com/")
        ]
      }
      return payload.faults.map { fault in
        let severity: PingFinding.Severity = fault.code.isLayout ? .error : .warning
        return PingFinding("payload", severity, field, place + fault.message)
      }
    }
    return Array(all.prefix(limit))
  }
}
