import Formats

/// What the page shows: a filter, a position in the list, and the ping that is shown in full. The query of the page's
/// address contains all of these.
struct PageView: Sendable, Equatable {
  var filter = PingFilter()
  /// The findings that listed pings must have. If nil, pings without findings are listed too.
  var findings: FindingFilter?
  /// The list has the pings just before the ping with this id, unless `after` applies.
  var before: Int64?
  /// The list has the pings just after the ping with this id. Ignored if `findings` is set.
  var after: Int64?
  var ping: Int64?
  /// The runs of equal pings that are not folded, by the id of their oldest ping.
  var unfolded: [Int64] = []
  /// The requested maximum number of pings in the list. Nil means the usual number.
  var limit: Int64?

  /// Reads the query of a request. If a name is repeated, its first value counts; empty values are ignored.
  init(_ query: Substring?) {
    let pairs = (query ?? "").split(separator: "&").map { part -> (String, String) in
      let name = part.prefix { $0 != "=" }
      return (Self.decode(name), Self.decode(part.dropFirst(name.count + 1)))
    }
    let values = Dictionary(pairs.filter { $0.1 != "" }) { first, _ in first }
    func number(_ name: String) -> Int64? { values[name].flatMap(Self.number) }
    filter = PingFilter(
      product: values["product"],
      type: values["type"],
      app: values["app"],
      session: values["session"]
    )
    findings = values["findings"].flatMap(FindingFilter.init)
    (before, after, ping, limit) = (
      number("before"), number("after"), number("ping"), number("limit")
    )
    unfolded = (values["unfolded"] ?? "").split(separator: ",").compactMap(Self.number)
  }

  private static func decode(_ text: Substring) -> String {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }

  /// The number in `text`; nil unless it is a whole number of at least 0.
  private static func number(_ text: some StringProtocol) -> Int64? {
    Int64(text).flatMap { $0 >= 0 ? $0 : nil }
  }

  var isLatest: Bool { before == nil && after == nil }

  /// Whether a filter may leave out stored pings.
  var isFiltered: Bool { filter != PingFilter() || findings != nil }

  /// The address of the view with a change, such as `?product=dtvr&ping=12`.
  func address(_ change: (inout PageView) -> Void) -> String {
    var view = self
    change(&view)
    let numbers = [
      ("before", view.before), ("after", view.after), ("ping", view.ping), ("limit", view.limit),
    ]
    let unfolded = view.unfolded.map(String.init).joined(separator: ",")
    return "?"
      + Self.query(
        view.filter.values + [("findings", view.findings?.rawValue)]
          + numbers.map { ($0, $1.map(String.init)) } + [("unfolded", unfolded)]
      )
  }

  /// The address of the events about new pings that the list would show.
  var eventsAddress: String {
    "events?" + Self.query(filter.values + [("findings", findings?.rawValue)])
  }

  /// The query with the filter for exports, such as `?product=dtvr`; empty if there is no filter.
  var filterQuery: String {
    let query = Self.query(filter.values)
    return query.isEmpty ? "" : "?\(query)"
  }

  private static func query(_ values: [(name: String, value: String?)]) -> String {
    values.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : "\(name)=\(PercentEncoding.component.encode($0))" }
    }.joined(separator: "&")
  }
}

extension PingFilter {
  fileprivate var values: [(name: String, value: String?)] {
    [("product", product), ("type", type), ("app", app), ("session", session)]
  }
}
