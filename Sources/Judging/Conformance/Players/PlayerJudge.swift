import TimedMetadata

/// Counts the Nielsen tags that a player shows, drops, or shows at the wrong time, according to its policy.
struct PlayerJudge: Sendable {
  /// The reason why a tag is dropped or moved. Reports append the number of tags.
  typealias Reason = String

  /// The number of tags that a player shows, drops and moves, with the reasons.
  struct Tally: Sendable {
    var tags = 0
    var missed = 0
    var moved = 0
    /// The longest move in seconds, negative if the tag is shown too early.
    var longestMove = 0.0
    var reasons = ReasonCounts()
    var moves = ReasonCounts()

    /// The reasons for dropped or moved tags, each with the number of tags: "no PES header (3)".
    var reasonTexts: [String] {
      (reasons.all + moves.all).map { "\($0.reason) (\($0.count))" }
    }

    /// Records a move in seconds; the longest one is stored.
    mutating func note(move seconds: Double) {
      if abs(seconds) > abs(longestMove) { longestMove = seconds }
    }
  }

  /// The tally of a stream, or of one event stream in a stream.
  struct Count: Sendable {
    let event: DeclaredEvent?
    var tally = Tally()
  }

  /// The number of tags for each reason, in the order in which the reasons appeared.
  struct ReasonCounts: Sendable {
    private(set) var all: [(reason: Reason, count: Int)] = []

    mutating func add(_ reason: Reason, count: Int = 1) {
      if let index = all.firstIndex(where: { $0.reason == reason }) {
        all[index].count += count
      } else {
        all.append((reason, count))
      }
    }
  }

  let policy: PlayerPolicy
  let facts: [PlayerFact]
  var declarations = StreamDeclarations()
  var streams = PerStream<StreamState>()
  /// The renditions in which playback stopped, with the URI of the segment.
  private var stops: [String?: String?] = [:]
  var listedEvents = ListedEvents()
  private(set) var limitations: Set<Reason> = []
  /// The carriages of judged tags that the policy does not cover, in the order in which they appeared.
  private(set) var unexamined: [Carriage] = []
  /// The renditions with tags in a carriage, other than an event track, that the policy does not cover.
  private(set) var unexaminedRenditions: Set<String?> = []

  private let scan: FrameScan?
  private let joinsPES: Bool

  private static let maximumRenditions = 4096

  /// Creates a judge. If `facts` is nil, the judge uses the facts about the newest version.
  init(_ policy: PlayerPolicy, facts: [PlayerFact]? = nil) {
    let facts = facts ?? policy.newestFacts
    (self.policy, self.facts) = (policy, facts)
    scan =
      facts.lazy.compactMap { fact in
        if case .scansFrames(let scan) = fact.behaviour { scan } else { nil }
      }.first
    joinsPES = !facts.contains { $0.behaviour == .joinsNoPES }
  }

  private func does(_ behaviour: PlayerBehaviour) -> Bool {
    facts.contains { $0.behaviour == behaviour }
  }

  mutating func receive(_ note: StreamNote) {
    declarations.receive(note)
    guard note.id == "emsg-version" || note.id == "emsg-without-scheme",
      does(.stopsAtInvalidMessage), stops[note.rendition] == nil,
      stops.count < Self.maximumRenditions
    else { return }
    stops[note.rendition] = note.segment
    streams.updateAll { key, state in
      guard key.rendition == note.rendition else { return }
      state.stop(for: MissedFor.invalidMessage, in: note.segment)
    }
  }

  mutating func receive(_ tag: CheckedTag) {
    guard policy.carriages.contains(tag.tag.carriage) else {
      guard tag.isJudged else { return }
      if !unexamined.contains(tag.tag.carriage) { unexamined.append(tag.tag.carriage) }
      // An event track is read by packagers, not by players.
      if tag.tag.carriage != .eventTrack, unexaminedRenditions.count < Self.maximumRenditions {
        unexaminedRenditions.insert(tag.tag.rendition)
      }
      return
    }
    // Moves the streams out of self, so that the state is changed in place and not copied for each tag.
    var streams = exchange(&streams, with: PerStream())
    defer { self.streams = streams }
    _ = streams.update(tag.stream, from: StreamState()) { receive(tag, &$0) }
  }

