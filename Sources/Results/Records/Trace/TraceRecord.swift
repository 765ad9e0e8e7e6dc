import Formats
import Trace

/// A row of the output of `trace`.
package enum TraceEvent: Sendable, Equatable {
  /// An incident of a live chain, when it is first found.
  case alarm(TraceIncident)
  /// A tap of a live chain that can no longer be read.
  case tapAlarm(TracedTap)
  case tap(TracedTap)
  case hop(TracedHop)
  case incident(TraceIncident)
  /// A tag. `taps` are the names of the taps that were compared.
  case tag(TracedTag, taps: [String])
  /// The result of the comparison, which is the last line.
  case end(ChainReport)

  package static func lines(of report: ChainReport) -> [TraceEvent] {
    let names = report.taps.filter { $0.state == .compared }.map(\.name)
    return report.taps.map(TraceEvent.tap) + report.hops.map(TraceEvent.hop)
      + report.incidents.map(TraceEvent.incident)
      + report.tags.map { .tag($0, taps: names) } + [.end(report)]
  }

  fileprivate var name: String {
    switch self {
    case .alarm, .tapAlarm: "alarm"
    case .tap: "tap"
    case .hop: "hop"
    case .incident: "incident"
    case .tag: "tag"
    case .end: "end"
    }
  }
}

/// A row of the output of `trace`.
package final class TraceFields: RecordFields {
  package typealias Row = TraceEvent
  package static let schema = RecordSchema(TraceFields())
  package let event = Field.text(
    "`alarm` (with `--live`: an incident when it is first seen, or a tap that can no longer be read), `tap`, `hop`, `incident`, "
      + "`tag` or `end`; the objects of other events are `null`"
  ) { $0.name }
  package let tap = Field.object(TracedTapFields.schema, isOptional: true) {
    switch $0 {
    case .tap(let tap), .tapAlarm(let tap): tap
    case .alarm, .hop, .incident, .tag, .end: nil
    }
  }
  package let hop = Field.object(TracedHopFields.schema, isOptional: true) {
    if case .hop(let hop) = $0 { hop } else { nil }
  }
  package let incident = Field.object(TraceIncidentFields.schema, isOptional: true) {
    switch $0 {
    case .incident(let incident), .alarm(let incident): incident
    case .tap, .tapAlarm, .hop, .tag, .end: nil
    }
  }
  package let tag = Field.object(TracedTagFields.schema, isOptional: true) {
    if case .tag(let tag, let taps) = $0 { (tag, taps) } else { nil }
  }
  package let verdict = Field.text(
    "the verdict in the event `end`: `fail` if a tag is lost or changed, or a tap shows different content "
      + "from the taps before it; otherwise `incomplete` if a tap could not be read completely, or fewer than two at all; otherwise `no-tags` if no tap "
      + "has a tag; otherwise `pass`"
  ) {
    if case .end(let report) = $0 { report.verdict.rawValue } else { nil }
  }
  let incidents = Field.integer("the number of incidents, listed or not, in the event `end`") {
    if case .end(let report) = $0 { report.incidentCount } else { nil }
  }
}

package final class TracedTapFields: RecordFields {
  package typealias Row = TracedTap
  package static let schema = RecordSchema(TracedTapFields())
  package let name = Field.text("the name of the tap") { $0.name }
  package let state = Field.text("`compared`, `unreadable` or `nothing-common`") {
    $0.state.rawValue
  }
  package let tags = Field.integer("the number of tags; a tag in several renditions counts once") {
    $0.tags
  }
  let renditions = Field.texts("the renditions that have tags or should have them") {
    $0.renditions
  }
  let carriages = Field.texts("the carriage of the tags, such as `ts-pes`") { $0.carriages }
  let unreadSegments = Field.integer(
    "the number of segments that could not be read, whose tags are not judged"
  ) { $0.unreadSegments }
  let unread = Field.array(
    "the start and end of each time range that could not be read, in seconds on the tap's timeline"
  ) {
    $0.unread.map { span in
      .array([span.lowerBound, span.upperBound].map { JSONValue(seconds: $0) })
    }
  }
  let leftOut = Field.integer(
    "the number of oldest tags that were left out, because there were too many"
  ) {
    $0.leftOut
  }
  let records = Field.flag(
    "whether the tap was given as records, which lack its end, its discontinuities and the audio"
  ) { $0.isRecords }
  package let failure = Field.text(
    "the reason why the tap could not be read, or was not read to its end"
  ) { $0.failure }
}

