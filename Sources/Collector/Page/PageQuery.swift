import HummingbirdCore

/// The query of a request of the page.
struct PageQuery {
  private let values: [String: String]

  init(_ uri: URI) {
    values = uri.queryParameters.reduce(into: [:]) { values, pair in
      let name = String(pair.key)
      if values[name] == nil { values[name] = String(pair.value) }
    }
  }

  /// A number from 0 on; nil for anything else.
  func number(_ name: String) -> Int64? {
    values[name].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The pings that are asked for; an empty value asks for any.
  var filter: PingFilter {
    func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
    return PingFilter(
      product: value("product"),
      type: value("type"),
      app: value("app"),
      session: value("session")
    )
  }
}
