import TimedMetadata

/// The renditions of a tap that must have tags, and the time range that was read of each, on the common timeline.
struct TapView {
  /// The renditions that must have the tags of this tap; `""` is a rendition without a name.
  let expected: Set<String>
  private let spans: [String: ClosedRange<Double>]
  /// The beginning and the end of what was read of all renditions, in seconds.
  let start: Double
  let end: Double
  /// Whether the tap has no tag, so that its position on the timeline is not known.
  private let hasNoTag: Bool
  private let tap: Tap
  private let placement: TapPlacement

  /// The seconds at an end of the read time range in which tags are not judged, because a tag's packets can come before
  /// or after the frames of its time.
  private static let edge = 1.0
  /// The seconds at the end of a tap that is still being read in which tags are not judged.
  private static let openEdge = 5.0
  /// The seconds after which a live tap that never had a tag counts as having lost the tags of the taps before it.
  static let longestSilence = 30.0

  /// Creates the view of the tap with the index `number`. `before` has the renditions that must have tags at the
  /// previous tap.
  init(_ tap: Tap, _ number: Int, _ timeline: ChainTimeline, before: Set<String>, isFinal: Bool) {
    (self.tap, placement) = (tap, timeline.placements[number])
    let steps = timeline.tracks.compactMap { $0.steps[number] }
    let known = tap.knownRenditions
    // A manifest's events apply to all its renditions.
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

  /// The renditions that share tags with others, and those that should have them. A rendition whose tags no other
  /// rendition has, such as one in another language, need not have the other tags.
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

  /// The renditions of this tap that must have a tag of `other` at a position on the common timeline. Renditions
  /// that were not read there are left out, unless the tap has no tag.
  func judging(_ position: Double?, _ other: TapView, isFinal: Bool) -> Set<String> {
    if hasNoTag {
      let isOld = position.map { $0 <= other.end - Self.longestSilence } ?? false
      return isFinal || (end - start > Self.longestSilence && isOld) ? expected : []
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
