/// The tags of all taps on a common timeline, the first tap's timeline. Corresponding tags of several taps form one
/// track.
struct ChainTimeline: Sendable {
  /// The tags, sorted by time once all taps have been added.
  private(set) var tracks: [TagTrack] = []
  /// The position of each tap on the common timeline.
  private(set) var placements: [TapPlacement] = []
  private let taps: [Tap]

  init(_ taps: [Tap]) {
    self.taps = taps
    for number in taps.indices { add(number) }
    let origins = tracks.map { $0.origin ?? .infinity }
    let order = tracks.indices.sorted { (origins[$0], $0) < (origins[$1], $1) }
    tracks = order.map { tracks[$0] }
  }

  // MARK: - Adding a tap

  private mutating func add(_ number: Int) {
    let tap = taps[number]
    let occurrences = TagOccurrence.all(in: tap)
    var placement = TapPlacement(tap)
    guard tracks.contains(where: { $0.latest < number }) else {
      placements.append(placement)
      for track in tracks.indices { tracks[track].steps.append(nil) }
      for occurrence in occurrences { begin(occurrence, number, placement) }
      return
    }
    placement.offset = offset(of: occurrences, number)
    for track in tracks.indices { tracks[track].steps.append(nil) }
    var rest = Set(occurrences.indices)
    for stage in TagMatching.Stage.allCases {
      match(occurrences, &rest, number, placement, stage)
      // The matched tags show the shifts at discontinuities, which help to match the other tags.
      placement.shifts = shifts(number, placement)
    }
    placement.settle()
    placement.hasNothingCommon =
      !occurrences.isEmpty && !isSameContent(occurrences, number, placement)
    guard !placement.hasNothingCommon else { return placements.append(placement) }
    settle(number, placement)
    addDoubles(occurrences, &rest, number)
    placements.append(placement)
    for index in rest.sorted() { begin(occurrences[index], number, placement) }
  }

  private mutating func begin(_ occurrence: TagOccurrence, _ number: Int, _ tap: TapPlacement) {
    let tags = taps[number].tags
    var track = TagTrack(
      occurrence,
      firstTap: number,
      position: occurrence.position.map(tap.common)
    )
    track.steps[number]?.common = occurrence.copies.map { copy in
      (tap.usesWallClock ? tags[copy].wallClock : tags[copy].time).map(tap.common)
    }
    tracks.append(track)
  }

  private func key(_ stage: TagMatching.Stage, _ track: TagTrack) -> String? {
    track.steps[track.latest].flatMap { stage.key(taps[track.latest].tags[$0.copies[0]]) }
  }

  /// The offset from the common timeline to a tap's timeline, in seconds. Nil if unknown.
  private func offset(of occurrences: [TagOccurrence], _ number: Int) -> Double? {
    for stage in [TagMatching.Stage.bytes, .payload, .identity] {
      let known = tracks.map { TagMatching.Known(key: key(stage, $0), position: $0.position) }
      let new = occurrences.map {
        TagMatching.Known(
          key: stage.key(taps[number].tags[$0.copies[0]]),
          position: $0.position
        )
      }
      if let offset = TagMatching.offset(known, new) { return offset }
    }
    return nil
  }

  private mutating func match(
    _ occurrences: [TagOccurrence],
    _ rest: inout Set<Int>,
    _ number: Int,
    _ placement: TapPlacement,
    _ stage: TagMatching.Stage
  ) {
    // A copy with other bytes in one rendition belongs to a tag that was found in other renditions.
    for isAddition in stage == .bytes ? [false] : [false, true] where !rest.isEmpty {
      let known = tracks.map { track in
        let isOpen = (track.steps[number] != nil) == isAddition
        return TagMatching.Known(key: isOpen ? key(stage, track) : nil, position: track.position)
      }
      let new = occurrences.indices.map { index in
        TagMatching.Known(
          key: rest.contains(index)
            ? stage.key(taps[number].tags[occurrences[index].copies[0]]) : nil,
          position: occurrences[index].position.map(placement.common)
        )
      }
      let within: Double? = stage == .place || isAddition ? TagMatching.near : nil
      for pair in TagMatching.pairs(known, new, within: within) {
        let occurrence = occurrences[pair.occurrence]
        guard
          isLikely(tracks[pair.track], taps[number].tags[occurrence.copies[0]], stage),
          !isAddition || isInOtherRenditions(occurrence, tracks[pair.track], number)
        else { continue }
        rest.remove(pair.occurrence)
        add(occurrence, to: pair.track, number)
      }
    }
  }

