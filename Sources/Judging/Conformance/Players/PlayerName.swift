import TimedMetadata

/// A name of a player with its own version numbers. For example, ExoPlayer 2.19.1 is older than media3 1.10.
struct PlayerName: Sendable, Hashable {
  /// The name in messages. `--player` accepts it in upper or lower case.
  let label: String
  /// Other spellings that `--player` accepts, in lower case.
  let spellings: [String]
  /// The newest known version; empty if versions are not distinguished.
  let newest: PlayerVersion
  /// The versions whose code was run or read, oldest first.
  let examined: [PlayerVersion]
  /// Maps versions of this name to versions in the numbering of the facts. An entry applies to its
  /// version and later ones. Empty if the numberings are the same.
  let factVersions: [PlayerVersion: PlayerVersion]
  /// Whether development ended with the newest version.
  let hasEnded: Bool

  init(
    _ label: String,
    _ spellings: [String] = [],
    newest: PlayerVersion = [],
    examined: [PlayerVersion] = [],
    factVersions: [PlayerVersion: PlayerVersion] = [:],
    hasEnded: Bool = false
  ) {
    (self.label, self.spellings) = (label, spellings)
    (self.newest, self.examined) = (newest, examined)
    (self.factVersions, self.hasEnded) = (factVersions, hasEnded)
  }

  /// Whether a lower-case text is this name or one of its other spellings.
  func isSpelled(_ text: String) -> Bool { label.lowercased() == text || spellings.contains(text) }

  /// Returns the newest known version that starts with the given numbers: `1.6.19` for `1.6`. An
  /// unknown version is returned unchanged.
  func known(_ version: PlayerVersion) -> PlayerVersion {
    ([newest] + examined).last { $0.isA(version) } ?? version
  }

  /// Returns the version in the numbering of the facts. Nil if the version does not exist under
  /// this name, or its behaviour is unknown.
  func factVersion(_ version: PlayerVersion) -> PlayerVersion? {
    if hasEnded, newest < version { return nil }
    guard !factVersions.isEmpty else { return version }
    return factVersions.keys.filter { $0 <= version }.max().flatMap { factVersions[$0] }
  }

  /// The known versions in words: `2 to 2.19.1`, `7 and later`.
  var knownVersions: String {
    let first = factVersions.keys.min()?.description ?? ""
    return hasEnded ? "\(first) to \(newest)" : "\(first) and later"
  }
}

/// Reasons for dropped tags, and their remedies.
enum MissedFor {
  static let alignment = "data_alignment_indicator 0"
  static let size = "PES_packet_length is too short for the tag"
  static let short = "PES_packet_length is larger than the PES"
  static let notFirst = "not the first tag in its PES"
  static let streamType = "stream_type not 0x15"
  static let secondPID = "second ID3 PID"
  static let strippedHeader = "tag header stripped"
  static let repeatedID = "event id repeated"
  static let undeclared = "PID not declared as ID3"
  static let noOwner = "no PRIV frame with a Nielsen owner"
  static let notAtStart = "not at the first byte of its PES"
  static let notAtStartOfMessage = "not at the first byte of its emsg"
  static let repeatedCounter = "continuity counter repeated: dropped as a duplicate"
  static let split = "tag split over several PES"
  static let truncated = "tag cut short"
  static let openOwner = "owner of a PRIV frame not terminated"
  static let noPTS = "no PTS"
  static let media = "no audio or video in the program"
  static let nextMap = "PMT with current_next_indicator 0"
  static let invalidMessage = "emsg without a scheme, or with a version other than 0 and 1"
  static let invalidText = "text with invalid UTF-8"
  static let declaredInMPD = "scheme and value not in the MPD"

  /// The reason text for a player that finds no tags in the variant.
  static func none(in variant: String) -> String { "\(noneStart)\(Words.printable(variant))" }

  private static let noneStart = "no tag in "

  /// Returns the remedy for a reason; nil if the remedy of the player's rule applies.
  static func remedy(for reason: PlayerJudge.Reason) -> String? {
    switch reason {
    case strippedHeader:
      "Pass the tag on from its first byte: FFmpeg 6.0 and older remove its header."
    case alignment: "Set data_alignment_indicator in the PES of each tag."
    case size: "Make PES_packet_length fit the tag in the PES."
    case short: "Make PES_packet_length fit the bytes that follow."
    case notFirst: "Write each tag into its own PES packet."
    case streamType: "Declare the PID of the tags with stream_type 0x15."
    case secondPID: "List the PID of the tags before other ID3 PIDs, or use one PID."
    case undeclared: "Declare the PID of the tags in the PMT."
    case noOwner: "Pass on the PRIV frame of the tag with its owner."
    case notAtStart: "Start the tag at the first byte of its PES."
    case repeatedCounter: "Increment the continuity counter in every packet of the tags."
    case repeatedID: "Use a new id for every event message."
    case split: "Write each tag into one PES packet."
    case truncated: "Write the whole tag: its last bytes are missing."
    case openOwner: "End the owner of the PRIV frame with a zero byte."
    case declaredInMPD: "Declare the scheme and value in an InbandEventStream of the MPD."
    case _ where reason.hasPrefix(noneStart):
      "Configure the packager to pass the tags on into the variant, or into each of its audio renditions."
    case _ where reason.hasPrefix(noPTS): "Write a PTS into each PES."
    default: nil
    }
  }
}

/// Reasons for carriages in which a player was not examined.
enum NotExamined {
  /// The reason for each carriage. Event tracks and text are missing, because no player reads them.
  static let words: [Carriage: String] = [
    .tsPES: "tags in a transport stream: not examined",
    .packedAudio: "tags in packed audio: not examined",
    .emsg: "tags in emsg: not examined",
    .mpdEvent: "tags in an EventStream of the MPD: not examined",
  ]
}

extension [String?: PlayerJudge.Outcome] {
  /// Combines the outcomes of the renditions into the outcome of the variant with the smallest share of shown tags. Nil
  /// without variants or tags. The outcome has no tags if every variant may show tags from `unexamined` renditions.
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
  /// The outcome for a variant without tags.
  fileprivate static func none(of tags: Int, in name: String) -> Self {
    var tally = PlayerJudge.Tally(tags: tags, missed: tags)
    tally.reasons.add(MissedFor.none(in: name), count: tags)
    return Self(tally: tally)
  }

  /// Whether this outcome shows a smaller share of the tags, or an equal share with fewer on time.
  fileprivate func isWorse(than other: Self) -> Bool { tally.shares < other.tally.shares }
}

extension PlayerJudge.Tally {
  var isWhole: Bool { missed + moved == 0 }

  /// The share of the tags that is shown, and the share that is shown on time, from 0 to 1.
  var shares: (shown: Double, inTime: Double) {
    guard tags > 0 else { return (0, 0) }
    let shown = tags - missed
    return (Double(shown) / Double(tags), Double(shown - moved) / Double(tags))
  }
}

extension [RenditionSummary] {
  /// The renditions that a viewer plays together, by name: a variant, with one of its audio
  /// renditions if it has any. Empty without variants.
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
