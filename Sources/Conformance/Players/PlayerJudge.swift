import TimedMetadata

/// Counts the Nielsen tags that a player shows, those that it does not show, and those that it shows at
/// another time, by the facts of its policy.
struct PlayerJudge: Sendable {
  /// Why a tag is missed or moved: words before a count.
  typealias Reason = String

  /// Tags counted by what becomes of them.
  struct Tally: Sendable {
    var tags = 0
    var missed = 0
    var moved = 0
    /// Seconds, negative when earlier.
    var longestMove = 0.0
    var reasons = ReasonCounts()
    var moves = ReasonCounts()

    /// Why tags are missed or moved, each with its count: "no PES header (3)".
    var reasonTexts: [String] {
      (reasons.all + moves.all).map { "\($0.reason) (\($0.count))" }
    }

    /// Seconds by which tags are shown at another time: the longest is kept.
    mutating func note(move seconds: Double) {
      if abs(seconds) > abs(longestMove) { longestMove = seconds }
    }
  }

  /// Tags of a stream, or of an event stream in it.
  struct Count: Sendable {
    let event: DeclaredEvent?
    var tally = Tally()
  }

  /// The state of one stream.
  struct StreamState: Sendable {
    /// The counts, by the event stream of its messages.
    private(set) var counts: [Count] = []
    /// More event streams are not distinguished.
    private static let maximumEvents = 256

    /// A PES without PTS came.
    var hasStopped = false
    /// Bytes that a cut tag lacks, less those of the PES after it that are not marked as aligned.
    var missingBytes = 0
    /// The segment in which a tag stopped the reading of tags.
    var lostSegment: LostSegment?
    /// The latest tag shown ends with the next PES only.
    var endsWithNextPES = false
    /// Seconds from the presentation time of the first tag to its PTS.
    var clockDistance: Double?
    /// The start of the segment of packed audio, up to the end of the tags there.
    var leading: (segment: String?, end: Int64)?
  }

  /// A segment in which tags are lost.
  struct LostSegment: Sendable, Equatable {
    var uri: String?
    var sequence: Int?
  }

  /// Reasons with how often each was given, in the order met.
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
  /// Seconds that the PTS jumped without a discontinuity, negative when back, by rendition.
  private var steps: [String?: Double] = [:]
  var listedEvents = ListedEvents()
  private(set) var limitations: Set<Reason> = []
  /// Whether Nielsen tags came that are not for players.
  private(set) var skipsTags = false

  /// Renditions whose steps are followed.
  private static let maximumRenditions = 4096

  /// A judge by these facts of the policy; nil: by those of the newest version.
  init(_ policy: PlayerPolicy, facts: [PlayerFact]? = nil) {
    self.policy = policy
    self.facts = facts ?? policy.newestFacts
  }

  mutating func receive(_ note: StreamNote) {
    declarations.receive(note)
    let sign: Double
    switch note.id {
    case "clock-pts-backward": sign = -1
    case "clock-pts-jump": sign = 1
    default: return
    }
    guard let step = note.measured,
      steps[note.rendition] != nil || steps.count < Self.maximumRenditions
    else { return }
    steps[note.rendition, default: 0] += sign * abs(step)
  }

  mutating func receive(_ tag: CheckedTag) {
    // Packagers get these tags, players do not.
    guard tag.tag.carriage != .eventTrack else {
      skipsTags = skipsTags || tag.isJudged
      return
    }
    // Out of self, so that the state is changed in place and not copied for each tag.
    var streams = exchange(&streams, with: PerStream())
    defer { self.streams = streams }
    _ = streams.update(tag.stream, from: StreamState()) { receive(tag, &$0) }
  }

  private mutating func receive(_ tag: CheckedTag, _ state: inout StreamState) {
    var reasons: [Reason] = []
    let shift = state.shift(of: tag.tag, steps: steps[tag.tag.rendition])
    for fact in facts {
      let reason =
        tag.isInTransportStream
        ? state.reason(fact.behaviour, tag, shift: shift)
        : Self.reason(fact.behaviour, outside: tag, &state, &listedEvents)
      guard let reason = reason ?? state.frameReason(fact.behaviour, tag) else { continue }
      add(reason, fact, to: &reasons)
    }
    if tag.isJudged {
      // Another reason often is the cause of this one.
      if readsFrames, reasons.isEmpty, tag.isNielsen, !tag.hasReadableOwner {
        reasons.append(MissedFor.noOwner)
      }
      state.count(tag, reasons, move: move(of: tag, shift: shift))
    }
    state.endsWithNextPES =
      tag.isJudged && reasons.isEmpty && endsByLength && tag.endsWithNextPES
  }

