import NielsenTag
import TimedMetadata

/// Holds two feeds against each other that should carry the same tags, such as main and backup: which
/// Nielsen tags only one of them has, and which come at another time.
///
/// The two need not begin together: the distance between their timelines is the median over the tags
/// that both have.
public struct FeedComparison: Sendable {
  private struct Feed: Sendable {
    var name: String
    var tags: [Tag] = []
    var seen: Set<[UInt8]> = []
  }

  private struct Tag: Sendable {
    var bytes: [UInt8]
    var place: Place
    var isData: Bool
    /// What it is called in messages.
    var kind: String { isData ? "DATA" : "INFO" }
  }

  private var feeds: [Feed] = []

  /// The most tags of a feed that are compared: three weeks, 60 MB.
  private static let maximumTags = 200_000
  /// Tags of both feeds may stand so far apart, in seconds, once the timelines are laid over each other.
  private static let tolerance = 0.5

  /// A comparison in front of its feeds.
  public init() {}

  /// The next feed begins.
  public mutating func begin(_ name: String) { feeds.append(Feed(name: name)) }

  /// Takes the next tag of the feed in hand. The same tag in another rendition counts once.
  public mutating func receive(_ tag: TimedTag) {
    guard let payload = tag.nielsen, !feeds.isEmpty else { return }
    let last = feeds.count - 1
    guard feeds[last].tags.count < Self.maximumTags, feeds[last].seen.insert(tag.bytes).inserted
    else { return }
    feeds[last].tags.append(
      Tag(bytes: tag.bytes, place: Place(tag), isData: payload.kind == .data)
    )
  }

  /// What differs; nil unless there are two feeds.
  public func report(isStrict: Bool) -> CheckReport? {
    guard feeds.count == 2 else { return nil }
    let (main, backup) = (feeds[0], feeds[1])
    var missing = log(Self.missing)
    var extra = log(Self.extra)
    var time = log(Self.time)
    for tag in main.tags where !backup.seen.contains(tag.bytes) {
      missing.add("\(tag.kind) tag of \(main.name) is not in \(backup.name)", at: tag.place)
    }
    for tag in backup.tags where !main.seen.contains(tag.bytes) {
      extra.add("\(tag.kind) tag of \(backup.name) is not in \(main.name)", at: tag.place)
    }
    compareTimes(main, backup, &time)
    let rules = [missing, extra, time].map { log in
      RuleResult(
        rule: log.rule,
        state: log.found == 0 ? .pass : log.severity == .error || isStrict ? .fail : .warn,
        found: log.found,
        minimum: nil,
        maximum: 0,
        notAssessed: nil
      )
    }
    let tags = main.tags + backup.tags
    let data = tags.count(where: \.isData)
    return CheckReport(
      comparing: "\(main.name) and \(backup.name)",
      tags: TagCounts(data: data, info: tags.count - data),
      rules: rules,
      findings: [missing, extra, time].flatMap(\.findings)
    )
  }

  private func compareTimes(_ main: Feed, _ backup: Feed, _ log: inout FindingLog) {
    let times = Dictionary(
      backup.tags.compactMap { tag in tag.place.time.map { (tag.bytes, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
    let distances = main.tags.compactMap { tag in
      times[tag.bytes].flatMap { other in tag.place.time.map { other - $0 } }
    }
    guard !distances.isEmpty else { return }
    let median = distances.sorted()[distances.count / 2]
    for tag in main.tags {
      guard let time = tag.place.time, let other = times[tag.bytes] else { continue }
      let deviation = other - time - median
      guard abs(deviation) > Self.tolerance else { continue }
      let words = deviation > 0 ? "later" : "earlier"
      log.add(
        "\(tag.kind) tag comes \(Words.seconds(abs(deviation))) \(words) in \(backup.name) than its "
          + "other tags (limit \(Words.limit(Self.tolerance)))",
        at: tag.place
      )
    }
  }

  // MARK: - What is compared

  private static let missing = (RuleID(rawValue: "same-missing"), Severity.error)
  private static let extra = (RuleID(rawValue: "same-extra"), Severity.error)
  private static let time = (RuleID(rawValue: "same-time"), Severity.warning)

  private func log(_ rule: (id: RuleID, severity: Severity)) -> FindingLog {
    FindingLog(
      rule: rule.id,
      traits: RuleTraits(.hls, rule.severity, remedy: "", source: "ours"),
      settings: RuleSettings()
    )
  }
}
