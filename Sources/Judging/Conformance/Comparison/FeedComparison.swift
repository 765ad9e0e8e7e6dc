import NielsenTag
import TimedMetadata

/// Compares two feeds that should carry the same tags, such as main and backup: which Nielsen tags only
/// one of them has, and which come at another time.
///
/// The two need not begin together: the distance between their timelines is the median over the tags
/// that both have. Tags outside the time that both recordings hold are left out and counted.
public struct FeedComparison: Sendable {
  private var feeds: [ComparedFeed] = []

  /// Largest distance of the tags of both feeds in seconds, after the timelines are aligned.
  private static let tolerance = 0.5
  /// Largest distance of all tags of one feed from those of the other, relative to the audio around them,
  /// in seconds: multiplexers send audio ahead by different times.
  private static let audioTolerance = 2.0
  /// Seconds by which tags of one recording may have been moved: as far as from tag to tag.
  private static let largestShift = 10.0
  /// Seconds at the ends of the common time in which a tag may be in one recording only: its packets come
  /// before or after the frames of its time.
  private static let edge = 1.0

  /// A comparison at the start of its feeds.
  public init() {}

  /// The next feed begins. It is read from `start` seconds on.
  public mutating func begin(_ name: String, start: Double = 0) {
    feeds.append(ComparedFeed(name: name, start: start))
  }

  /// Takes the next event of the current feed. The same tag in another rendition counts once.
  public mutating func receive(_ event: TimedMetadataEvent) {
    guard !feeds.isEmpty else { return }
    feeds[feeds.count - 1].receive(event)
  }

  /// The report of the differences; nil unless there are two feeds.
  public func report(isStrict: Bool) -> CheckReport? {
    guard feeds.count == 2 else { return nil }
    let (main, backup) = (feeds[0], feeds[1])
    let offset = offset(of: backup, to: main)
    var missing = log(Self.missing)
    var extra = log(Self.extra)
    var time = log(Self.time)
    if let words = Self.nothingCommon(main, backup) {
      missing.add(words, at: Place())
    } else {
      missing.remark = compare(main, backup, offset, &missing)
      extra.remark = compare(backup, main, offset.map { -$0 }, &extra)
    }
    if let offset {
      compareTimes(main, backup, offset, &time)
      compareWithAudio(main, backup, &time)
      if abs(offset) >= 0.05 { time.remark = Self.distance(offset, main.name, backup.name) }
    }
    let logs = [missing, extra, time]
    let tags = main.tags + backup.tags
    let data = tags.count(where: \.isData)
    return CheckReport(
      comparing: "\(main.name) and \(backup.name)",
      tags: TagCounts(data: data, info: tags.count - data),
      rules: logs.map { Self.result($0, isStrict: isStrict) },
      findings: logs.flatMap(\.findings)
    )
  }

  // MARK: - What differs

  /// The message for two feeds with tags of which none is common: every tag of both would be a difference.
  /// Nil when they can be compared.
  private static func nothingCommon(_ main: ComparedFeed, _ backup: ComparedFeed) -> String? {
    guard main.seen.isDisjoint(with: backup.seen), let first = main.span, let second = backup.span
    else { return nil }
    let spans = "tags of \(main.name) are \(first), those of \(backup.name) \(second)"
    if let times = main.tagTimes, let others = backup.tagTimes, !times.overlaps(others) {
      return "the recordings have no common time: \(spans); compare recordings of the same time"
    }
    return "the recordings have no tag in common: \(spans); check that both are of one channel"
  }

  /// Logs the tags of a feed that the other lacks. Gives a sentence about those that it cannot have.
  /// `offset` is the distance from the timeline of the feed to that of the other.
  private func compare(
    _ feed: ComparedFeed,
    _ other: ComparedFeed,
    _ offset: Double?,
    _ log: inout FindingLog
  ) -> String? {
    var outside = 0
    for tag in feed.tags where !other.seen.contains(tag.bytes) {
      if let offset, let time = tag.place.time,
        !other.holds(time + offset, of: feed, offset: offset, edge: Self.edge)
      {
        outside += 1
      } else {
        log.add("\(tag.kind) tag of \(feed.name) is not in \(other.name)", at: tag.place)
      }
    }
    guard outside > 0 else { return nil }
    return "\(Words.count(outside, "tag")) of \(feed.name) from before or after the time of "
      + "\(other.name) \(outside == 1 ? "is" : "are") left out"
  }

  /// Seconds from the timeline of one feed to that of the other; nil where they share no tag.
  private func offset(of backup: ComparedFeed, to main: ComparedFeed) -> Double? {
    let times = backup.times
    return Self.median(
      main.tags.compactMap { tag in
        times[tag.bytes].flatMap { other in tag.place.time.map { other - $0 } }
      }
    )
  }

  private func compareTimes(
    _ main: ComparedFeed,
    _ backup: ComparedFeed,
    _ offset: Double,
    _ log: inout FindingLog
  ) {
    let times = backup.times
    for tag in main.tags {
      guard let time = tag.place.time, let other = times[tag.bytes] else { continue }
      let deviation = other - time - offset
      guard abs(deviation) > Self.tolerance else { continue }
      let words = deviation > 0 ? "later" : "earlier"
      log.add(
        "\(tag.kind) tag comes \(Words.seconds(abs(deviation))) \(words) in \(backup.name) than its "
          + "other tags (limit \(Words.limit(Self.tolerance)))",
        at: tag.place
      )
    }
  }

  /// Finds tags that are all shifted against the audio. Only the multiplex shows it, or two recordings of
  /// one size whose media is the same: equal times mean nothing where feeds began at
  /// different instants.
  private func compareWithAudio(
    _ main: ComparedFeed,
    _ backup: ComparedFeed,
    _ log: inout FindingLog
  ) {
    let distances = [main, backup].map { feed in
      Self.median(
        feed.tags.filter { main.seen.contains($0.bytes) && backup.seen.contains($0.bytes) }
          .compactMap(\.audioDistance)
      )
    }
    var (shift, limit) = (0.0, Self.audioTolerance)
    if let first = distances[0], let second = distances[1] { shift = second - first }
    let offset = offset(of: backup, to: main) ?? 0
    if abs(shift) <= limit, main.isSameMedia(as: backup), abs(offset) <= Self.largestShift {
      (shift, limit) = (offset, Self.tolerance)
    }
    guard abs(shift) > limit else { return }
    log.add(
      "all tags of \(backup.name) are \(Words.seconds(abs(shift))) "
        + "\(shift > 0 ? "later" : "earlier") against the audio than in \(main.name) "
        + "(limit \(Words.limit(limit)))",
      at: Place()
    )
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private static func distance(_ offset: Double, _ main: String, _ backup: String) -> String {
    "tags of \(backup) come \(Words.seconds(abs(offset))) \(offset > 0 ? "later" : "earlier") after "
      + "its start than those of \(main): this distance is left out of the comparison"
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

  private static func result(_ log: FindingLog, isStrict: Bool) -> RuleResult {
    RuleResult(
      rule: log.rule,
      state: log.found == 0 ? .pass : log.severity == .error || isStrict ? .fail : .warn,
      found: log.found,
      minimum: nil,
      maximum: 0,
      notAssessed: nil,
      remark: log.remark
    )
  }
}
