import TimedMetadata

/// Some times had to be estimated.
///
/// A tag without a time of its own is put where the media around it is. Rules about time are no more exact
/// than that.
struct ClockEstimated: Rule {
  static let traits = RuleTraits(
    .clock,
    .info,
    bound: .none,
    needs: [.tags],
    remedy: "See why the tags have no time stamp that can be believed.",
    source: "ours"
  )

  /// What a time was taken from.
  enum Reference: Hashable, Sendable, CaseIterable {
    /// The audio before the tag.
    case audio
    /// Another clock of the transport stream.
    case clock
    /// The segment or fragment.
    case segment
  }

  private struct Estimated {
    var count = 0
    var first: Place
  }

  private var estimated = PerStream<[Reference: Estimated]>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.has(log.rule) else { return }
    let reference: Reference =
      switch tag.tag.transport {
      case nil: .segment
      case let facts?: facts.audioPTS == nil ? .clock : .audio
      }
    _ = estimated.update(tag.stream, from: [:]) {
      $0[reference, default: Estimated(first: tag.place)].count += 1
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (_, estimated) in estimated.all {
      for reference in Reference.allCases {
        guard let found = estimated[reference] else { continue }
        log.add(
          Self.estimated(found.count, by: reference),
          at: found.first,
          amount: found.count
        )
      }
    }
    return .assessed
  }
}

extension ClockEstimated {
  static func estimated(_ tags: Int, by reference: Reference) -> String {
    let (its, them) = tags == 1 ? ("its", "it") : ("their", "them")
    let place =
      switch reference {
      case .audio: "the audio before \(them)"
      case .clock: "the clock before \(them)"
      case .segment: "\(its) segment"
      }
    return "\(Words.count(tags, "tag")) without time of \(its) own, placed by \(place)"
  }
}