  private var readsFrames: Bool { facts.contains { $0.behaviour == .readsFrames } }
  private var endsByLength: Bool { facts.contains { $0.behaviour == .endsByDeclaredLength } }

  private mutating func add(_ reason: Reason, _ fact: PlayerFact, to reasons: inout [Reason]) {
    if fact.isLimitation { limitations.insert(reason) }
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// How far a shown tag is moved, and why.
  private mutating func move(
    of tag: CheckedTag,
    shift: Double?
  ) -> (seconds: Double, reason: Reason)? {
    for fact in facts {
      switch fact.behaviour {
      case .followsPTS:
        guard let shift else { continue }
        return (shift, shift < 0 ? MovedFor.stepBack : MovedFor.jump)
      case .datesByPrecedingFrame:
        // At the start of a segment it is the time of the frame after the tag.
        guard let frame = tag.tag.precedingFrame, frame > MovedFor.longestFrameInTime else {
          continue
        }
        if fact.isLimitation { limitations.insert(MovedFor.precedingFrame) }
        return (-frame, MovedFor.precedingFrame)
      case .misplacesMessageVersion0:
        guard tag.tag.eventMessage?.version == 0, let start = tag.tag.mediaStart,
          abs(start) > MovedFor.tolerance
        else { continue }
        return (-start, MovedFor.messageVersion0)
      default: continue
      }
    }
    return nil
  }
}

extension PlayerJudge.StreamState {
  mutating func count(
    _ tag: CheckedTag,
    _ reasons: [PlayerJudge.Reason],
    move: (seconds: Double, reason: PlayerJudge.Reason)?
  ) {
    let event = tag.tag.eventMessage.map(DeclaredEvent.init)
    let known = counts.firstIndex { $0.event == event }
    if known == nil, counts.count < Self.maximumEvents {
      counts.append(PlayerJudge.Count(event: event))
    }
    let index = known ?? counts.count - 1
    counts[index].tally.tags += 1
    if !reasons.isEmpty { counts[index].tally.missed += 1 }
    for reason in reasons { counts[index].tally.reasons.add(reason) }
    guard reasons.isEmpty, let move else { return }
    counts[index].tally.moved += 1
    counts[index].tally.note(move: move.seconds)
    counts[index].tally.moves.add(move.reason)
  }

  /// Seconds by which a player that follows the PTS shows the tag at another time, after steps of
  /// this many seconds in all; nil: at its time.
  mutating func shift(of tag: TimedTag, steps: Double?) -> Double? {
    guard tag.carriage == .tsPES || tag.carriage == .packedAudio, let pts = tag.pts,
      let time = tag.time
    else { return nil }
    let distance = Double(pts) / 90_000 - time
    guard let first = clockDistance else {
      clockDistance = distance
      return nil
    }
    guard let steps else { return nil }
    let wrap = 8_589_934_592.0 / 90_000
    let shift = (distance - first).remainder(dividingBy: wrap)
    // A declared break may have set the clock since.
    let isExplained = abs(shift - steps) < MovedFor.stepTolerance
    return isExplained && abs(shift) > MovedFor.tolerance ? shift : nil
  }
}

/// Words and limits of tags that are shown at another time.
enum MovedFor {
  static let stepBack = "PTS goes back without a discontinuity"
  static let jump = "PTS jumps without a discontinuity"
  static let messageVersion0 = "emsg version 0"
  static let precedingFrame = "packed audio, time of the audio frame before it"
  /// A tag is in time within this many seconds: 25 ms.
  static let tolerance = 0.025
  /// Seconds of an audio frame by which a tag is in time: hls.js adds up to 2.8 ms to its time stamps.
  static let longestFrameInTime = tolerance + 0.0028
  /// Seconds within which the steps of the clock explain a PTS: a few frames.
  static let stepTolerance = 2.0
}

extension TimedTag {
  /// Seconds of the media time at presentation time 0, of an event message.
  fileprivate var mediaStart: Double? {
    guard carriage == .emsg, let pts, let time, let timescale, timescale > 0 else { return nil }
    return Double(pts) / Double(timescale) - time
  }
}
