import TimedMetadata

extension [String?: PlayerJudge.Outcome] {
  /// The outcome for the viewers of the variant that shows the fewest tags, from the outcomes by the name of
  /// the rendition; nil: there are no variants with tags. It has no tags where nothing is known of any variant: tags in
  /// `unexamined` renditions may be shown.
  func worst(
    in renditions: [RenditionSummary],
    unexamined: Set<String?>
  ) -> PlayerJudge.Outcome? {
    let most = values.map(\.tally.tags).max() ?? 0
    let played = renditions.played
    guard most > 0, !played.isEmpty else { return nil }
    let outcomes = played.compactMap { choice -> PlayerJudge.Outcome? in
      let best = choice.compactMap { self[$0] }.filter { $0.tally.tags > 0 }
        .max { $0.isWorse(than: $1) }
      guard unexamined.isDisjoint(with: choice) || best?.tally.isWhole == true else { return nil }
      return best ?? .none(of: most, in: choice.first.flatMap { $0 } ?? "a variant")
    }
    return outcomes.min { $0.isWorse(than: $1) } ?? PlayerJudge.Outcome()
  }
}

extension PlayerJudge.Outcome {
  /// Of a variant that comes without tags.
  fileprivate static func none(of tags: Int, in name: String) -> Self {
    var tally = PlayerJudge.Tally(tags: tags, missed: tags)
    tally.reasons.add(MissedFor.none(in: name), count: tags)
    return Self(tally: tally)
  }

  /// Whether it shows a smaller part of its tags, or as many and fewer in time.
  fileprivate func isWorse(than other: Self) -> Bool { tally.shares < other.tally.shares }
}

extension PlayerJudge.Tally {
  /// Whether all tags are shown, and in time.
  var isWhole: Bool { missed + moved == 0 }

  /// The parts of the tags that are shown, and shown in time.
  var shares: (shown: Double, inTime: Double) {
    guard tags > 0 else { return (0, 0) }
    let shown = tags - missed
    return (Double(shown) / Double(tags), Double(shown - moved) / Double(tags))
  }
}

extension [RenditionSummary] {
  /// The renditions that a viewer plays together, by name: a variant, with one audio rendition if it has
  /// some. Empty if not all renditions are known.
  fileprivate var played: [[String?]] {
    filter { $0.role == .variant }.flatMap { variant -> [[String?]] in
      let groups = Set(variant.audioGroups)
      let audio = filter {
        $0.name != variant.name && !groups.isDisjoint(with: $0.audioMemberships)
      }
      return audio.isEmpty ? [[variant.name]] : audio.map { [variant.name, $0.name] }
    }
  }
}
