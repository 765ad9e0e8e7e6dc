import NielsenTag

/// Judges the tags that a capture reports.
enum PayloadJudges {
  static func form(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict(
      "payloads of tp and id3: www.nielsen.com/…, 249 characters, seven fields"
    )
    for ping in capture.ordered where ping.isRaw || ping.isLookup {
      let payloads = ping.isRaw ? ping.payloads : [ping["id3"]].filter { !$0.isEmpty }
      for payload in payloads {
        let fields = payload.split(separator: "/", omittingEmptySubsequences: false).count
        let holds =
          payload.hasPrefix(NielsenPayload.ownerPrefix)
          && payload.count == NielsenPayload.byteCount && fields == 7
        verdict.take(
          holds,
          [ping],
          "\(payload.count) characters in \(fields) fields: \(payload.prefix(16))…"
        )
      }
    }
    return verdict.outcome()
  }

  static func matchesStream(_ capture: RehearsalCase) -> RehearsalOutcome {
    guard let tags = capture.streamTags, !tags.isEmpty else { return .notAssessed }
    var verdict = ItemVerdict("every payload of tp is a tag of the stream")
    let known = Set(tags.map(\.payload))
    let bounds = Self.bounds(tags)
    for tag in capture.reportedTags.joined() {
      if known.contains(tag.payload) {
        verdict.show([tag.ping], "\(tag.payload.prefix(40))… is in the stream")
        continue
      }
      // The stream may have been recorded for a shorter time than the app played it.
      if let place = tag.place {
        if let range = bounds[place.cid], !range.contains(place.offset) { continue }
      } else if TagFields(tag.payload) != nil {
        continue
      }
      verdict.contradict([tag.ping], "\(tag.payload.prefix(40))… is not in the stream")
    }
    return verdict.outcome()
  }

