extension StoredTable {
  /// Every table whose rows belong to inputs.
  static let all = [streams, tags, rules, findings, pings]

  /// The rows of `extract`.
  static let tags = StoredTable(
    "tags",
    by: .index,
    [
      .init("carriage", .text), .init("program", .integer), .init("pid", .integer),
      .init("rendition", .text), .init("segment", .text), .init("offset", .integer),
      .init("line", .integer), .init("sameAs", .integer), .init("pts", .integer),
      .init("timescale", .integer), .init("time", .seconds), .init("wallClock", .text),
      .init("tag.version", .text), .init("tag.size", .integer), .init("tag.sha256", .text),
      .init("tag.frames", .json), .init("nielsen.kind", .text), .init("nielsen.pcCID", .text),
      .init("nielsen.fdCID", .text), .init("nielsen.watermark", .text),
      .init("nielsen.pcOffset", .integer), .init("nielsen.fdOffset", .integer),
      .init("nielsen.breakout", .text), .init("nielsen.sequence", .integer),
      .init("nielsen.firstTime", .integer), .init("nielsen.lastTime", .integer),
      .init("nielsen.checksumValid", .flag), .init("emsg.version", .integer),
      .init("emsg.scheme", .text), .init("emsg.value", .text), .init("emsg.id", .integer),
      .init("emsg.duration", .integer), .init("notes", .json),
    ]
  )

  /// `streams` of `check`.
  static let streams = StoredTable(
    "streams",
    by: .position,
    [
      .init("program", .integer), .init("pid", .integer), .init("rendition", .text),
      .init("tags", .integer), .init("data", .integer), .init("info", .integer),
      .init("carriage", .text), .init("verdict", .text),
    ]
  )

  /// `rules` of `check`.
  static let rules = StoredTable(
    "rules",
    by: .position,
    [
      .init("rule", .text), .init("state", .text), .init("found", .integer),
      .init("minimum", .integer), .init("maximum", .integer), .init("notAssessed", .text),
      .init("remark", .text),
    ]
  )

  /// `findings` of `check`.
  static let findings = StoredTable(
    "findings",
    by: .position,
    [
      .init("rule", .text), .init("severity", .text), .init("time", .seconds),
      .init("wallClock", .text), .init("rendition", .text), .init("segment", .text),
      .init("offset", .integer), .init("program", .integer), .init("pid", .integer),
      .init("message", .text), .init("remedy", .text), .init("count", .integer),
      .init("lastTime", .seconds),
    ]
  )

  /// The rows of `pings`.
  static let pings = StoredTable(
    "pings",
    by: .index,
    [
      .init("product", .text), .init("type", .text), .init("time", .seconds),
      .init("createTime", .integer), .init("sendTime", .integer), .init("endpoint", .text),
      .init("url", .text), .init("parameters", .json),
    ]
  )
}
