import TimedMetadata

/// Which renditions of a tap must have tags, and what was read of them, on the common timeline.
struct TapView {
  /// The renditions that must have the tags of this tap; `""` is the one without a name.
  let expected: Set<String>
  private let spans: [String: ClosedRange<Double>]
  /// What was read of the whole tap.
  let start: Double
  let end: Double
  /// Whether the tap has no tag: none tells where on the timeline it lies.
  private let hasNoTag: Bool
  private let tap: Tap
  private let placement: TapPlacement

  /// Seconds at the ends of what was read in which a tag may be outside: its packets come before or after the frames of its
  /// time.
  private static let edge = 1.0
  /// The same while a tap is still read.
  private static let openEdge = 5.0
  /// Seconds of a live tap without any tag before its tags count as lost.
  static let patience = 30.0

  /// `before` are the renditions with tags at the tap before.
  init(_ tap: Tap, _ number: Int, _ timeline: ChainTimeline, before: Set<String>, isFinal: Bool) {
    (self.tap, placement) = (tap, timeline.placements[number])
    let steps = timeline.tracks.compactMap { $0.steps[number] }
    let known = tap.knownRenditions
    // Events of a manifest are for all its renditions.
    let isInManifest = tap.tags.contains { $0.carriage == Carriage.mpdEvent.rawValue }
    let adopted = isInManifest ? [] : known.intersection(before)
    expected = Self.carriers(tap, steps).union(adopted)
      .union(steps.isEmpty ? known.union(known.isEmpty ? [""] : []) : [])
    let placement = placement
    spans = tap.coverage().mapValues { span in
      let (first, last) = (placement.common(span.lowerBound), placement.common(span.upperBound))
      return min(first, last)...max(first, last)
    }
    start = spans.values.map(\.lowerBound).min() ?? 0
    end = spans.values.map(\.upperBound).max() ?? 0
    hasNoTag = steps.isEmpty
  }

  /// The renditions whose tags other renditions have too, and those that should have them. A rendition with tags of its own,
  /// such as another language, lacks none.
  private static func carriers(_ tap: Tap, _ steps: [TagTrack.Step]) -> Set<String> {
    let all = tap.renditions
    guard all.count > 1 else { return all }
    var (own, shared) = (Set<String>(), Set<String>())
    for step in steps {
      let names = Set(step.copies.map { tap.tags[$0].rendition ?? "" })
      if names.count > 1 { shared.formUnion(names) } else { own.formUnion(names) }
    }
    let carrying = shared.isEmpty ? own : shared
    return carrying.union(all.subtracting(own).subtracting(shared))
  }

  /// The renditions of this tap that must have a tag at a position of the common timeline, which `other` has: those of which
  /// that place was read.
  func judging(_ position: Double?, _ other: TapView, isFinal: Bool) -> Set<String> {
    if hasNoTag {
      let isOld = position.map { $0 <= other.end - Self.patience } ?? false
      return isFinal || (end - start > Self.patience && isOld) ? expected : []
    }
    guard let position else { return [] }
    let own = placement.own(position).position
    return expected.filter { name in
      guard let span = spans[name] ?? (spans.count == 1 ? spans.values.first : nil) else {
        return false
      }
      let beginsEarlier = tap.isPart || other.start < span.lowerBound - Self.edge
      let endsLater = tap.isPart || !isFinal || other.end > span.upperBound + Self.edge
      let margin = isFinal ? Self.edge : Self.openEdge
      return position >= span.lowerBound + (beginsEarlier ? Self.edge : -Self.edge)
        && position <= span.upperBound + (endsLater ? -margin : Self.edge)
        && !tap.isUnread(own, in: name, edge: Self.edge)
    }
  }
}
