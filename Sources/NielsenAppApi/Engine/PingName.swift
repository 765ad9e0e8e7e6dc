/// The pings with a template of their own. The raw value is the name in the configuration.
enum PingName: String, CaseIterable, Sendable {
  case session
  case dtvr
  case quarterHour = "dtvr.aqh"
  case id3
  case lookup = "tsv"
  case dcr
  case staticView = "static"
  case emm
  case error

  /// The product of the ping.
  var product: Ping.Product {
    switch self {
    case .session: .session
    case .dtvr, .quarterHour: .dtvr
    case .id3: .id3
    case .lookup: .tsv
    case .dcr: .dcr
    case .staticView: .static
    case .emm: .emm
    case .error: .error
    }
  }

  /// The switch of this ping.
  var isEnabled: WritableKeyPath<EngineConfiguration.Products, Bool> & Sendable {
    switch self {
    case .session: \.session
    case .dtvr: \.dtvr
    case .quarterHour: \.aqh
    case .id3: \.id3
    case .lookup: \.tsv
    case .dcr: \.dcr
    case .staticView: \.static
    case .emm: \.emm
    case .error: \.error
    }
  }
}
