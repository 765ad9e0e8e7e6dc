import NielsenTag
import TimedMetadata

struct CadenceOverlap: Rule {
  static let id: RuleID = "cadence-overlap"
  static let title = "Tags overlap by their own clock"
  static let text = """
    By the tags' own clock, no DATA tag begins long before the end of the previous one.

    Two inserters on one stream make two tags for the same audio.
    """
  static let limit = Threshold("limit", 9, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    isHeuristic: true,
    needs: [.dataTags(2)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Look for a second inserter, or for a device that repeats or reorders tags.",
    source: "practice of existing validators"
  )

  private let limit: Double
  private var last = PerStream<Int64?>()
  private var tags = 0
  private var pairs = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data else { return }
    let blob = tag.trustedBlob
    let before =
      last.update(tag.stream, from: nil) { last in
        defer { last = blob?.lastTagTime }
        return last
      } ?? nil
    guard let blob else { return }
    tags += 1
    guard let before else { return }
    pairs += 1
    let overlap = before - blob.firstTagTime
    guard Double(overlap) > limit else { return }
    log.add(Self.overlap(overlap), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard tags > 0 else { return .notAssessed(.heuristicUnconfirmed) }
    return pairs > 0 ? .assessed : .notAssessed(.tooFewTags)
  }
}

extension CadenceOverlap {
  static func overlap(_ seconds: Int64) -> String {
    "tag starts \(seconds) s before the previous one ended (two inserters?)"
  }
}

struct CadenceShortUnfilled: Rule {
  static let id: RuleID = "cadence-short-unfilled"
  static let title = "Short tag with unused blocks"
  static let text = """
    A short DATA tag has no unused blocks.

    A tag ends early when it has its tenth detection. A tag that ends early with unused blocks was
    released for another reason: a change of source, or a restart.
    """
  static let limit = Threshold("limit", 9, "s")
  static let traits = RuleTraits(
    .cadence,
    .info,
    bound: .share(0.02),
    isHeuristic: true,
    needs: [.dataTags(1)],
    thresholds: [limit],
    remedy: "Compare the time with changes of source and restarts of the inserter.",
    source: "practice of existing validators; inferred from public payloads"
  )

  private let limit: Double
  private var tags = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let blob = tag.trustedBlob else { return }
    tags += 1
    let seconds = blob.lastTagTime - blob.firstTagTime
    let unused = WatermarkBlob.blockCount - blob.usedBlocks.count
    guard seconds >= 0, Double(seconds) < limit, unused > 0 else { return }
    log.add(Self.early(seconds, unused: unused), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    tags > 0 ? .assessedShare(of: tags) : .notAssessed(.heuristicUnconfirmed)
  }
}

extension CadenceShortUnfilled {
  static func early(_ seconds: Int64, unused: Int) -> String {
    "tag of \(seconds) s was released early, with \(unused) of \(WatermarkBlob.blockCount) blocks unused"
  }
}

struct CadenceTagDuration: Rule {
  static let id: RuleID = "cadence-tag-duration"
  static let title = "Tag spans an unusual time"
  static let text = """
    A DATA tag spans four to twelve seconds.

    A tag is released after ten seconds or at its tenth detection. Other lengths mean that the clock
    fed to the inserter does not run at the rate of the audio.
    """
  static let shortest = Threshold("shortest", 4, "s")
  static let longest = Threshold("longest", 12, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    bound: .share(0.02),
    isHeuristic: true,
    needs: [.dataTags(1)],
    thresholds: [shortest, longest],
    remedy: "Check the clock source of the inserter.",
    source: "practice of existing validators"
  )

  private let shortest: Double
  private let longest: Double
  private var tags = 0

  init(_ settings: RuleSettings) {
    shortest = settings[Self.shortest]
    longest = settings[Self.longest]
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let blob = tag.trustedBlob else { return }
    tags += 1
    let seconds = blob.lastTagTime - blob.firstTagTime
    if seconds < 0 {
      log.add(Self.backward, at: tag.place)
    } else if Double(seconds) < shortest || Double(seconds) > longest {
      log.add(Self.span(seconds, shortest: shortest, longest: longest), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    tags > 0 ? .assessedShare(of: tags) : .notAssessed(.heuristicUnconfirmed)
  }
}

extension CadenceTagDuration {
  static let backward = "last tag time is before the first"

  static func span(_ seconds: Int64, shortest: Double, longest: Double) -> String {
    let least = Words.limit(shortest)
    let limits = shortest < longest ? "\(least.dropLast(2)) to \(Words.limit(longest))" : least
    return "tag spans \(seconds) s, expected \(limits)"
  }
}
