import Formats

/// Which findings the pings of a list must have.
enum FindingFilter: String {
  /// At least one error.
  case error
  /// At least one error or warning.
  case warning
}

extension LivePage {
  /// Pings that are explained for one list.
  private static let explainedAtMost = 2000
  private static let pingsAtOnce = 200

  /// The pings before `before` that have such findings, newest first. Findings are not stored: pings are
  /// explained until the list is full or enough were explained. `oldest` is where the next list begins.
  func faulty(
    _ filter: PingFilter,
    _ findings: FindingFilter,
    before: Int64?,
    limit: Int
  ) async throws(CollectorError) -> JSONValue {
    var found: [StoredPing] = []
    var oldest = before ?? .max
    var explained = 0
    var hasOlder = true
    while hasOlder, found.count < limit, explained < Self.explainedAtMost {
      let page = try await pings.page(filter, before: oldest, limit: Self.pingsAtOnce)
      let (more, count) = await summaries.faulty(
        in: page.pings,
        findings,
        upTo: limit - found.count
      )
      found += more
      explained += count
      if count > 0 { oldest = page.pings[count - 1].id }
      hasOlder = page.hasMore || count < page.pings.count
    }
    return .object([
      .init("pings", await summaries.rows(found)),
      .init("hasNewer", .bool(false)),
      .init("hasOlder", .bool(hasOlder)),
      .init("oldest", .integer(oldest)),
    ])
  }
}
