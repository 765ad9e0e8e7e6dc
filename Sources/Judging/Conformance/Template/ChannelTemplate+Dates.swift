import NielsenTag

extension ChannelTemplate.Source {
  /// The CID of a day may show this many seconds before it begins and after it ends: tags come with
  /// the programme, which is not on the second.
  static let lag: Int64 = 120
  /// The day on which the clocks are put forward is this many seconds shorter than its dates say.
  private static let clockChange: Int64 = 3600

  /// Whether the template has a CID for a tag of a time, or of one shortly before or after it.
  func accepts(_ cid: ContentID, at date: Int64?) -> Bool {
    cids.contains { $0.cid == cid && Self.use(of: $0, date, -Self.lag, Self.lag) != .never }
  }

  /// The CIDs of which a tag must have one; empty where the template does not say, or where one day gives
  /// way to the next. `offset` is that of the tag: seconds since its day began.
  func expected(at date: Int64?, offset: Int?) -> [ChannelTemplate.DatedCID] {
    let isNewDay = offset.map { Int64($0) <= Self.clockChange + Self.lag } ?? false
    let after = Self.lag + (isNewDay ? Self.clockChange : 0)
    return cids.filter { Self.use(of: $0, date, -Self.lag, after) == .always }
  }

  private enum Use { case never, partly, always }

  /// Whether a CID is in use from some seconds before a time to some after it.
  private static func use(
    of cid: ChannelTemplate.DatedCID,
    _ date: Int64?,
    _ before: Int64,
    _ after: Int64
  ) -> Use {
    guard let date else { return .always }
    let (first, isTooEarly) = date.addingReportingOverflow(before)
    let (last, isTooLate) = date.addingReportingOverflow(after)
    guard !isTooEarly, !isTooLate else { return .never }
    if cid.covers(first), cid.covers(last) { return .always }
    let isPartly = cid.from.map { $0 <= last } ?? true && cid.to.map { first < $0 } ?? true
    return isPartly ? .partly : .never
  }
}
