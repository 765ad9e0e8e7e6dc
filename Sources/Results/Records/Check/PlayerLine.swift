import Conformance

/// What the newest version of a player would show; with variants, in the one with the largest share of lost tags.
package struct PlayerLine: Sendable, Equatable {
  /// The name of the player, followed by `(documents)` if its behaviour is known only from documents.
  package var name: String
  package var shown: Int
  package var tags: Int
  /// The reasons why the player misses tags, or shows them at the wrong time. Empty if the player does neither.
  package var reasons: String
  /// The tags that earlier versions miss in addition, such as `media3 before 1.10 shows 0 of 7: tags in an audio
  /// rendition`. Nil if there are no such tags.
  package var earlier: String?
  /// A change to the stream that makes the player show more tags, or show them on time. Nil if none is known.
  package var remedy: String?

  /// Whether a rule reports the tags that a player shows.
  package static func isMade(by rule: RuleID) -> Bool { rule.rawValue.hasPrefix("player-") }

  /// Parses the remark of a rule about a player, such as `hls.js would show 3 of 30 tags: reason (27)` or `AVPlayer: 27
  /// of 30 tags not as Apple's documents require: reason (27)`. Nil without such a remark. The remedy is not set.
  package init?(_ result: RuleResult) {
    // A regular expression would take seconds for thousands of inputs with several remarks each.
    guard Self.isMade(by: result.rule), var words = result.remark?.utf8[...] else { return nil }
    if let end = words.lastIndex(of: UInt8(ascii: ";")) {
      let last = words[end...].dropFirst(2)
      if last.firstRange(of: " before ".utf8) != nil, last.firstRange(of: " shows ".utf8) != nil {
        earlier = String(Substring(last))
        words = words[..<end]
      }
    }
    let verb = words.firstRange(of: " would show ".utf8) ?? words.firstRange(of: ": ".utf8)
    guard let verb, verb.lowerBound > words.startIndex else { return nil }
    let numbers = words[verb.upperBound...].split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard numbers.count >= 4, numbers[1].elementsEqual("of".utf8),
      let count = Int(Substring(numbers[0])), let tags = Int(Substring(numbers[2])),
      let noun = ["tags".utf8, "tag".utf8].first(where: { numbers[3].starts(with: $0) })
    else { return nil }
    var reasons = numbers[3].dropFirst(noun.count)
    // In "27 of 30 tags not as Apple's documents require", the 27 tags are not shown.
    var isOfMissed = false
    name = String(Substring(words[..<verb.lowerBound]))
    if let ask = reasons.firstRange(of: Self.ask.utf8) {
      isOfMissed = reasons[..<ask.lowerBound].elementsEqual(" not".utf8)
      reasons = reasons[ask.upperBound...]
      name += " (documents)"
    }
    (shown, self.tags) = (isOfMissed ? tags - count : count, tags)
    self.reasons = String(Substring(reasons.drop { ": ,".utf8.contains($0) }))
  }

  private static let ask = " as Apple's documents require"

  /// Whether the player shows all tags at the right time.
  package var isWhole: Bool { shown == tags && reasons.isEmpty }
}

/// Players that show the same number of tags and miss the others for the same reasons.
package struct PlayerGroup: Sendable, Equatable {
  package var names: [String] = []
  /// The line of the first player in the group.
  package let line: PlayerLine
  /// The remedies of the players, without repetition.
  package var remedies: [String] = []

  /// Groups players by outcome: first players that show all tags on time, then the others, from the smallest share of
  /// shown tags. Of these, a group of FFmpeg alone, which is not a player of an app, is last.
  package static func groups(of lines: [PlayerLine]) -> [PlayerGroup] {
    var groups: [PlayerGroup] = []
    for line in lines {
      let known = groups.firstIndex {
        ($0.line.shown, $0.line.tags, $0.line.reasons) == (line.shown, line.tags, line.reasons)
      }
      let index = known ?? groups.count
      if known == nil { groups.append(PlayerGroup(line: line)) }
      groups[index].names.append(line.name)
      if let remedy = line.remedy, !groups[index].remedies.contains(remedy) {
        groups[index].remedies.append(remedy)
      }
    }
    // The standard sort keeps the order of equal elements.
    return groups.sorted { $0.rank < $1.rank }
  }

  private var rank: (Int, Double) {
    let share = Double(line.shown) / Double(max(1, line.tags))
    return (line.isWhole ? 0 : names == ["FFmpeg"] ? 2 : 1, share)
  }

  /// The group as text: `hls.js, media3: 3 of 30 tags`.
  package var words: String {
    "\(names.joined(separator: ", ")): "
      + "\(line.shown == line.tags ? "all" : "\(line.shown) of") \(line.tags) "
      + (line.tags == 1 ? "tag" : "tags")
  }
}

extension [PlayerLine] {
  /// The tags that earlier versions of the players miss in addition, as one line. Nil if there are none.
  package var earlierWords: String? {
    let words = compactMap(\.earlier)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
