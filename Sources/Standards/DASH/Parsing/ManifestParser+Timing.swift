/// The times of segments (5.3.9.5, 5.3.9.6).
extension ManifestParser {
  /// A last segment that would be shorter than this fraction of the segment duration is not counted.
  private static let tolerance = 1e-6

  mutating func timing(
    _ information: SegmentInformation,
    in period: Period,
    _ element: ManifestElement
  ) -> SegmentTiming {
    var timing = SegmentTiming()
    if let holder = information.holder(of: "timescale") {
      timing.timescale = timescale(holder) ?? 1
    }
    if let holder = information.holder(of: "presentationTimeOffset") {
      timing.presentationTimeOffset = integer(holder, "presentationTimeOffset") ?? 0
    }
    if let holder = information.holder(of: "eptDelta") {
      let range = -SegmentRuns.maximumTicks...SegmentRuns.maximumTicks
      timing.earliestTimeDelta = integer(holder, "eptDelta", in: range)
    }
    if let holder = information.holder(of: "startNumber") {
      timing.startNumber = integer(holder, "startNumber") ?? 1
    }
    if let holder = information.holder(of: "endNumber") {
      timing.endNumber = integer(holder, "endNumber")
    }
    let listed = information.kind == .list ? information.children("SegmentURL").count : nil
    if information.kind == .base {
      single(&timing, in: period)
    } else if let timeline = information.child("SegmentTimeline") {
      timing.isListed = true
      timing.runs = TimelineReader.runs(of: timeline, timing: timing, period: period, &self)
      if let listed, let count = timing.runs.count, listed != count {
        notes.add(
          .inconsistent,
          "SegmentList",
          timeline,
          "the list has \(listed) SegmentURL elements, but the timeline has \(count) segments; "
            + "the smaller number is read"
        )
      }
    } else if let holder = information.holder(of: "duration"),
      let duration = integer(holder, "duration", in: 1...SegmentRuns.maximumTicks)
    {
      regular(&timing, duration: duration, listed: listed, in: period, element)
    } else if let listed, listed > 1 {
      notes.add(
        .missing,
        "SegmentList@duration",
        element,
        "a SegmentList has no usable duration, so the times of its segments are unknown"
      )
      for number in 0..<Int64(listed) {
        let time = timing.presentationTimeOffset
        timing.runs.append(number: number + timing.startNumber, time: time, duration: nil, count: 1)
      }
      timing.isListed = true
    } else {
      single(&timing, in: period)
    }
    return timing
  }

  /// Adds one segment that is as long as the Period.
  private func single(_ timing: inout SegmentTiming, in period: Period) {
    timing.isListed = true
    timing.runs.append(
      number: timing.startNumber,
      time: timing.presentationTimeOffset,
      duration: ticks(period.duration, timescale: timing.timescale),
      count: 1
    )
  }

  /// Adds segments of equal duration. Their number comes from the list, from `endNumber` or from the Period's duration.
  /// If all three are missing, the run has no end.
  private mutating func regular(
    _ timing: inout SegmentTiming,
    duration: Int64,
    listed: Int?,
    in period: Period,
    _ element: ManifestElement
  ) {
    var count = listed
    if listed != nil {
      timing.isListed = true
    } else if let last = timing.endNumber {
      count = Int(max(0, last - timing.startNumber + 1))
    } else if let length = period.duration {
      let segments = length * Double(timing.timescale) / Double(duration)
      let whole = (segments - Self.tolerance).rounded(.up)
      count = max(length > 0 ? 1 : 0, Int(min(whole, Double(limits.segments) + 1)))
    } else if presentation.kind == .static {
      notes.add(
        .missing,
        "MPD@mediaPresentationDuration",
        element,
        "the Period has no known duration, so the number of its segments is unknown"
      )
    }
    if let known = count, known > limits.segments {
      noteTooMany(element)
      count = limits.segments
    }
    let isTaken = timing.runs.append(
      number: timing.startNumber,
      time: timing.presentationTimeOffset,
      duration: duration,
      count: count
    )
    if !isTaken {
      notes.add(
        .invalid,
        "SegmentTemplate@duration",
        element,
        "segments have impossible times or numbers and are ignored"
      )
    }
  }

  mutating func noteTooMany(_ element: ManifestElement) {
    notes.add(
      .unsupported,
      "segments",
      element,
      "a Representation has more than \(limits.segments) segments: the others are ignored"
    )
  }
}
