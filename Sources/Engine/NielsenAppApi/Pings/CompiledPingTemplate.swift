import Formats

/// A ping template in which the values that all pings share are already filled in and encoded.
///
/// The remaining variables are filled in when a ping is made.
final class CompiledPingTemplate: Sendable {
  let path: String
  private let parts: [Part]
  private let required: [(name: String, variable: PingVariable)]
  /// A required parameter that is always empty, which prevents every ping; nil if there is no such parameter.
  private let missing: String?
  private let runs: [Run]
  private let fixedLength: Int

  private enum Part: Sendable {
    case fixed(PingParameter)
    case open(PingTemplateEntry, PingVariable)
  }

  private enum Run: Sendable {
    case text(String)
    case open(prefix: String, PingVariable, PercentEncoding, isLeftOutWhenEmpty: Bool)
    /// The diagnostics. They differ between pings only in the number of attempts and the reason for the latest failure.
    case diagnostics(String, PercentEncoding)
  }

  /// Fills `constants` into `entries`; all other variables are filled in when a ping is made.
  init(
    entries: [PingTemplateEntry],
    endpoint: Endpoint,
    constants: [PingVariable.Name: String]
  ) {
    var parts: [Part] = []
    var runs: [Run] = []
    var required: [(name: String, variable: PingVariable)] = []
    var missing: String?
    var text = entries.isEmpty ? endpoint.url : endpoint.url + "?"
    var separator = ""
    for entry in entries {
      let value: String?
      switch entry.source {
      case .literal(let literal): value = literal
      case .variable(.named(let name)): value = constants[name]
      case .variable(.custom): value = nil
      }
      if let value {
        if entry.isRequired && value.isEmpty { missing = missing ?? entry.name }
        if entry.isLeftOutWhenEmpty && value.isEmpty { continue }
        text += separator + entry.prefix
        if entry.source == .variable(.named(.diagnostics)) {
          runs.append(.text(text))
          text = ""
          runs.append(.diagnostics(entry.encoding.encode(value), entry.encoding))
        } else {
          text += entry.encoding.encode(value)
        }
        parts.append(.fixed(entry.parameter(value: value)))
      } else if case .variable(let variable) = entry.source {
        runs.append(.text(text))
        text = ""
        runs.append(
          .open(
            prefix: separator + entry.prefix,
            variable,
            entry.encoding,
            isLeftOutWhenEmpty: entry.isLeftOutWhenEmpty
          )
        )
        parts.append(.open(entry, variable))
        if entry.isRequired { required.append((entry.name, variable)) }
      }
      separator = "&"
    }
    runs.append(.text(text))
    path = endpoint.path
    self.parts = parts
    self.required = required
    self.missing = missing
    self.runs = runs
    self.fixedLength = runs.reduce(0) { length, run in
      switch run {
      case .text(let text), .diagnostics(let text, _): length + text.utf8.count
      case .open(let prefix, _, _, _): length + prefix.utf8.count
      }
    }
  }

  /// A required parameter that is empty with `values`; nil if there is none.
  func missingParameter(_ values: PingValues) -> String? {
    missing ?? required.first { values[$0.variable].isEmpty }?.name
  }

  func url(_ values: PingValues) -> String { render(values) { _, _, _ in } }

  /// The URL with `values`, and the positions of the fields that may change before the ping is sent.
  func request(_ values: PingValues) -> PingRequest {
    var slots: [PingRequest.Slot] = []
    let url = render(values) { slots.append(PingRequest.Slot(field: $0, offset: $1, length: $2)) }
    return PingRequest(url: url, slots: slots)
  }

  private func render(
    _ values: PingValues,
    slot: (_ field: PingRequest.Field, _ offset: Int, _ length: Int) -> Void
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fixedLength + 256)
    for run in runs {
      switch run {
      case .text(let text):
        bytes.append(contentsOf: text.utf8)
      case .diagnostics(let text, let encoding):
        let attempts = bytes.count + encoding.length(of: DeviceProfile.beforeAttempts)
        slot(.attempts, attempts, 1)
        slot(.reason, attempts + 1 + encoding.length(of: DeviceProfile.beforeReason), 0)
        bytes.append(contentsOf: text.utf8)
      case .open(let prefix, let variable, let encoding, let isLeftOutWhenEmpty):
        let value = values[variable]
        if isLeftOutWhenEmpty && value.isEmpty { continue }
        bytes.append(contentsOf: prefix.utf8)
        let offset = bytes.count
        encoding.append(value, to: &bytes)
        if let field = Self.field(of: variable) { slot(field, offset, bytes.count - offset) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The field of a variable whose whole value may change after the ping was made; nil for other variables.
  private static func field(of variable: PingVariable) -> PingRequest.Field? {
    switch variable {
    case .named(.sendTime): .sendTime
    case .named(.fpId), .named(.fpCreated), .named(.fpAccessed), .named(.fpEmm): .firstPartyID
    default: nil
    }
  }

  /// The length of the URL in bytes, computed without making the URL. Names and keys of empty entries count
  /// even if these entries are left out, unless their value is the same in all pings.
  func urlLength(_ values: PingValues) -> Int {
    runs.reduce(fixedLength) { length, run in
      guard case .open(_, let variable, let encoding, _) = run else { return length }
      return length + encoding.length(of: values[variable])
    }
  }

  func parameters(_ values: PingValues) -> [PingParameter] {
    parts.compactMap { part in
      switch part {
      case .fixed(let parameter):
        return parameter
      case .open(let entry, let variable):
        let value = values[variable]
        guard !entry.isLeftOutWhenEmpty || !value.isEmpty else { return nil }
        return entry.parameter(value: value)
      }
    }
  }
}

/// A template and the values of one ping, from which its URL and parameters can be made later.
final class PingContent: Sendable {
  let template: CompiledPingTemplate
  let values: PingValues

  init(template: CompiledPingTemplate, values: PingValues) {
    self.template = template
    self.values = values
  }

  func url() -> String { template.url(values) }
  func request() -> PingRequest { template.request(values) }
  func parameters() -> [PingParameter] { template.parameters(values) }
}
