/// Judges the tags of one tap against the taps before it.
struct HopJudge {
  struct Fault {
    var fault: TagFault
    /// The index of the tag in the timeline.
    var track: Int
    /// The last tap that has the tag without the fault; for an extra tag, the tap before the hop.
    var from: Int
    var renditions: [String] = []
    var detail: String?
    var shift: Double?
  }

  private(set) var hop: TracedHop
  private(set) var faults: [Fault] = []
  /// The state of each tag at this tap, in the order of the timeline.
  private(set) var states: [TracedTag.State]

  private let taps: [Tap]
  private let timeline: ChainTimeline
  private let number: Int
  private let views: [TapView]
  /// The states of all tags at each earlier tap.
  private let earlier: [[TracedTag.State]]
  private let isFinal: Bool
  /// The parts between discontinuities in which this tap has tags that no earlier tap has.
  private var otherRuns: Set<Int> = []

  /// The minimum tolerance, in seconds, for the difference between a tag's shift and the usual shift.
  private static let tolerance = 0.5
  /// The minimum tolerance, in seconds, for the difference between the shift of a tag's time of day and the usual
  /// shift. Playlists have a time of day only per segment.
  private static let clockTolerance = 1.0
  /// The seconds by which a tag may arrive later than usual.
  private static let lateLimit = 10.0
  /// The maximum change, in seconds, of the distance between tags and audio. Multiplexers send audio ahead by different
  /// times.
  private static let audioTolerance = 2.0
  /// The maximum length, in seconds, of content after a discontinuity that may be a replacement.
  private static let longestBreak = 600.0

  init(
    _ taps: [Tap],
    _ timeline: ChainTimeline,
    _ number: Int,
    _ views: [TapView],
    earlier: [[TracedTag.State]],
    isFinal: Bool
  ) {
    (self.taps, self.timeline, self.number) = (taps, timeline, number)
    (self.views, self.earlier, self.isFinal) = (views, earlier, isFinal)
    hop = TracedHop(from: taps[number - 1].name, to: taps[number].name)
    states = []
    states.reserveCapacity(timeline.tracks.count)
    judge()
  }

  private var placement: TapPlacement { timeline.placements[number] }

  // MARK: - All tags

  private mutating func judge() {
    let neighbours = neighbours()
    otherRuns = Set(
      timeline.tracks.indices.filter { !isKnown($0) }.compactMap { run(of: $0, at: number) }
    )
    let deviations = timeline.tracks.flatMap { $0.steps[number]?.deviations ?? [] }
    var usual = UsualValue(deviations, tolerance: Self.tolerance)
    measure(deviations)
    let clock = clockDistances()
    var usualClock = UsualValue(clock.compactMap(\.self), tolerance: Self.clockTolerance)
    for (index, track) in timeline.tracks.enumerated() {
      let before = (0..<number).last { track.steps[$0] != nil }
      guard track.steps[number] != nil else {
        states.append(absent(index, before, neighbours[index]))
        continue
      }
      guard let before else {
        states.append(new(index))
        continue
      }
      let start = faults.count
      judge(index, from: before, &usual)
      if let distance = clock[index].flatMap({ usualClock.distance(of: $0) }),
        !faults[start...].contains(where: { $0.fault == .moved })
      {
        add(
          .moved,
          index,
          from: before,
          detail: "relative to the time of day",
          shift: distance
        )
      }
      lateness(index, before)
      let worst = TagFault.allCases.first { fault in faults[start...].contains { $0.fault == fault }
      }
      states.append(worst.map { .fault($0) } ?? .present)
    }
    compareWithAudio()
  }

  /// For each tag, the nearest tags before and after it that both this tap and an earlier tap have.
  private func neighbours() -> [(before: Int?, after: Int?)] {
    let tracks = timeline.tracks
    var found: [(before: Int?, after: Int?)] = Array(repeating: (nil, nil), count: tracks.count)
    func isNeighbour(_ index: Int) -> Bool { isKnown(index) && run(of: index, at: number) != nil }
    var latest: Int?
    for index in tracks.indices {
      found[index].before = latest
      if isNeighbour(index) { latest = index }
    }
    latest = nil
    for index in tracks.indices.reversed() {
      found[index].after = latest
      if isNeighbour(index) { latest = index }
    }
    return found
  }

  /// Whether an earlier tap has a tag.
  private func isKnown(_ track: Int) -> Bool {
    (0..<number).contains { timeline.tracks[track].steps[$0] != nil }
  }

  /// The number of the part between discontinuities in which a tap has a tag. Nil if unknown, or if it lacks the tag.
  private func run(of track: Int, at tap: Int) -> Int? {
    timeline.tracks[track].steps[tap]?.position.map(timeline.placements[tap].run)
  }

