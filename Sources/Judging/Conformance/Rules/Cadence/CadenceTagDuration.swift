import TimedMetadata

struct CadenceTagDuration: Rule {
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
    remedy: "Look at the clock that the inserter is fed.",
    source: "practice"
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
  static let backward = "last time is before first"

  static func span(_ seconds: Int64, shortest: Double, longest: Double) -> String {
    let least = Words.limit(shortest)
    let limits = shortest < longest ? "\(least.dropLast(2)) to \(Words.limit(longest))" : least
    return "tag spans \(seconds) s (\(limits))"
  }
}
