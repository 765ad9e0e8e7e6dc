/// Finds where tags are lost or changed in a chain of taps.
///
/// The tags of all taps are put on one timeline. Tags of two taps are matched in four steps: by all their bytes, then
/// by their payloads, then by their sequence numbers and times, and last by their positions, if most of their bytes are
/// equal. The clocks of taps may differ: the offset is the one on which most equal tags agree. A tag is judged at each
/// tap that was read at the tag's time, against the last earlier tap that has the tag.
package enum ChainTrace {
  /// The maximum number of incidents that are kept. A final report keeps the first ones of all hops. While the taps are
  /// still being read, the latest ones of each hop are kept.
  private static let maximumIncidents = 1_000

  /// Compares taps, in the order of their chain. `isFinal` is false while the taps are still being read: then tags that
  /// may still arrive are not judged.
  package static func report(_ taps: [Tap], isFinal: Bool = true) -> ChainReport {
    var report = ChainReport(taps: taps.map { TracedTap($0) })
    // A tap that could not be read is not judged.
    var compared = taps.indices.filter { report.taps[$0].state == .compared }
    var timeline = ChainTimeline(compared.map { taps[$0] })
    while let alone = timeline.placements.firstIndex(where: \.hasNothingCommon) {
      report.taps[compared[alone]].state = .nothingCommon
      compared.remove(at: alone)
      timeline = ChainTimeline(compared.map { taps[$0] })
    }
    let chain = compared.map { taps[$0] }
    guard !chain.isEmpty else { return report }
    for (number, tap) in compared.enumerated() {
      report.taps[tap].tags = timeline.tracks.count { $0.steps[number] != nil }
    }
    let views = views(chain, timeline, isFinal: isFinal)
    var states = [states(atFirstTapOf: timeline)]
    var wrongAt = [Int?](repeating: nil, count: timeline.tracks.count)
    for number in chain.indices.dropFirst() {
      let judge = HopJudge(chain, timeline, number, views, earlier: states, isFinal: isFinal)
      let incidents = IncidentList(judge, chain, timeline, number)
      states.append(judge.states)
      for fault in judge.faults where wrongAt[fault.track] == nil { wrongAt[fault.track] = number }
      var hop = judge.hop
      (hop.began, hop.ended) = (incidents.began, incidents.ended)
      report.hops.append(hop)
      report.incidentCount += incidents.all.count
      let room = maximumIncidents - report.incidents.count
      report.incidents +=
        isFinal ? incidents.all.prefix(max(0, room)) : incidents.all.suffix(maximumIncidents)
    }
    report.tags = timeline.tracks.indices.map { index in
      tag(index, timeline, chain, states, wrongAt[index].map { chain[$0].name })
    }
    return report
  }

  private static func views(_ chain: [Tap], _ timeline: ChainTimeline, isFinal: Bool) -> [TapView] {
    var views: [TapView] = []
    for (number, tap) in chain.enumerated() {
      let before = views.last?.expected ?? []
      views.append(TapView(tap, number, timeline, before: before, isFinal: isFinal))
    }
    return views
  }

  private static func states(atFirstTapOf timeline: ChainTimeline) -> [TracedTag.State] {
    timeline.tracks.map { $0.steps[0] == nil ? .absent : .present }
  }

  private static func tag(
    _ index: Int,
    _ timeline: ChainTimeline,
    _ chain: [Tap],
    _ states: [[TracedTag.State]],
    _ wrongAt: String?
  ) -> TracedTag {
    let track = timeline.tracks[index]
    let first = track.steps.indices.first { track.steps[$0] != nil } ?? 0
    let copies = track.steps[first]?.copies ?? []
    let tag = chain[first].tags[copies.first ?? 0]
    return TracedTag(
      kind: tag.kind,
      digest: tag.digest,
      time: track.origin,
      arrival: copies.compactMap { chain[first].tags[$0].arrival }.min(),
      states: states.map { $0[index] },
      times: track.steps.map { $0?.position },
      wrongAt: wrongAt
    )
  }
}

extension TracedTap {
  fileprivate init(_ tap: Tap) {
    self.init(name: tap.name)
    if tap.failure != nil, tap.tags.isEmpty, tap.knownRenditions.isEmpty { state = .unreadable }
    renditions = tap.renditions.filter { !$0.isEmpty }.sorted()
    carriages = Set(tap.tags.map(\.carriage)).sorted()
    (unreadSegments, unread, leftOut) = (tap.unreadSegments, tap.unreadSpans, tap.leftOut)
    (failure, isRecords) = (tap.failure, !tap.isStream)
  }
}

/// The faults of a hop, as incidents: consecutive tags with the same fault form one incident.
private struct IncidentList {
  private(set) var all: [TraceIncident] = []
  /// The positions of the first and the last tag that is lost or changed.
  private(set) var began: TracePlace?
  private(set) var ended: TracePlace?

  private struct Kind: Hashable {
    var fault: TagFault
    var from: Int
    var renditions: [String]
    var detail: String?
  }

  private struct Open {
    var incident: Int
    /// The row of the incident's last tag, from `oldRow` or `newRow`.
    var row: Int
  }