  private mutating func receive(_ tag: CheckedTag, _ state: inout StreamState) {
    state.begin(tag)
    if let segment = stops[tag.tag.rendition] {
      state.stop(for: MissedFor.invalidMessage, in: segment)
    }
    var reasons: [Reason] = []
    let frames = scan.map { ScannedFrames(tag, by: $0, joinsPES: joinsPES) }
    for fact in facts {
      let reason =
        tag.isInTransportStream
        ? state.reason(fact.behaviour, tag)
        : Self.reason(fact.behaviour, outside: tag, &state, &listedEvents)
      guard
        let reason = reason ?? state.frameReason(fact.behaviour, tag, frames)
          ?? timeReason(fact.behaviour, tag)
      else { continue }
      add(reason, fact, to: &reasons)
    }
    if tag.isJudged {
      if let stop = state.stopReason, !reasons.contains(stop) { reasons.append(stop) }
      // A missing owner is often a consequence of another reason, so it is reported only if no other reason applies.
      if does(.readsFrames), reasons.isEmpty, tag.isNielsen, !tag.hasReadableOwner {
        reasons.append(MissedFor.noOwner)
      }
      state.count(tag, reasons, move: move(of: tag))
    }
    state.endsWithNextPES =
      tag.isJudged && reasons.isEmpty && does(.endsByDeclaredLength) && tag.endsWithNextPES
  }

  private mutating func add(_ reason: Reason, _ fact: PlayerFact, to reasons: inout [Reason]) {
    if fact.isLimitation { limitations.insert(reason) }
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Returns the time, in seconds, by which jumps of the media clock move a tag; 0 if they do not move it.
  private func step(of tag: CheckedTag) -> Double {
    guard let clock = tag.tag.mediaClock, tag.tag.manifestSet == nil else { return 0 }
    if does(.followsPTS(tag.tag.carriage)) { return clock.step }
    return does(.followsPTSInSegment) && tag.isInTransportStream ? clock.stepInSegment : 0
  }

  private func timeReason(_ behaviour: PlayerBehaviour, _ tag: CheckedTag) -> Reason? {
    guard behaviour == .dropsNegativeTimes, let time = tag.tag.time else { return nil }
    return time + step(of: tag) < -0.001 ? "before the first picture" : nil
  }

  /// Returns the time, in seconds, by which a shown tag is moved, and why; nil if the tag is on time.
  private mutating func move(of tag: CheckedTag) -> (seconds: Double, reason: Reason)? {
    for fact in facts {
      switch fact.behaviour {
      case .followsPTS(tag.tag.carriage), .followsPTSInSegment:
        let step = step(of: tag)
        guard abs(step) > MovedFor.tolerance else { continue }
        return (step, step < 0 ? MovedFor.stepBack : MovedFor.jump)
      case .datesByPrecedingFrame:
        // At the start of a segment, the player uses the frame after the tag.
        guard case .packedAudio(_, let frame?) = tag.tag.origin,
          frame > MovedFor.longestFrameInTime
        else {
          continue
        }
        if fact.isLimitation { limitations.insert(MovedFor.precedingFrame) }
        return (-frame, MovedFor.precedingFrame)
      case .misplacesMessageVersion0:
        guard tag.isInHLS, tag.tag.eventMessage?.version == 0,
          let origin = tag.tag.mediaClock?.origin, abs(origin) > MovedFor.tolerance
        else { continue }
        return (-origin, MovedFor.messageVersion0)
      default: continue
      }
    }
    return nil
  }
}

/// Texts and limits for tags that are shown at the wrong time.
enum MovedFor {
  static let stepBack = "time stamps go back without EXT-X-DISCONTINUITY"
  static let jump = "time stamps jump ahead without EXT-X-DISCONTINUITY"
  static let messageVersion0 = "emsg version 0"
  static let precedingFrame = "packed audio, time of the preceding audio frame"
  /// The maximum move, in seconds, of a tag that counts as shown on time.
  static let tolerance = 0.025
  /// A tag counts as on time if the preceding audio frame lasts at most this number of seconds. hls.js adds up to 2.8
  /// ms to its time stamps.
  static let longestFrameInTime = tolerance + 0.0028
}