  private mutating func add(
    _ fault: TagFault,
    _ track: Int,
    from: Int,
    renditions: [String] = [],
    detail: String? = nil,
    shift: Double? = nil
  ) {
    hop.counts[fault, default: 0] += 1
    faults.append(
      Fault(
        fault: fault,
        track: track,
        from: from,
        renditions: renditions,
        detail: detail,
        shift: shift
      )
    )
  }

  // MARK: - Missing tags

  private mutating func absent(
    _ index: Int,
    _ before: Int?,
    _ neighbour: (before: Int?, after: Int?)
  ) -> TracedTag.State {
    // The tag first appears at a later tap, or was lost at an earlier one.
    guard let before else { return .absent }
    let isGone = earlier[(before + 1)...].contains { states in
      switch states[index] {
      case .fault, .absent: true
      case .present, .notRead: false
      }
    }
    if isGone { return .absent }
    let track = timeline.tracks[index]
    let judging = views[number].judging(track.position, views[before], isFinal: isFinal)
    let isHere = before == number - 1
    guard !judging.isEmpty else {
      if isHere { hop.outside += 1 }
      return .notRead
    }
    let part = part(of: index, before, neighbour)
    guard part != .open else {
      if isHere { hop.outside += 1 }
      return .notRead
    }
    hop.judged += 1
    let fault = part == .replaced ? TagFault.replaced : .lost
    add(fault, index, from: before)
    return .fault(fault)
  }

  private enum Part {
    case content
    case replaced
    /// Whether the content was replaced is not known yet.
    case open
  }

  /// Whether the content around a missing tag was replaced: this tap has other tags in that part between
  /// discontinuities, or it has discontinuities, which the earlier tap lacks, on both sides of the tag.
  private func part(of track: Int, _ before: Int, _ neighbour: (before: Int?, after: Int?)) -> Part
  {
    guard let position = timeline.tracks[track].position else { return .content }
    let run = placement.own(position).run
    let ends = [neighbour.before, neighbour.after].compactMap(\.self)
    let isOther = !ends.isEmpty && ends.allSatisfy { self.run(of: $0, at: number) != run }
    if isOther, otherRuns.contains(run) { return .replaced }
    func distance(_ first: Int, _ last: Int, at tap: Int) -> Int? {
      guard let first = self.run(of: first, at: tap), let last = self.run(of: last, at: tap) else {
        return nil
      }
      return last - first
    }
    switch (neighbour.before, neighbour.after) {
    case (let first?, let last?):
      let here = distance(first, last, at: number) ?? 0
      return here - (distance(first, last, at: before) ?? 0) >= 2 ? .replaced : .content
    case (nil, nil): return .content
    case (let known?, nil), (nil, let known?):
      let there = distance(known, track, at: before).map(abs) ?? 0
      guard let start = self.run(of: known, at: number), abs(run - start) > there else {
        return .content
      }
      let begin = placement.start(ofRun: run) ?? views[number].start
      let end = placement.start(ofRun: run + 1) ?? views[number].end
      return end - begin > Self.longestBreak ? .content : .open
    }
  }

  // MARK: - Tags at this tap

  /// Judges a tag that no earlier tap has.
  private mutating func new(_ index: Int) -> TracedTag.State {
    let track = timeline.tracks[index]
    guard !views[number - 1].judging(track.position, views[number], isFinal: isFinal).isEmpty else {
      return .present
    }
    add(.extra, index, from: number - 1)
    return .fault(.extra)
  }

  private mutating func judge(_ index: Int, from before: Int, _ usual: inout UsualValue) {
    let track = timeline.tracks[index]
    guard let old = track.steps[before], let new = track.steps[number] else { return }
    if before == number - 1 {
      (hop.judged, hop.present) = (hop.judged + 1, hop.present + 1)
    } else if earlier[number - 1][index] != .notRead {
      hop.returned += 1
    }
    let (oldTags, newTags) = (taps[before].tags, taps[number].tags)
    losses(index, from: before, old, new)
    let changed = new.copies.filter { copy in
      !old.copies.contains {
        newTags[copy].isSame(as: oldTags[$0]) && newTags[copy].isCut == oldTags[$0].isCut
      }
    }
    if let first = changed.first {
      add(
        .changed,
        index,
        from: before,
        renditions: changed.count == new.copies.count ? [] : names(changed, newTags),
        detail: TagChange(from: oldTags[old.copies[0]], to: newTags[first]).words
      )
    }
    let moved = zip(new.copies, new.deviations).compactMap { copy, deviation in
      usual.distance(of: deviation).map { (copy: copy, shift: $0) }
    }
    if let first = moved.first {
      add(
        .moved,
        index,
        from: before,
        renditions: moved.count == new.copies.count
          ? [] : names(moved.map(\.copy), newTags),
        shift: first.shift
      )
    }
    if new.doubles.count > old.doubles.count {
      let renditions = names(new.doubles, newTags)
      let isWhole = renditions.count == Set(new.copies.map { newTags[$0].rendition ?? "" }).count
      add(.doubled, index, from: before, renditions: isWhole ? [] : renditions)
    }
  }

