import NielsenTag
import Playback

extension RehearsalItem {
  static let tagPayloads: [RehearsalItem] = [
    RehearsalItem(
      "raw-payload-form",
      "A reported tag has 249 characters in seven fields",
      expected: "payloads of tp and id3: www.nielsen.com/…, 249 characters, seven fields",
      source: "\(Documents.api); the specification of id3tap's engine",
      remedy: "Pass the PRIV owner text unchanged: no trimming, decoding or case change.",
      record: "Play a channel with tags for two minutes, and leave it.",
      lints: ["payload", "tp", "id3"]
    ) { capture, evidence in
      for ping in capture.ordered where ping.isRaw || ping.isLookup {
        let payloads = ping.isRaw ? ping.payloads : [ping["id3"]].filter { !$0.isEmpty }
        for payload in payloads {
          let fields = payload.split(separator: "/", omittingEmptySubsequences: false).count
          let holds =
            payload.hasPrefix(NielsenPayload.ownerPrefix)
            && payload.count == NielsenPayload.byteCount && fields == 7
          evidence.take(
            holds,
            [ping],
            "\(payload.count) characters in \(fields) fields: \(payload.prefix(16))…"
          )
        }
      }
    },
    RehearsalItem(
      "raw-matches-stream",
      "Every reported tag is in the stream, byte for byte",
      expected: "every payload of tp is a tag of the stream",
      source: "W: DTVR Pre-Certification Checklist",
      basis: .ours,
      remedy: "Check that the app played this stream, and that the payload is not re-encoded.",
      record: "Pass the played stream with --stream."
    ) { capture, evidence in
      guard let tags = capture.streamTags, !tags.isEmpty else { return }
      let known = Set(tags.map(\.payload))
      let bounds = Self.bounds(tags)
      for tag in capture.reportedTags.joined() {
        if known.contains(tag.payload) {
          evidence.show([tag.ping], "\(tag.payload.prefix(40))… is in the stream")
          continue
        }
        // The recording of the stream may be shorter than the playback.
        if let place = tag.place {
          if let range = bounds[place.cid], !range.contains(place.offset) { continue }
        } else if TagFields(tag.payload) != nil {
          continue
        }
        evidence.contradict([tag.ping], "\(tag.payload.prefix(40))… is not in the stream")
      }
    },
    RehearsalItem(
      "raw-all-tags",
      "Every tag that was played is reported",
      expected: "every tag of the stream between the first and the last reported one",
      source: "W: DTVR Pre-Certification Checklist (\"consistently\"); \(Documents.api)",
      remedy: sentence(LikelyCause.lostTags),
      record: "Pass the stream with --stream and the actions with --actions, and record to the end."
    ) { capture, evidence in
      guard let tags = capture.streamTags, !tags.isEmpty else { return }
      let places = Dictionary(
        tags.enumerated().map { ($0.element.payload, $0.offset) },
        uniquingKeysWith: { first, _ in first }
      )
      let wasReported = Set(capture.reportedTags.joined().map(\.payload))
      var holes: [(one: RehearsedPing, other: RehearsedPing)] = []
      // The times of the missing tags, by payload: two app sessions may lack the same tag.
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
            evidence.show([one.ping, other.ping], "no tag is missing")
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
        evidence.contradict(
          holes.flatMap { [$0.one, $0.other] },
          "\(allMissing.count) missing\(places), the first at \(Int(first)) s of the stream"
            + (others > 0 ? "; \(others) more, which a pause or a seek may explain" : "")
        )
      }
    },
    RehearsalItem(
      "raw-order",
      "Tags are reported in the order of the stream",
      expected: "the offsets of payloads of one CID do not decrease",
      source: "id3tap's inference",
      basis: .ours,
      remedy: "Call `sendID3` from one queue.",
      record: "Play a channel for two minutes; note the seeks with --actions."
    ) { capture, evidence in
      for (one, other) in capture.neighbors {
        guard let from = one.place?.offset, let to = other.place?.offset else { continue }
        if from <= to {
          evidence.show([one.ping, other.ping], "offset \(from), then \(to)")
        } else if capture.actions != nil, capture.isUninterrupted(one, other) {
          evidence.contradict([one.ping, other.ping], "offset \(from), then \(to)")
        }
      }
    },
    RehearsalItem(
      "raw-steady",
      "Tags are reported without gaps",
      expected: "at most 15 s between the offsets of two payloads of one CID",
      source: "W: DTVR Pre-Certification Checklist; 15 s: the specification of id3tap's engine",
      remedy: sentence(LikelyCause.lostTags)
        + " Remove the condition that stops `sendID3` (full screen, PiP, background task).",
      record: "Play a channel for two minutes; note pauses and seeks with --actions."
    ) { capture, evidence in
      let stream = (capture.streamTags ?? []).compactMap { TagPlace($0.payload) }
      let reported = capture.reportedTags.joined().compactMap(\.place)
      let steps = capture.neighbors.compactMap { one, other -> (ReportedTag, ReportedTag, Int)? in
        guard let from = one.place, let to = other.place, from.offset <= to.offset else {
          return nil
        }
        return (one, other, to.offset - from.offset)
      }
      guard steps.count >= 2 else { return }
      // Seeks cannot explain gaps between most tags.
      let isAlways = steps.count { $0.2 > 15 } * 2 > steps.count
      for (one, other, step) in steps {
        if step <= 15 {
          evidence.show([one.ping, other.ping], "\(step) s between two offsets")
          continue
        }
        guard let place = one.place else { continue }
        let isInside: (TagPlace) -> Bool = {
          $0.cid == place.cid && $0.offset > place.offset && $0.offset < place.offset + step
        }
        // Tags reported in a different order are not missing, and the stream itself may have a gap.
        guard !reported.contains(where: isInside) else { continue }
        guard capture.streamTags == nil || stream.contains(where: isInside) else { continue }
        if isAlways || capture.isUninterrupted(one, other) {
          evidence.contradict(
            [one.ping, other.ping],
            "\(step) s from offset \(place.offset) to \(place.offset + step)"
          )
        }
      }
    },
    RehearsalItem(
      "dtvr-cid-known",
      "Every credited CID is in the stream",
      expected: "each ca is a CID of the stream's tags, and not the null CID",
      source: "\(Documents.pingFields); id3tap's inference",
      basis: .ours,
      remedy: "Check the channel's encoder; do not build tags in the app.",
      record: "Pass the played stream with --stream.",
      lints: ["null-cid-never-sent", "ca"]
    ) { capture, evidence in
      let known = capture.streamCIDs
      for ping in capture.ordered where ping.isDTVR && !ping["ca"].isEmpty {
        let cid = ping["ca"].split(separator: "_", maxSplits: 1).last.map(String.init) ?? ""
        if cid == TagFields.nullCID {
          evidence.contradict([ping], "ca=\(ping["ca"]) is the null CID")
        } else if !known.isEmpty {
          evidence.take(known.contains(cid), [ping], "ca=\(ping["ca"])")
        }
      }
    },
  ]

  /// The range of offsets of the stream's tags, in seconds, by CID.
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
  /// Pairs of consecutive tags in an app session that have the same CID.
  fileprivate var neighbors: [(ReportedTag, ReportedTag)] {
    reportedTags.flatMap { session in
      let placed = session.filter { $0.place != nil }
      return zip(placed, placed.dropFirst()).filter { $0.place?.cid == $1.place?.cid }
    }
  }

  /// Whether nothing explains a gap between two reported tags: neither an action of the tester nor, if the actions are
  /// unknown, uncredited time.
  fileprivate func isUninterrupted(_ one: ReportedTag, _ other: ReportedTag) -> Bool {
    // A tag is pending until the next ID3 ping.
    let start = one.previousAt ?? one.ping.madeAt - 95
    guard actions != nil else {
      return cidSessions.flatMap(\.spans).contains {
        $0.isContinuous && $0.start <= start && $0.end >= other.ping.madeAt
      }
    }
    // An end reports the pending tags.
    return !hasAction(Self.breakingTags, from: start - 5, to: other.ping.madeAt + 5)
      && !hasAction([.end, .channel], from: start - 5, to: other.ping.madeAt - 2)
  }

  private static let breakingTags: Set<ViewerAction.Name> = [
    .pause, .resume, .seek, .ad, .background, .foreground, .call, .alarm, .lock, .headphones,
    .buffer, .kill, .launch, .cast,
  ]
}
