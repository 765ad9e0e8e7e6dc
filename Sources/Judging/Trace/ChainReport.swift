/// What a trace found: where tags of a chain of taps are lost or changed.
package struct ChainReport: Sendable, Equatable {
  /// All taps, in the order of the chain.
  package var taps: [TracedTap] = []
  /// A hop between each tap and the one before it, of those that could be compared.
  package var hops: [TracedHop] = []
  /// What is wrong, by hop and time. Only the first are kept.
  package var incidents: [TraceIncident] = []
  /// The number of incidents.
  package var incidentCount = 0
  /// The tags that were traced, in the order of time.
  package var tags: [TracedTag] = []

  /// The result for the whole chain.
  package enum Verdict: String, Sendable {
    case pass
    /// A tag is lost or changed, or a tap does not show the content of the taps before it.
    case fail
    /// Nothing failed, as far as the taps could be read.
    case incomplete
    /// No tap has a tag.
    case noTags = "no-tags"
  }

  package var verdict: Verdict {
    let hasFailed =
      hops.contains { $0.failed > 0 } || taps.contains { $0.state == .nothingCommon }
    if hasFailed { return .fail }
    if isIncomplete { return .incomplete }
    return tags.isEmpty ? .noTags : .pass
  }

  /// Whether fewer than two taps could be read, or one of them not whole.
  package var isIncomplete: Bool {
    taps.count { $0.state != .unreadable } < 2
      || taps.contains { $0.failure != nil || $0.unreadSegments > 0 }
  }
}

/// A tap of a chain.
package struct TracedTap: Sendable, Equatable {
  /// Whether a tap was compared.
  package enum State: String, Sendable {
    case compared
    /// It could not be read.
    case unreadable
    /// It has tags, and fewer than a tenth of them are like those of the taps before it.
    case nothingCommon = "nothing-common"
  }

  package var name: String
  package var state = State.compared
  /// Tags, each once, however many renditions have it.
  package var tags = 0
  /// The renditions with tags, or that should have them; empty where there is one without a name.
  package var renditions: [String] = []
  /// How its tags were carried, such as `ts-pes`.
  package var carriages: [String] = []
  /// Segments that could not be read.
  package var unreadSegments = 0
  /// Where they are, in seconds on the timeline of the tap.
  package var unread: [ClosedRange<Double>] = []
  /// Tags that were left out because there were too many.
  package var leftOut = 0
  /// Why it could not be read, or not to its end.
  package var failure: String?
  /// Whether it was given as records, which do not have all that a stream has.
  package var isRecords = false
}

/// What happens to tags from one tap to the next.
package struct TracedHop: Sendable, Equatable {
  package var from: String
  package var to: String
  /// Tags of `from` at times that were read of `to`.
  package var judged = 0
  /// Of these the ones that `to` has, in any rendition.
  package var present = 0
  /// How many tags have each fault.
  package var counts: [TagFault: Int] = [:]
  /// Tags of `from` before or after what was read of `to`, or in segments that could not be read.
  package var outside = 0
  /// Tags that `to` has again after a tap before did not have them.
  package var returned = 0
  /// Seconds from the timeline of `from` to that of `to`; nil where they share no tag.
  package var offset: Double?
  /// Seconds within which the offset of 95 % of the tags is.
  package var spread: Double?
  /// Seconds that tags need from `from` to `to`.
  package var latency: Latency?
  /// The first and the last tag with a fault that fails.
  package var began: TracePlace?
  package var ended: TracePlace?

  /// How long tags take, by clocks.
  package struct Latency: Sendable, Equatable {
    /// Whether it is by when the taps received them, or by the times of the day in the streams.
    package var isArrival: Bool
    package var median: Double
    package var percentile95: Double
    /// That of the slowest tag.
    package var maximum: Double
  }

  /// Tags that are lost or changed.
  package var failed: Int {
    counts.reduce(0) { $0 + ($1.key.fails ? $1.value : 0) }
  }
}

/// What is wrong with a tag after a hop.
package enum TagFault: String, Sendable, CaseIterable {
  case lost
  /// Some renditions have it, others do not.
  case lostInRendition = "lost-in-rendition"
  case changed
  /// It is in content that was replaced, between two discontinuities.
  case replaced
  case moved
  case late
  case doubled
  case extra

  /// Whether it makes `trace` fail.
  package var fails: Bool { [.lost, .lostInRendition, .changed].contains(self) }
}

/// Tags in a row that one hop made wrong in the same way.
package struct TraceIncident: Sendable, Equatable {
  package var fault: TagFault
  /// The last tap that has the tags as they were.
  package var from: String
  /// The first tap at which they are wrong.
  package var to: String
  package var count = 1
  /// The first of the tags at `from`; at `to` for extra ones.
  package var first: TracePlace
  /// The last of them.
  package var last: TracePlace
  /// At `to`: the first of the tags; of lost and replaced ones the tag before them, in the rendition that lacks them.
  package var before: TracePlace?
  /// At `to`: the last of the tags, of doubled ones its second copy; of lost and replaced ones the tag after them.
  package var after: TracePlace?
  /// The renditions that have the fault; empty: all.
  package var renditions: [String] = []
  /// What else is known, such as which bytes changed.
  package var detail: String?
  /// Seconds by which the tags are late or moved.
  package var shift: Double?
  /// Who repairs it.
  package var repair = ""
}

/// Where a tag is.
package struct TracePlace: Sendable, Equatable {
  /// Seconds on the timeline of its tap.
  package var time: Double?
  /// Unix seconds: by the stream, else when it was received.
  package var wallClock: Double?
  package var rendition: String?
  package var segment: String?
  /// The byte in the input, or in the segment.
  package var offset: Int64?

  package init(_ tag: TapTag) {
    (time, rendition, segment, offset) = (tag.time, tag.rendition, tag.segment, tag.offset)
    wallClock = tag.wallClock ?? tag.arrival
  }
}

/// A tag on its way through the taps.
package struct TracedTag: Sendable, Equatable {
  package var kind: String
  /// SHA-256 of its bytes where it was first.
  package var digest: String
  /// Seconds on the timeline of the first tap.
  package var time: Double?
  /// What it is at each tap that was compared.
  package var states: [State]
  /// Seconds on the timeline of each of these taps; nil where it is not there.
  package var times: [Double?]
  /// The tap at which it is first wrong; nil where it never is.
  package var wrongAt: String?

  /// What a tag is at a tap.
  package enum State: Sendable, Equatable {
    case present
    /// Outside of what was read of the tap.
    case notRead
    /// Not there, as at a tap before.
    case absent
    case fault(TagFault)

    package var name: String {
      switch self {
      case .present: "present"
      case .notRead: "not-read"
      case .absent: "absent"
      case .fault(let fault): fault.rawValue
      }
    }
  }
}