/// The changes of tags from one tap to the next.
package final class TracedHopFields: RecordFields {
  package typealias Row = TracedHop
  package static let schema = RecordSchema(TracedHopFields())
  package let from = Field.text("the tap before the hop") { $0.from }
  package let to = Field.text("the tap after the hop") { $0.to }
  package let judged = Field.integer(
    "the number of tags that were judged at `to`: those of `from`, and those of earlier taps that `to` lacks and whose times `from` did not read"
  ) { $0.judged }
  package let present = Field.integer(
    "the number of judged tags that `to` has, in any rendition"
  ) { $0.present }
  package let lost = Field.integer("the number of tags that no rendition of `to` has") {
    $0.count(.lost)
  }
  package let lostInRendition = Field.integer(
    "the number of tags that some renditions of `to` lack"
  ) { $0.count(.lostInRendition) }
  package let changed = Field.integer("the number of tags whose bytes differ at `to`") {
    $0.count(.changed)
  }
  let replaced = Field.integer(
    "the number of tags in content that was replaced between two discontinuities"
  ) { $0.count(.replaced) }
  let moved = Field.integer(
    "the number of tags that moved relative to the tags around them, the time of day or the audio"
  ) {
    $0.count(.moved)
  }
  let late = Field.integer("the number of tags that arrived later than usual") {
    $0.count(.late)
  }
  let doubled = Field.integer(
    "the number of tags that `to` has more often than earlier taps"
  ) { $0.count(.doubled) }
  let extra = Field.integer(
    "the number of tags of `to` that are missing at all earlier taps"
  ) { $0.count(.extra) }
  let returned = Field.integer(
    "the number of tags that `to` and an earlier tap have, but the tap directly before `to` lacks"
  ) { $0.returned }
  let outside = Field.integer(
    "the number of tags of `from` that are not judged, because `to` was not read at their times or may have other content there"
  ) {
    $0.outside
  }
  let offset = Field.seconds("the time at `to` minus the time at `from`, in seconds") { $0.offset }
  let spread = Field.seconds(
    "the deviation from `offset` that 95 % of the tags do not exceed, in seconds"
  ) { $0.spread }
  let latencyClock = Field.text(
    "`arrival` if latencies compare the times at which the taps received the tags, `presentation` if they compare the times of day in the streams"
  ) { $0.latency.map { $0.isArrival ? "arrival" : "presentation" } }
  let latencyMedian = Field.seconds("the median latency of the tags, in seconds") {
    $0.latency?.median
  }
  let latency95 = Field.seconds("the latency that 95 % of the tags do not exceed, in seconds") {
    $0.latency?.percentile95
  }
  let began = Field.object(TracePlaceFields.schema, isOptional: true) { $0.began }
  let ended = Field.object(TracePlaceFields.schema, isOptional: true) { $0.ended }
}

extension TracedHop {
  package func count(_ fault: TagFault) -> Int { counts[fault] ?? 0 }
}

/// The position of a tag in a tap.
package final class TracePlaceFields: RecordFields {
  package typealias Row = TracePlace
  package static let schema = RecordSchema(TracePlaceFields())
  let time = Field.seconds("the position on the timeline of the tap, in seconds") { $0.time }
  let wallClock = Field.text("the time of day in the stream or, if unknown, of arrival") {
    $0.wallClock.flatMap(UTCTime.text)
  }
  let rendition = Field.text("the rendition or variant") { $0.rendition }
  let segment = Field.text("the URI of the segment") { $0.segment }
  let offset = Field.integer("the byte position in the input, or in the segment") { $0.offset }
}

/// Consecutive tags with the same fault at one hop.
package final class TraceIncidentFields: RecordFields {
  package typealias Row = TraceIncident
  package static let schema = RecordSchema(TraceIncidentFields())
  package let fault = Field.text(
    "`lost`, `lost-in-rendition` or `changed`, which make the verdict `fail`, or `replaced`, `moved`, `late`, `doubled` or `extra`"
  ) { $0.fault.rawValue }
  package let from = Field.text(
    "the last tap with the original tags; for `extra`, the tap before `to`"
  ) { $0.from }
  package let to = Field.text("the first tap at which the tags are wrong") { $0.to }
  package let count = Field.integer("the number of consecutive tags") { $0.count }
  let first = Field.object(TracePlaceFields.schema) { $0.first }
  let last = Field.object(TracePlaceFields.schema) { $0.last }
  let before = Field.object(TracePlaceFields.schema, isOptional: true) { $0.before }
  let after = Field.object(TracePlaceFields.schema, isOptional: true) { $0.after }
  let renditions = Field.texts(
    "the renditions with the fault; an empty list means all renditions"
  ) { $0.renditions }
  let detail = Field.text("further details, such as the changed bytes") { $0.detail }
  let shift = Field.seconds("how late the tags are, in seconds; negative if they are early") {
    $0.shift
  }
  let repair = Field.text("who can repair the fault") { $0.repair }
}

/// A tag, and its states at the taps of the chain.
package final class TracedTagFields: RecordFields {
  package typealias Row = (tag: TracedTag, taps: [String])
  package static let schema = RecordSchema(TracedTagFields())
  let kind = Field.text("`data` or `info`; `id3` for a tag without a Nielsen payload") {
    $0.tag.kind
  }
  let sha256 = Field.text("the SHA-256 of the tag's bytes at the first tap that has the tag") {
    $0.tag.digest
  }
  let time = Field.seconds("seconds on the timeline of the first tap") { $0.tag.time }
  let states = Field.map(
    "the state at each tap: `present`, `absent` (as at an earlier tap, or first found at a later one), `not-read`, or a fault as in `incident.fault`"
  ) { row in
    zip(row.taps, row.tag.states).map { JSONValue.Member($0, .string($1.name)) }
  }
  let times = Field.map(
    "seconds on the timeline of each tap; `null` if unknown, or if the tag is missing there"
  ) {
    row in zip(row.taps, row.tag.times).map { JSONValue.Member($0, JSONValue(seconds: $1)) }
  }
  let wrongAt = Field.text("the first tap with a fault") { $0.tag.wrongAt }
}