  private func isLikely(_ track: TagTrack, _ tag: TapTag, _ stage: TagMatching.Stage) -> Bool {
    guard let part = stage.mostChanged else { return true }
    guard let step = track.steps[track.latest] else { return false }
    let old = taps[track.latest].tags[step.copies[0]]
    return TagChange.isLikely(from: old, to: tag, atMost: part)
  }

  /// Whether a tap shows the content of the taps before it: enough tags are alike in the common time range. Other
  /// content can have the same sequence numbers and times, and a few equal tags.
  private func isSameContent(
    _ occurrences: [TagOccurrence],
    _ number: Int,
    _ placement: TapPlacement
  ) -> Bool {
    let alike = tracks.count { track in
      guard let old = track.steps[track.latest], let new = track.steps[number] else { return false }
      let before = taps[track.latest].tags[old.copies[0]]
      let after = taps[number].tags[new.copies[0]]
      return before.digest == after.digest
        || TagChange.isLikely(from: before, to: after, atMost: TagMatching.alike)
    }
    let sides = [
      tracks.compactMap(\.position),
      occurrences.compactMap { $0.position.map(placement.common) },
    ]
    let start = sides.compactMap { $0.min() }.max() ?? 0
    let end = sides.compactMap { $0.max() }.min() ?? 0
    let shared = sides.map { side in side.count { $0 >= start && $0 <= end } }.min() ?? 0
    return alike > 0 && Double(alike) >= Self.fewestAlike * Double(shared)
  }

  /// The minimum share of alike tags in the same content.
  private static let fewestAlike = 0.1

  private func isInOtherRenditions(
    _ occurrence: TagOccurrence,
    _ track: TagTrack,
    _ number: Int
  ) -> Bool {
    let tags = taps[number].tags
    let present = Set(track.steps[number]?.copies.map { tags[$0].rendition } ?? [])
    return occurrence.copies.allSatisfy { !present.contains(tags[$0].rendition) }
  }

  private mutating func add(_ occurrence: TagOccurrence, to track: Int, _ number: Int) {
    if tracks[track].steps[number] == nil {
      tracks[track].steps[number] = TagTrack.Step(
        copies: occurrence.copies,
        doubles: occurrence.doubles,
        position: occurrence.position
      )
    } else {
      tracks[track].steps[number]?.copies += occurrence.copies
      tracks[track].steps[number]?.doubles += occurrence.doubles
    }
  }

  /// Adds repeated occurrences of matched tags as doubles.
  private mutating func addDoubles(
    _ occurrences: [TagOccurrence],
    _ rest: inout Set<Int>,
    _ number: Int
  ) {
    guard !rest.isEmpty else { return }
    var found: [String: [Int]] = [:]
    for (index, track) in tracks.enumerated() {
      guard let step = track.steps[number] else { continue }
      found[taps[number].tags[step.copies[0]].digest, default: []].append(index)
    }
    for index in rest.sorted() {
      let occurrence = occurrences[index]
      let tracks = found[taps[number].tags[occurrence.copies[0]].digest]?.prefix(64) ?? []
      let near = tracks.first { track in
        guard let position = self.tracks[track].steps[number]?.position,
          let other = occurrence.position
        else { return false }
        return abs(position - other) <= TagMatching.reach
      }
      guard let near else { continue }
      self.tracks[near].steps[number]?.doubles += occurrence.copies + occurrence.doubles
      rest.remove(index)
    }
  }

  // MARK: - Discontinuities

  /// The minimum number of tags that prove the shift of a part between discontinuities.
  private static let fewestTags = 3

