import TimedMetadata

/// The verdict for one player: how many tags of an input it would show, drop or move, and why.
public struct PlayerVerdict: Sendable, Equatable {
  /// The outcome for a player.
  public enum State: String, Sendable {
    /// The player shows every Nielsen tag on time.
    case pass
    /// The player drops a tag, or shows a tag at the wrong time.
    case fail
    /// The player was not judged: the input has no Nielsen tag, the player does not play the media,
    /// or the carriage was not examined.
    case notAssessed = "not-assessed"
  }

  /// The display name of the player, such as `Video.js` for the argument `videojs`.
  public var player: String
  /// The version that was judged; nil if versions are not distinguished and the user gave none.
  public var version: String?
  /// What an unexamined version is judged as: an examined version with the same facts (`VHS 3.17.4`), the versions
  /// before a known change (`media3 before 1.10`), or any version. Nil if `version` was examined or is nil.
  public var judgedAs: String?
  /// The outcome for the player.
  public var state: State
  /// The number of Nielsen tags that the player shows, on time or not; nil if the player was not assessed.
  public var shown: Int?
  /// The number of Nielsen tags that the player drops; nil if the player was not assessed.
  public var missed: Int?
  /// The number of tags shown at the wrong time; nil if the player was not assessed.
  public var moved: Int?
  /// The longest move of a tag in seconds, negative if the tag is shown too early; nil if there is none.
  public var movedBy: Double?
  /// The reasons for dropped or moved tags, each with the number of tags. If the player was not assessed, the reasons
  /// for that. The list may be empty.
  public var reasons: [String]
  /// How the facts were found: `run` (the code was run on faulty streams), `read` (the source was read) or `documents`.
  public var basis: String
}

extension PlayerJudge {
  /// The tags that a player shows, drops and moves.
  struct Outcome {
    var tally = Tally()
    /// The reasons that are limitations of the player, and also affect correct streams.
    var limitations: Set<Reason> = []
    var isUnplayed = false
  }

  /// Returns the outcome at the end of the input. With variants, it is the outcome of the variant with the smallest
  /// share of shown tags, unless reading stopped early or the player does not play the input.
  func outcome(_ input: InputFacts) -> Outcome {
    let isUnplayed = unplayed(input) != nil
    var total = Outcome(limitations: limitations, isUnplayed: isUnplayed)
    var parts: [String?: Outcome] = [:]
    for (key, state) in streams.all {
      add(state, of: key, input, to: &total)
      var part = parts[key.rendition] ?? Outcome(limitations: limitations, isUnplayed: isUnplayed)
      add(state, of: key, input, to: &part)
      parts[key.rendition] = part
    }
    guard !isUnplayed else { return total }
    let renditions = input.isBrokenOff ? [] : input.summary.renditions
    return parts.worst(in: renditions, unexamined: unexaminedRenditions) ?? total
  }

  /// Returns why the player does not play the input; nil if the player plays it. Segments without a
  /// playlist may belong to DASH or HLS.
  private func unplayed(_ input: InputFacts) -> String? {
    let format = input.summary.playlist?.format
    let isDASH = format == .dash || format == nil && input.summary.media.contains(.fragmentedMP4)
    if !isDASH, facts.contains(where: { $0.behaviour == .playsDASHOnly }) {
      return "plays DASH only"
    }
    if format == .dash, facts.contains(where: { $0.behaviour == .playsNoDASH }) {
      return "does not play DASH"
    }
    return nil
  }

  private func add(
    _ state: StreamState,
    of key: StreamKey,
    _ input: InputFacts,
    to outcome: inout Outcome
  ) {
    let counts = state.counts
    for count in counts {
      var further: [Reason] = []
      for fact in facts {
        guard let reason = reason(fact.behaviour, key, state, count.event, input) else { continue }
        if fact.isLimitation { outcome.limitations.insert(reason) }
        if !further.contains(reason) { further.append(reason) }
      }
      outcome.tally.add(count.tally, further: further)
    }
    guard state.endsWithNextPES, let last = counts.last?.tally, last.missed < last.tags else {
      return
    }
    outcome.tally.missed += 1
    outcome.tally.reasons.add("the last tag, in a PES packet without a usable length")
  }

