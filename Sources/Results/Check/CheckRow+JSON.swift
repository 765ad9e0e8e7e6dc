import Conformance
import Formats
import TimedMetadata

extension CheckRow {
  /// The report as a JSON object.
  public var json: JSONValue {
    .object([
      .init("input", .string(report.input)),
      .init("verdict", .string(report.verdict.rawValue)),
      .init("tags", Self.json(report.tags)),
      .init("duration", JSONValue(seconds: report.duration)),
      .init("firstTag", JSONValue(seconds: report.firstTag)),
      .init("lastTag", JSONValue(seconds: report.lastTag)),
      .init("longestGap", JSONValue(seconds: report.longestGap)),
      .init("streams", .array(report.streams.map(Self.json))),
      .init("rules", .array(report.rules.map(Self.json))),
      .init("findings", .array(report.findings.map(Self.json))),
      .init("missing", .array(report.missing.map { .string($0.rawValue) })),
      .init("error", JSONValue(report.failure?.description)),
      .init("timelines", .array(report.timelines.map(Self.json))),
      .init("segments", .array(report.segments.map(Self.json))),
      .init("markers", .array(report.markers.map(Self.json))),
    ])
  }

  private static func json(_ tags: TagCounts) -> JSONValue {
    .object([
      .init("data", JSONValue(tags.data)),
      .init("info", JSONValue(tags.info)),
      .init("other", JSONValue(tags.other)),
    ])
  }

  private static func json(_ stream: CheckedStream) -> JSONValue {
    .object([
      .init("program", JSONValue(stream.program)),
      .init("pid", JSONValue(stream.pid)),
      .init("rendition", JSONValue(stream.rendition)),
      .init("tags", JSONValue(stream.tags.data + stream.tags.info + stream.tags.other)),
      .init("data", JSONValue(stream.tags.data)),
      .init("info", JSONValue(stream.tags.info)),
      .init("carriage", JSONValue(stream.carriage?.rawValue)),
      .init("verdict", .string(stream.verdict.rawValue)),
    ])
  }

  private static func json(_ rule: RuleResult) -> JSONValue {
    .object([
      .init("rule", .string(rule.rule.rawValue)),
      .init("state", .string(rule.state.rawValue)),
      .init("found", JSONValue(rule.found)),
      .init("minimum", JSONValue(rule.minimum)),
      .init("maximum", JSONValue(rule.maximum)),
      .init("notAssessed", JSONValue(rule.notAssessed?.rawValue)),
      .init("remark", JSONValue(rule.remark)),
    ])
  }

  private static func json(_ finding: Finding) -> JSONValue {
    .object([
      .init("rule", .string(finding.rule.rawValue)),
      .init("severity", .string(finding.severity.rawValue)),
      .init("time", JSONValue(seconds: finding.place.time)),
      .init("wallClock", JSONValue(finding.place.wallClock.flatMap(UTCTime.text))),
      .init("rendition", JSONValue(finding.place.rendition)),
      .init("segment", JSONValue(finding.place.segment)),
      .init("offset", JSONValue(finding.place.offset)),
      .init("program", JSONValue(finding.place.program)),
      .init("pid", JSONValue(finding.place.pid)),
      .init("message", .string(finding.message)),
      .init("remedy", JSONValue(RuleDescription.named(finding.rule)?.traits.remedy)),
      .init("count", JSONValue(finding.count)),
      .init("lastTime", JSONValue(seconds: finding.lastTime)),
    ])
  }

  private static func json(_ segment: SegmentReport) -> JSONValue {
    .object([
      .init("rendition", JSONValue(segment.rendition)),
      .init("uri", .string(segment.uri)),
      .init("sequence", JSONValue(segment.mediaSequence)),
      .init("start", JSONValue(seconds: segment.start)),
      .init("duration", JSONValue(seconds: segment.duration)),
      .init("media", JSONValue(segment.media?.rawValue)),
      .init("complete", .bool(segment.isComplete)),
      .init("discontinuity", .bool(segment.isDiscontinuity)),
      .init("tags", JSONValue(segment.tags)),
      .init("nielsen", JSONValue(segment.nielsenTags)),
    ])
  }

  private static func json(_ marker: TimelineMarker) -> JSONValue {
    .object([
      .init("kind", .string(marker.kind.rawValue)),
      .init("id", JSONValue(marker.id)),
      .init("time", JSONValue(seconds: marker.time)),
      .init("duration", JSONValue(seconds: marker.duration)),
      .init("out", JSONValue(marker.isOut)),
      .init("rendition", JSONValue(marker.rendition)),
    ])
  }

  /// Marks: `d` DATA, `i` INFO, `!` fault, `.` nothing.
  private static func json(_ strip: TimelineStrip) -> JSONValue {
    .object([
      .init("rendition", JSONValue(strip.rendition)),
      .init("program", JSONValue(strip.program)),
      .init("secondsPerMark", .integer(Int64(TimelineStrip.secondsPerMark))),
      .init("marks", .string(strip.text)),
    ])
  }
}

extension TimelineStrip {
  /// One character a mark.
  var text: String { String(marks.map(\.character)) }
}

extension TimelineStrip.Mark {
  /// The character that is drawn.
  var character: Character {
    switch self {
    case .nothing: "."
    case .data: "d"
    case .info: "i"
    case .fault: "!"
    }
  }
}
