import Formats

/// The query of a request of the page.
struct PageQuery {
  private let values: [String: String]

  /// The values of a query; the first of each name counts.
  init(_ query: Substring?) {
    let pairs = (query ?? "").split(separator: "&").map { part -> (String, String) in
      let name = part.prefix { $0 != "=" }
      return (Self.decode(name), Self.decode(part.dropFirst(name.count + 1)))
    }
    values = Dictionary(pairs) { first, _ in first }
  }

  private static func decode(_ text: Substring) -> String {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }

  /// A number from 0 on; nil for anything else.
  func number(_ name: String) -> Int64? {
    values[name].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The findings that the pings must have; nil for any or none.
  var findings: FindingFilter? { values["findings"].flatMap(FindingFilter.init) }

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