  static func allTags(_ capture: RehearsalCase) -> RehearsalOutcome {
    guard let tags = capture.streamTags, !tags.isEmpty else { return .notAssessed }
    var verdict = ItemVerdict("every tag of the stream between the first and the last reported one")
    let places = Dictionary(
      tags.enumerated().map { ($0.element.payload, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    let wasReported = Set(capture.reportedTags.joined().map(\.payload))
    var holes: [(one: RehearsedPing, other: RehearsedPing)] = []
    // By payload, with their times: two app sessions may lack the same one.
    var allMissing: [String: Double] = [:]
    var mayBeSkipped: Set<String> = []
    for session in capture.reportedTags {
      let reported = session.filter { places[$0.payload] != nil }
      for (one, other) in zip(reported, reported.dropFirst()) {
        guard let from = places[one.payload], let to = places[other.payload], from < to else {
          continue
        }
        let missing = tags[from + 1..<to].filter { !wasReported.contains($0.payload) }
        if missing.isEmpty {
          verdict.show([one.ping, other.ping], "no tag is missing")
        } else if capture.isUninterrupted(one, other) {
          holes.append((one.ping, other.ping))
          for tag in missing { allMissing[tag.payload] = tag.time }
        } else {
          mayBeSkipped.formUnion(missing.map(\.payload))
        }
      }
    }
    if let first = allMissing.values.min() {
      let places = holes.count == 1 ? "" : " in \(holes.count) places"
      let others = mayBeSkipped.subtracting(allMissing.keys).count
      verdict.contradict(
        holes.flatMap { [$0.one, $0.other] },
        "\(allMissing.count) missing\(places), the first at \(Int(first)) s of the stream"
          + (others > 0 ? "; \(others) more where a pause or a seek may be the reason" : "")
      )
    }
    return verdict.outcome()
  }

  static func order(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("the offsets of the payloads of one CID rise")
    for (one, other) in capture.neighbors {
      guard let from = one.place?.offset, let to = other.place?.offset else { continue }
      if from <= to {
        verdict.show([one.ping, other.ping], "offset \(from), then \(to)")
      } else if capture.actions != nil, capture.isUninterrupted(one, other) {
        verdict.contradict([one.ping, other.ping], "offset \(from), then \(to)")
      }
    }
    return verdict.outcome()
  }

  static func steady(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("at most 15 s between the offsets of two payloads of one CID")
    let stream = (capture.streamTags ?? []).compactMap { TagPlace($0.payload) }
    let reported = capture.reportedTags.joined().compactMap(\.place)
    let steps = capture.neighbors.compactMap { one, other -> (ReportedTag, ReportedTag, Int)? in
      guard let from = one.place, let to = other.place, from.offset <= to.offset else { return nil }
      return (one, other, to.offset - from.offset)
    }
    guard steps.count >= 2 else { return .notAssessed }
    // A user does not seek between any two tags.
    let isAlways = steps.count { $0.2 > 15 } * 2 > steps.count
    for (one, other, step) in steps {
      if step <= 15 {
        verdict.show([one.ping, other.ping], "\(step) s between two offsets")
        continue
      }
      guard let place = one.place else { continue }
      let isInside: (TagPlace) -> Bool = {
        $0.cid == place.cid && $0.offset > place.offset && $0.offset < place.offset + step
      }
      // Tags in another order are not missing, and the stream may have a gap itself.
      guard !reported.contains(where: isInside) else { continue }
      guard capture.streamTags == nil || stream.contains(where: isInside) else { continue }
      if isAlways || capture.isUninterrupted(one, other) {
        verdict.contradict(
          [one.ping, other.ping],
          "\(step) s from offset \(place.offset) to \(place.offset + step)"
        )
      }
    }
    return verdict.outcome()
  }

  static func cidKnown(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("each ca is a CID of the stream's tags, and not the null CID")
    let known = capture.streamCIDs
    for ping in capture.ordered where ping.isDTVR && !ping["ca"].isEmpty {
      let cid = ping["ca"].split(separator: "_", maxSplits: 1).last.map(String.init) ?? ""
      if cid == TagFields.nullCID {
        verdict.contradict([ping], "ca=\(ping["ca"]) is the null CID")
      } else if !known.isEmpty {
        verdict.take(known.contains(cid), [ping], "ca=\(ping["ca"])")
      }
    }
    return verdict.outcome()
  }

  /// The offsets of the stream's tags by CID.
  private static func bounds(_ tags: [RehearsalCase.StreamTag]) -> [String: ClosedRange<Int>] {
    var bounds: [String: ClosedRange<Int>] = [:]
    for place in tags.compactMap({ TagPlace($0.payload) }) {
      let range = bounds[place.cid] ?? place.offset...place.offset
      bounds[place.cid] =
        min(range.lowerBound, place.offset)...max(range.upperBound, place.offset)
    }
    return bounds
  }
}

extension RehearsalCase {
  /// Tags of one CID that are reported one after the other in one app session.
  fileprivate var neighbors: [(ReportedTag, ReportedTag)] {
    reportedTags.flatMap { session in
      let placed = session.filter { $0.place != nil }
      return zip(placed, placed.dropFirst()).filter { $0.place?.cid == $1.place?.cid }
    }
  }

  /// Whether no action of the tester explains the gap between two reported tags: with a list of actions
  /// none of them, without one credit for the whole time.
  fileprivate func isUninterrupted(_ one: ReportedTag, _ other: ReportedTag) -> Bool {
    // A tag waits until its ping is made.
    let start = one.previousAt ?? one.ping.madeAt - 95
    guard actions != nil else {
      return cidSessions.flatMap(\.spans).contains {
        $0.isContinuous && $0.start <= start && $0.end >= other.ping.madeAt
      }
    }
    // An end reports the tags that wait.
    return !hasAction(Self.breakingTags, from: start - 5, to: other.ping.madeAt + 5)
      && !hasAction([.end, .channel], from: start - 5, to: other.ping.madeAt - 2)
  }

  private static let breakingTags: Set<TesterAction.Name> = [
    .pause, .resume, .seek, .ad, .background, .foreground, .call, .alarm, .lock, .headphones,
    .buffer, .kill, .launch, .cast,
  ]
}
