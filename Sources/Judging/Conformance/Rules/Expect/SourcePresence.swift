import NielsenTag

/// Compares whether tags name a source with what the template expects: for `expect-pc` and `expect-fd`.
struct SourcePresence: Sendable {
  static let limit = Threshold("limit", 20, "s")

  private let source: TaggedSource
  private let isExpected: Bool?
  private let limit: Double
  private var runs = TagRuns()
  /// DATA tags with a readable CID, and those of them that name the source.
  private var (tags, named) = (0, 0)
  private var hasTime = false

  init(_ source: TaggedSource, _ settings: RuleSettings) {
    self.source = source
    let values = settings.template.map(source.values)
    isExpected = values?.isExpected
    limit = settings.values[Self.limit.name] ?? values?.nullSeconds ?? Self.limit.value
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let isExpected, tag.kind == .data, let cid = tag.nielsen.flatMap(source.cid) else {
      return
    }
    tags += 1
    if !cid.isNull { named += 1 }
    if tag.tag.time != nil { hasTime = true }
    let isWrong = cid.isNull == isExpected
    if let run = runs.receive(tag, at: tag.tag.time ?? 0, isAlike: isWrong) { judge(run, &log) }
  }

  mutating func finish(_ log: inout FindingLog) -> Assessment {
    guard let isExpected else { return .notAssessed(.notInTemplate) }
    for run in runs.open { judge(run, &log) }
    // Without a clock only tags that never name it are too many.
    if isExpected, !hasTime, named == 0, tags > 0 {
      log.add(Self.missing(source, in: tags), at: Place())
    }
    return .assessed
  }

  private func judge(_ run: TagRuns.Run, _ log: inout FindingLog) {
    guard isExpected == true else {
      return log.add(Self.unexpected(source, in: run.tags), at: run.start, amount: run.tags)
    }
    guard run.seconds > limit else { return }
    log.add(Self.missing(source, for: run.seconds, limit: limit), at: run.start)
  }
}

extension SourcePresence {
  static func unexpected(_ source: TaggedSource, in tags: Int) -> String {
    "\(source.name) CID in \(Words.count(tags, "DATA tag")), the template expects none"
  }

  static func missing(_ source: TaggedSource, in tags: Int) -> String {
    "no \(source.name) CID in \(Words.count(tags, "DATA tag")), the template expects one"
  }

  static func missing(_ source: TaggedSource, for seconds: Double, limit: Double) -> String {
    "\(source.name) CID null for \(Words.seconds(seconds)) (limit \(Words.limit(limit))), the template "
      + "expects one"
  }
}
