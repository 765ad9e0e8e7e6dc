/// The segments of a Representation (5.3.9), as the manifest describes them: segments are made when
/// they are asked for, so that a million of them take no memory.
///
///     if let index = segments.index {
///       // read the bytes of `index`, then `try segments.entries(ofIndex: bytes, at: index)`
///     } else {
///       let range = presentation.availableSegments(of: representation, in: period, at: now)
///       for segment in segments[range] { … }
///     }
package struct RepresentationSegments: Sendable, Hashable {
  /// Ticks in a second, not 0.
  package var timescale: UInt32 = 1
  /// `@presentationTimeOffset`: the media time at the start of the Period, in ticks.
  package var presentationTimeOffset: Int64 = 0
  /// `@eptDelta`: from there to the first media time, in ticks.
  package var earliestTimeDelta: Int64?
  /// Seconds by which segments are there earlier than when complete; may be infinite.
  package var availabilityTimeOffset = 0.0
  /// False: a segment is there in parts before it is complete.
  package var isAvailableComplete = true
  /// What has to be read before the segments; nil: they stand alone, or it is not said where.
  package var initialization: SegmentLocation?
  /// The bytes that have to be read for `entries(ofIndex:at:)`; nil: there is no index.
  package var index: SegmentLocation?
  /// Each segment is listed in the manifest: it is there, whatever the clock says.
  package var isListed = false
  /// Where segments are and what they are called.
  var source = SegmentAddressing.none
  /// When they are.
  var runs = SegmentRuns()

  package init() {}

  /// How many there are; nil where they have no end: a Period that is open and has no list.
  package var count: Int? { runs.count.map { min($0, sourceCount) } }

  /// How many have an address.
  private var sourceCount: Int {
    switch source {
    case .none: 0
    case .template: .max
    case .list(let entries, _): entries.count
    case .whole: 1
    }
  }

  /// The segment at a position counted from 0; nil where there is none.
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

  /// The segments at positions, up to the first that is not there.
  package subscript(positions: Range<Int>) -> some Sequence<Segment> {
    sequence(state: positions.lowerBound) { (position: inout Int) -> Segment? in
      guard position < positions.upperBound, let segment = self[position] else { return nil }
      position += 1
      return segment
    }
  }

  /// All segments; of a list without end the first `limit`.
  package func all(limit: Int) -> some Sequence<Segment> { self[0..<min(count ?? limit, limit)] }

  /// The position of the first segment that starts at a media time or after it: where to go on in
  /// the next version of the manifest. Exact where segments do not overlap.
  package func position(startingFrom time: Int64) -> Int { runs.count(startingBefore: time) }

  /// From the start of the Period to a media time, in seconds.
  package func seconds(at time: Int64) -> Double {
    Double(time - presentationTimeOffset) / Double(timescale)
  }
}
