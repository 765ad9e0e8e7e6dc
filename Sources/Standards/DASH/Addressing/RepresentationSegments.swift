/// The segments of a Representation (5.3.9) as the manifest describes them. Segments are computed on access, so a long
/// run of segments needs no more memory than a short one.
///
///     if let index = segments.index {
///       // read the bytes of `index`, then `try segments.entries(ofIndex: bytes, at: index)`
///     } else {
///       let range = presentation.availableSegments(of: representation, in: period, at: now)
///       for segment in segments[range] { print(segment.location.address) }
///     }
package struct RepresentationSegments: Sendable, Hashable {
  /// Ticks per second, not 0.
  package var timescale: UInt32 = 1
  /// `@presentationTimeOffset`: the media time at the start of the Period, in ticks.
  package var presentationTimeOffset: Int64 = 0
  /// `@eptDelta`: ticks from the presentation time offset to the first media time.
  package var earliestTimeDelta: Int64?
  /// `@availabilityTimeOffset`: how many seconds before its end a segment becomes available; may be infinite.
  package var availabilityTimeOffset = 0.0
  /// Whether segments become available only when they are complete. If false, parts are available earlier.
  package var isAvailableComplete = true
  /// The location of the initialization section; nil if there is none or the manifest does not locate it.
  package var initialization: SegmentLocation?
  /// The location of the segment index; nil if the manifest does not locate one. `entries(ofIndex:at:)` parses its
  /// bytes.
  package var index: SegmentLocation?
  /// Whether the manifest lists the segments, or gives only one without a duration. If their number is known, they are
  /// available at any time.
  package var isListed = false
  var source = SegmentAddressing.none
  var runs = SegmentRuns()

  package init() {}

  /// The number of segments; nil if the manifest does not say where they end.
  package var count: Int? { runs.count.map { min($0, sourceCount) } }

  /// The number of segments that can have an address.
  private var sourceCount: Int {
    switch source {
    case .none: 0
    case .template: .max
    case .list(let entries, _): entries.count
    case .whole: 1
    }
  }

  /// The segment at a position, counted from 0; nil if there is no such segment.
  package subscript(position: Int) -> Segment? {
    guard position < sourceCount, let slot = runs[position] else { return nil }
    let location = source.location(position: position, slot)
    return location.map { location in
      Segment(
        location: location,
        number: slot.number,
        time: slot.time,
        duration: slot.duration,
        secondsInPeriod: seconds(at: slot.time),
        durationSeconds: slot.duration.map { Double($0) / Double(timescale) }
      )
    }
  }

  /// The segments at these positions, up to the first position without a segment.
  package subscript(positions: Range<Int>) -> some Sequence<Segment> {
    sequence(state: positions.lowerBound) { (position: inout Int) -> Segment? in
      guard position < positions.upperBound, let segment = self[position] else { return nil }
      position += 1
      return segment
    }
  }

  /// The first segments, at most `limit`.
  package func all(limit: Int) -> some Sequence<Segment> { self[0..<min(count ?? limit, limit)] }

  /// The position of the first segment that starts at or after a media time in ticks; exact if segments do not overlap.
  package func position(startingFrom time: Int64) -> Int { runs.count(startingBefore: time) }

  /// Seconds from the start of the Period to a media time.
  package func seconds(at time: Int64) -> Double {
    Double(time - presentationTimeOffset) / Double(timescale)
  }
}