  /// The shift of each part between discontinuities: the seconds by which the part is later than the offset predicts.
  /// It is measured at the part's first tags, as the clock may jump within the part. A part with few tags has the usual
  /// shift.
  private func shifts(_ number: Int, _ placement: TapPlacement) -> [Double] {
    let places = tracks.compactMap { track -> (position: Double, deviation: Double)? in
      guard let position = track.steps[number]?.position, let known = track.position else {
        return nil
      }
      return (position, position - (placement.offset ?? 0) - known)
    }
    var deviations: [[Double]] = Array(repeating: [], count: placement.runCount)
    for place in places.sorted(by: { $0.position < $1.position }) {
      deviations[placement.run(at: place.position)].append(place.deviation)
    }
    let usual = UsualValue.first(of: Array(deviations.joined()))
    return deviations.map { $0.count < Self.fewestTags ? usual : UsualValue.first(of: $0) }
  }

  /// The positions of a tag's copies at the latest tap that has the tag, by rendition.
  private func common(_ track: TagTrack) -> [String: Double] {
    guard let step = track.steps[track.latest] else { return [:] }
    let tags = taps[track.latest].tags
    return Dictionary(
      zip(step.copies, step.common).compactMap { copy, position in
        position.map { (tags[copy].rendition ?? "", $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Sets the positions on the common timeline of the tags at this tap, and their deviations from the earlier tap.
  private mutating func settle(_ number: Int, _ placement: TapPlacement) {
    let tags = taps[number].tags
    for index in tracks.indices {
      guard let step = tracks[index].steps[number] else { continue }
      let known = tracks[index].position
      let former = common(tracks[index])
      let positions = step.copies.map { copy in
        (placement.usesWallClock ? tags[copy].wallClock : tags[copy].time).map(placement.common)
      }
      tracks[index].steps[number]?.common = positions
      // A rendition is compared with the rendition of the same name at the earlier tap, if there is one.
      tracks[index].steps[number]?.deviations = zip(step.copies, positions).map { copy, position in
        guard let position, let known else { return 0 }
        return position - (former[tags[copy].rendition ?? ""] ?? known)
      }
      tracks[index].latest = number
      tracks[index].position = step.position.map(placement.common) ?? known
    }
  }
}

/// The position of a tap on the common timeline.
struct TapPlacement: Sendable {
  /// The offset from the common timeline to the tap's timeline, in seconds. Nil if unknown.
  var offset: Double? = 0
  /// How much later each part between discontinuities is than `offset` predicts, in seconds.
  var shifts: [Double] = []
  /// Whether the tap has tags, but does not show the content of the taps before it.
  var hasNothingCommon = false
  /// Whether positions of the tap are times of day.
  let usesWallClock: Bool
  private let discontinuities: [Double]
  private let tap: Tap

  init(_ tap: Tap) {
    self.tap = tap
    usesWallClock = tap.usesWallClock
    discontinuities = tap.discontinuities
  }

  /// Moves the first part's shift into `offset`, so that `offset` applies to the first tags and their shift is 0.
  mutating func settle() {
    guard let first = shifts.first, let offset else { return }
    self.offset = offset + first
    shifts = shifts.map { $0 - first }
  }

  var runCount: Int { discontinuities.count + 1 }

  func run(at position: Double) -> Int { tap.run(at: position) }

  private func shift(_ run: Int) -> Double { shifts.indices.contains(run) ? shifts[run] : 0 }

  /// Converts a position at the tap to the common timeline.
  func common(_ position: Double) -> Double {
    position - (offset ?? 0) - shift(tap.run(at: position))
  }

  /// Converts a position on the common timeline to the tap's part between discontinuities and the position at the tap.
  func own(_ position: Double) -> (run: Int, position: Double) {
    let moved = position + (offset ?? 0)
    let run = discontinuities.indices.last { discontinuities[$0] <= moved + shift($0 + 1) }
    let number = run.map { $0 + 1 } ?? 0
    return (number, moved + shift(number))
  }

  /// The position on the common timeline of the discontinuity that begins a part. Nil if no discontinuity begins it.
  func start(ofRun run: Int) -> Double? {
    guard run > 0, run <= discontinuities.count else { return nil }
    return discontinuities[run - 1] - (offset ?? 0) - shift(run)
  }
}