  /// Returns the reason if a behaviour makes the player miss all tags of a stream, or of one event stream in it; nil if
  /// it does not.
  private func reason(
    _ behaviour: PlayerBehaviour,
    _ stream: StreamKey,
    _ state: StreamState,
    _ event: DeclaredEvent?,
    _ input: InputFacts
  ) -> Reason? {
    let isTransportStream = stream.carriage == .tsPES
    switch behaviour {
    case .requiresMedia(let types) where isTransportStream:
      guard let media = state.arrivedMedia, media.isDisjoint(with: types) else { return nil }
      guard !media.isEmpty else { return MissedFor.media }
      let names = media.sorted().map { "0x\(Words.hex($0))" }
      return "no audio or video that the player plays: stream_type \(names.joined(separator: ", "))"
    case .requiresMetadataType where isTransportStream:
      return declarations.hasFault("pmt-stream-type", stream) ? MissedFor.streamType : nil
    case .requiresMetadataDescriptor where isTransportStream:
      let isMissing = declarations.hasFault("pmt-metadata-descriptor", stream)
      return isMissing ? "no valid metadata_descriptor" : nil
    case .requiresMetadataPointer where isTransportStream:
      let isMissing = declarations.hasFault("pmt-metadata-pointer", stream)
      return isMissing ? "no valid metadata_pointer_descriptor" : nil
    case .cutsHeaders where isTransportStream:
      return declarations.hasFault("pmt-stream-type", stream) ? nil : "stream_type 0x15"
    case .requiresInbandEventStream(let match):
      guard let event, let declared = input.declaredEvents else { return nil }
      return match.accepts(event, of: declared) ? nil : MissedFor.declaredInMPD
    case .ignoresMessagesInHLS:
      guard event != nil, input.summary.playlist?.format == .hls else { return nil }
      return "emsg in HLS, unless mediaSource.dispatchAllEmsgBoxes is set"
    case .ignoresAudioRenditions:
      return isAudio(stream, input) ? "tags in an audio rendition" : nil
    case .ignoresMessagesInAudio:
      return event != nil && isAudio(stream, input) ? "tags in emsg of an audio rendition" : nil
    default: return nil
    }
  }

  private func isAudio(_ stream: StreamKey, _ input: InputFacts) -> Bool {
    input.summary.renditions.first { $0.name == stream.rendition }?.role == .audio
  }

  func verdict(_ input: InputFacts, of choice: PlayerChoice) -> PlayerVerdict {
    let outcome = outcome(input)
    var verdict = PlayerVerdict(
      player: choice.name,
      version: choice.version,
      judgedAs: choice.judgedAs,
      state: .notAssessed,
      reasons: [],
      basis: policy.basis.rawValue
    )
    guard input.nielsenTags > 0 else { return verdict }
    guard !outcome.isUnplayed, outcome.tally.tags > 0 else {
      verdict.reasons =
        unplayed(input).map { [$0] } ?? unexamined.compactMap { NotExamined.words[$0] }
      return verdict
    }
    verdict.state = outcome.tally.isWhole ? .pass : .fail
    verdict.shown = outcome.tally.tags - outcome.tally.missed
    verdict.missed = outcome.tally.missed
    verdict.moved = outcome.tally.moved
    if outcome.tally.moved > 0 { verdict.movedBy = outcome.tally.longestMove }
    verdict.reasons = outcome.tally.reasonTexts
    return verdict
  }
}

extension PlayerJudge.Tally {
  /// Adds the tags of a stream. If there are `further` reasons, all of its tags are missed.
  fileprivate mutating func add(_ count: Self, further: [PlayerJudge.Reason]) {
    tags += count.tags
    missed += further.isEmpty ? count.missed : count.tags
    // If the scheme or value is undeclared, the tags' own reasons, such as repeated event ids, are left out.
    let isUndeclared = further.contains(MissedFor.declaredInMPD)
    if !isUndeclared {
      for (reason, count) in count.reasons.all { reasons.add(reason, count: count) }
    }
    for reason in further { reasons.add(reason, count: count.tags) }
    guard further.isEmpty else { return }
    moved += count.moved
    note(move: count.longestMove)
    for (reason, count) in count.moves.all { moves.add(reason, count: count) }
  }
}