  /// Finds the renditions that lost a tag. A rendition that lacks the tag at the earlier tap too has not lost it. If
  /// the taps have different rendition names, the numbers of renditions without the tag are compared.
  private mutating func losses(
    _ index: Int,
    from before: Int,
    _ old: TagTrack.Step,
    _ new: TagTrack.Step
  ) {
    let position = timeline.tracks[index].position
    let missing = views[number].judging(position, views[before], isFinal: isFinal)
      .subtracting(new.copies.map { taps[number].tags[$0].rendition ?? "" })
    guard !missing.isEmpty else { return }
    let missingBefore = views[before].expected
      .subtracting(old.copies.map { taps[before].tags[$0].rendition ?? "" })
    let hasSameNames = views[number].expected == views[before].expected
    let lost =
      hasSameNames
      ? missing.subtracting(missingBefore)
      : missing.count > missingBefore.count ? missing : []
    guard !lost.isEmpty else { return }
    add(.lostInRendition, index, from: before, renditions: lost.sorted())
  }

  private func names(_ copies: [Int], _ tags: [TapTag]) -> [String] {
    Set(copies.map { tags[$0].rendition ?? "" }).sorted()
  }

  // MARK: - Clocks

  /// For each tag, the seconds from its time of day in the previous tap's stream to its time of day in this tap's
  /// stream. Nil if either time of day is unknown.
  private func clockDistances() -> [Double?] {
    timeline.tracks.map { track in
      guard let old = track.steps[number - 1], let new = track.steps[number],
        let from = taps[number - 1].tags[old.copies[0]].wallClock,
        let to = taps[number].tags[new.copies[0]].wallClock
      else { return nil }
      return to - from
    }
  }

  /// The seconds from a tag's arrival at the tap `before` to its arrival at this tap. Nil if either is unknown.
  private func delay(_ track: TagTrack, from before: Int) -> Double? {
    guard let old = track.steps[before], let new = track.steps[number],
      let from = old.copies.compactMap({ taps[before].tags[$0].arrival }).min(),
      let to = new.copies.compactMap({ taps[number].tags[$0].arrival }).min()
    else { return nil }
    return to - from
  }

  private mutating func measure(_ deviations: [Double]) {
    let offsets = [number - 1, number].map { timeline.placements[$0].offset }
    if let from = offsets[0], let to = offsets[1], !timeline.placements[number].hasNothingCommon,
      !deviations.isEmpty
    {
      hop.offset = to - from
      hop.spread = deviations.map(abs).percentile(0.95)
    }
    let delays = timeline.tracks.compactMap { delay($0, from: number - 1) }
    let values = delays.isEmpty ? clockDistances().compactMap(\.self) : delays
    guard let median = values.median, let percentile95 = values.percentile(0.95),
      let maximum = values.max()
    else { return }
    hop.latency = TracedHop.Latency(
      isArrival: !delays.isEmpty,
      median: median,
      percentile95: percentile95,
      maximum: maximum
    )
  }

  private mutating func lateness(_ index: Int, _ before: Int) {
    guard before == number - 1, let latency = hop.latency, latency.isArrival,
      let delay = delay(timeline.tracks[index], from: before),
      delay > latency.median + Self.lateLimit
    else { return }
    add(.late, index, from: before, shift: delay - latency.median)
  }

  /// Checks whether all tags moved relative to the audio, which only the multiplex of a transport stream shows.
  private mutating func compareWithAudio() {
    let both = timeline.tracks.indices.filter { index in
      timeline.tracks[index].steps[number - 1] != nil && timeline.tracks[index].steps[number] != nil
    }
    func distance(_ index: Int, at tap: Int) -> Double? {
      timeline.tracks[index].steps[tap].flatMap { taps[tap].tags[$0.copies[0]].audioDistance }
    }
    let differences = both.compactMap { index in
      distance(index, at: number - 1).flatMap { old in
        distance(index, at: number).map { $0 - old }
      }
    }
    // A shift that begins in the middle does not apply to all tags.
    guard let shift = differences.median, abs(shift) > Self.audioTolerance,
      abs(UsualValue.first(of: differences)) > Self.audioTolerance
    else { return }
    let moved = Set(faults.filter { $0.fault == .moved }.map(\.track))
    for index in both where !moved.contains(index) {
      add(.moved, index, from: number - 1, detail: "relative to the audio", shift: shift)
      if states[index] == .present { states[index] = .fault(.moved) }
    }
  }
}
