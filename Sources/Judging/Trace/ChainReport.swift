/// The result of a trace: where tags are lost or changed in a chain of taps.
package struct ChainReport: Sendable, Equatable {
  package var taps: [TracedTap] = []
  /// The hops between consecutive compared taps.
  package var hops: [TracedHop] = []
  /// The incidents that are kept, ordered by hop, then by time.
  package var incidents: [TraceIncident] = []
  /// The number of all incidents, including those that are not kept.
  package var incidentCount = 0
  /// The traced tags, in chronological order.
  package var tags: [TracedTag] = []

  /// Creates a report on taps that were not compared.
  package init(taps: [TracedTap] = []) { self.taps = taps }

  package enum Verdict: String, Sendable {
    case pass
    /// A tag is lost or changed, or a tap does not show the content of the taps before it.
    case fail
    /// Nothing failed, but a tap could not be read completely, or fewer than two could be read at all.
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

  package var isIncomplete: Bool {
    taps.count { $0.state != .unreadable } < 2
      || taps.contains { $0.failure != nil || $0.unreadSegments > 0 }
  }
}

package struct TracedTap: Sendable, Equatable {
  /// Whether the tap was compared with the others.
  package enum State: String, Sendable {
    case compared
    /// The tap could not be read at all.
    case unreadable
    /// The tap has tags, but none or too few of them match tags of the taps before it.
    case nothingCommon = "nothing-common"
  }

  package var name: String
  package var state = State.compared
  /// The number of tags. A tag in several renditions counts once. 0 if the tap was not compared.
  package var tags = 0
  /// The names of the renditions that have tags or should have them. A rendition without a name is left out.
  package var renditions: [String] = []
  /// How the tags are carried, such as `ts-pes`.
  package var carriages: [String] = []
  /// The number of segments that could not be read.
  package var unreadSegments = 0
  /// The time ranges of the unread segments, in seconds on the tap's timeline.
  package var unread: [ClosedRange<Double>] = []
  /// The number of tags that were dropped because the tap had too many.
  package var leftOut = 0
  /// Why the tap could not be read to its end. Nil if reading has not failed.
  package var failure: String?
  /// Whether the tap was given as records, which lack some facts of a stream.
  package var isRecords = false
}

/// The changes of tags from one tap to the next.
package struct TracedHop: Sendable, Equatable {
  package var from: String
  package var to: String
  /// The number of tags that were judged at `to`: the tags of `from`, and tags of earlier taps that `to` lacks and
  /// whose times `from` did not read.
  package var judged = 0
  /// The number of judged tags that `to` has in any rendition.
  package var present = 0
  package var counts: [TagFault: Int] = [:]
  /// The number of tags of `from` that were not judged because `to` was not read at their times, or may have replaced
  /// their content.
  package var outside = 0
  /// The number of tags that `to` and an earlier tap have, and whose state at `from` is a fault or `absent`.
  package var returned = 0
  /// The offset from the timeline of `from` to the timeline of `to`, in seconds. Nil if unknown.
  package var offset: Double?
  /// The deviation from `offset`, in seconds, that 95 % of the tags do not exceed.
  package var spread: Double?
  /// The time that tags take from `from` to `to`. Nil if unknown.
  package var latency: Latency?
  /// The positions of the first and the last tag that is lost or changed. Nil if there is no such tag.
  package var began: TracePlace?
  package var ended: TracePlace?

  /// The time that tags take from one tap to the next, in seconds.
  package struct Latency: Sendable, Equatable {
    /// True if arrival times were compared, false if the streams' times of day were compared.
    package var isArrival: Bool
    package var median: Double
    package var percentile95: Double
    package var maximum: Double
  }

  /// The number of faults that make `trace` fail: losses and changes of tags.
  package var failed: Int {
    counts.reduce(0) { $0 + ($1.key.fails ? $1.value : 0) }
  }
}

package enum TagFault: String, Sendable, CaseIterable {
  case lost
  /// Some renditions lack the tag.
  case lostInRendition = "lost-in-rendition"
  case changed
  /// The tag is in content that was replaced between two discontinuities.
  case replaced
  case moved
  case late
  case doubled
  case extra

  /// Whether the fault makes `trace` fail.
  package var fails: Bool { [.lost, .lostInRendition, .changed].contains(self) }

  /// Whether the fault raises an alarm in a live chain. Replaced content and extra tags raise none, because ad
  /// inserters cause them.
  package var raisesAlarm: Bool { self != .replaced && self != .extra }
}

/// Consecutive tags with the same fault at one hop.
package struct TraceIncident: Sendable, Equatable {
  package var fault: TagFault
  /// The last tap that has the tags without the fault. For extra tags, the tap before `to`.
  package var from: String
  /// The first tap that has the fault.
  package var to: String
  package var count = 1
  /// The position of the first tag at `from`. For extra tags, its position at `to`.
  package var first: TracePlace
  /// The position of the last tag at `from`. For extra tags, its position at `to`.
  package var last: TracePlace
  /// The position of the first tag at `to`. For tags that are replaced, or lost in all or some renditions, the position
  /// of the tag before them, in a rendition that lacks them.
  package var before: TracePlace?
  /// The position of the last tag at `to`; for doubled tags, the position of its second copy. For tags that are
  /// replaced or lost, the position of the tag after them.
  package var after: TracePlace?
  /// The named renditions that have the fault. Empty if all renditions have it.
  package var renditions: [String] = []
  /// Further facts, such as which bytes changed.
  package var detail: String?
  /// The seconds by which the tags are late or moved. Nil for other faults.
  package var shift: Double?
  /// Who can repair the fault.
  package var repair = ""
}

package struct TracePlace: Sendable, Equatable {
  /// The time in seconds on the tap's timeline.
  package var time: Double?
  /// The time of day in Unix seconds, from the stream or, if the stream has none, from the arrival.
  package var wallClock: Double?
  package var rendition: String?
  package var segment: String?
  /// The byte position in the input or, in HLS and DASH, in the segment.
  package var offset: Int64?

  package init(_ tag: TapTag) {
    (time, rendition, segment, offset) = (tag.time, tag.rendition, tag.segment, tag.offset)
    wallClock = tag.wallClock ?? tag.arrival
  }
}

/// A tag and its state at each tap of the chain.
package struct TracedTag: Sendable, Equatable {
  package var kind: String
  /// The SHA-256 of the bytes at the first tap that has the tag.
  package var digest: String
  /// The position in seconds on the common timeline, which is that of the first compared tap. Nil if unknown.
  package var time: Double?
  /// When the first tap that has the tag received it, in Unix seconds. Nil if unknown.
  package var arrival: Double?
  /// The state of the tag at each tap that was compared.
  package var states: [State]
  /// The time at each compared tap, in seconds on the tap's timeline. Nil if unknown, or if the tap lacks the tag.
  package var times: [Double?]
  /// The first tap at which the tag has a fault. Nil if the tag has no fault.
  package var wrongAt: String?

  package enum State: Sendable, Equatable {
    case present
    /// The tap lacks the tag, but may not have lost it: for example, the tag's time was not read at the tap.
    case notRead
    /// The tap lacks the tag, which an earlier tap already lacks or which first appears at a later one.
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
