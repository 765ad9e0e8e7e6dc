import NielsenTag
import TimedMetadata

struct CadenceShortUnfilled: Rule {
  static let title = "Short tag, not full"
  static let text = """
    A short DATA tag is full.

    A tag ends early at its tenth detection. One that ends early with unused blocks was released for
    another reason: a change of source, or a restart.
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
    source: "practice, inferred from public payloads"
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
    "\(seconds) s tag with \(unused) of \(WatermarkBlob.blockCount) blocks unused: released early"
  }
}