  init(_ judge: HopJudge, _ chain: [Tap], _ timeline: ChainTimeline, _ number: Int) {
    let tracks = timeline.tracks
    let repair = Self.repair(chain, number)
    // Missing tags are numbered among the earlier taps' tags, and all other tags among this tap's tags.
    var (oldRow, newRow) = ([Int](), [Int]())
    var (oldCount, newCount) = (0, 0)
    for (index, track) in tracks.enumerated() {
      oldRow.append(oldCount)
      newRow.append(newCount)
      if track.steps[number] != nil { newCount += 1 }
      switch judge.states[index] {
      case .present where track.steps.prefix(number).contains { $0 != nil }: oldCount += 1
      case .fault(let fault) where fault != .extra: oldCount += 1
      default: break
      }
    }
    let missing = Self.missing(judge.faults)
    let before = Self.nearest(missing, tracks.indices, timeline, number, chain[number])
    let after = Self.nearest(missing, tracks.indices.reversed(), timeline, number, chain[number])
    func place(_ track: Int, _ tap: Int) -> TracePlace? {
      tracks[track].steps[tap].map { TracePlace(chain[tap].tags[$0.copies[0]]) }
    }
    var open: [Kind: Open] = [:]
    for fault in judge.faults.sorted(by: { ($0.track, $0.fault.rank) < ($1.track, $1.fault.rank) })
    {
      let isMissing = fault.fault == .lost || fault.fault == .replaced
      let isExtra = fault.fault == .extra
      let row = isMissing ? oldRow[fault.track] : newRow[fault.track]
      guard let first = place(fault.track, isExtra ? number : fault.from) else { continue }
      if fault.fault.fails {
        began = began ?? first
        ended = first
      }
      let here = place(fault.track, number)
      let again = tracks[fault.track].steps[number]?.doubles.first
      let (leading, following) =
        switch fault.fault {
        case .lost, .replaced, .lostInRendition: (before[fault.track], after[fault.track])
        case .doubled: (here, again.map { TracePlace(chain[number].tags[$0]) })
        case .changed, .moved, .late, .extra: (here, here)
        }
      let kind = Kind(
        fault: fault.fault,
        from: fault.from,
        renditions: fault.renditions,
        detail: fault.fault == .moved ? fault.detail : nil
      )
      let distance = isExtra ? Self.extraDistance : 1
      if let last = open[kind], row - last.row <= distance,
        Self.isAlike(all[last.incident].shift, fault.shift)
      {
        all[last.incident].count += 1
        all[last.incident].last = first
        all[last.incident].after = following
        open[kind]?.row = row
        continue
      }
      open[kind] = Open(incident: all.count, row: row)
      all.append(
        TraceIncident(
          fault: fault.fault,
          from: chain[fault.from].name,
          to: chain[number].name,
          first: first,
          last: first,
          before: leading,
          after: following,
          renditions: fault.renditions.filter { !$0.isEmpty },
          detail: fault.detail,
          shift: fault.shift,
          repair: fault.from == number - 1 ? repair : Self.repair(chain, number, from: fault.from)
        )
      )
    }
  }

  /// The missing tags, each with a rendition that lacks the tag, or nil if all renditions lack it.
  private static func missing(_ faults: [HopJudge.Fault]) -> [Int: String?] {
    var missing: [Int: String?] = [:]
    for fault in faults {
      switch fault.fault {
      case .lost, .replaced: missing[fault.track] = .some(nil)
      case .lostInRendition: missing[fault.track] = .some(fault.renditions.first)
      case .changed, .moved, .late, .doubled, .extra: break
      }
    }
    return missing
  }

  /// For each missing tag, the position of the nearest tag before it in `order` that an earlier tap also has: in the
  /// rendition that lacks the missing tag or, if all renditions lack it, in any rendition.
  private static func nearest(
    _ missing: [Int: String?],
    _ order: some Sequence<Int>,
    _ timeline: ChainTimeline,
    _ number: Int,
    _ tap: Tap
  ) -> [Int: TracePlace] {
    var found: [Int: TracePlace] = [:]
    var latest: [String: Int] = [:]
    var latestOfAll: Int?
    for index in order {
      if let rendition = missing[index] {
        let copy = rendition.map { latest[$0] } ?? latestOfAll
        found[index] = copy.map { TracePlace(tap.tags[$0]) }
      }
      let steps = timeline.tracks[index].steps
      guard steps.prefix(number).contains(where: { $0 != nil }), let step = steps[number] else {
        continue
      }
      latestOfAll = step.copies[0]
      for copy in step.copies { latest[tap.tags[copy].rendition ?? ""] = copy }
    }
    return found
  }

  /// The maximum number of tags from one extra tag of an incident to the next: every second tag may be in the earlier
  /// tap too, for example if the extra tags are in another language.
  private static let extraDistance = 2
  /// The maximum difference between the shifts of tags in one incident, in seconds.
  private static let sameShift = 1.0

  private static func isAlike(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one - other) <= sameShift
  }

  private static func repair(_ chain: [Tap], _ number: Int, from: Int? = nil) -> String {
    let (old, new) = (chain[from ?? number - 1], chain[number])
    let carriages = [old, new].map {
      Set($0.tags.map(\.carriage)).sorted().joined(separator: " and ")
    }
    let change =
      carriages[0] != carriages[1] && !carriages.contains("")
      ? ", which converts \(carriages[0]) to \(carriages[1])" : ""
    return "whoever runs the step from \(old.name) to \(new.name)\(change)"
  }
}

extension TagFault {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
