import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

extension MadeTag {
  /// A DATA tag in an event message of AOM's scheme.
  static func inMessage(
    time: Double? = 8,
    tag change: (inout TimedTag) -> Void = { _ in },
    message alter: (inout EventMessage) -> Void = { _ in }
  ) throws -> TimedMetadataEvent {
    var message = EventMessage(
      version: 1,
      scheme: EventScheme.aomedia,
      value: "",
      id: 1,
      duration: .max
    )
    alter(&message)
    return try data(time: time).with { tag in
      tag.origin = .eventMessage(message)
      (tag.pid, tag.program) = (nil, nil)
      tag.timescale = 90_000
      change(&tag)
    }
  }
}

extension MadeTag {
  /// A DATA tag in an event track.
  static func inEventTrack(
    _ track: UInt32 = 1,
    time: Double? = 8,
    rendition: String? = nil,
    duration: UInt32 = .max
  ) throws -> TimedMetadataEvent {
    try inMessage(
      time: time,
      tag: { $0.rendition = rendition },
      message: { ($0.version, $0.track, $0.duration) = (0, track, duration) }
    )
  }
}

extension TimedMetadataEvent {
  /// A copy of the tag in another multiplex.
  func inMultiplex(_ change: (inout TransportFacts) -> Void) -> TimedMetadataEvent {
    with { tag in
      var facts = tag.transport ?? TransportFacts()
      change(&facts)
      tag.origin = .transportStream(facts)
    }
  }
}

/// Synthetic segments, as the reader delivers them: whole transport streams of six seconds that declare ID3.
enum MadeSegment {
  static func of(
    _ number: Int,
    rendition: String? = "a",
    change: (inout SegmentReport) -> Void = { _ in }
  ) -> TimedMetadataEvent {
    let start = Double(number * 6)
    var segment = SegmentReport(
      rendition: rendition,
      uri: "\(number).ts",
      mediaSequence: number,
      start: start,
      duration: 6
    )
    segment.media = .transportStream
    segment.frames = start...start + 6
    var tables = SegmentTables()
    (tables.hasPAT, tables.hasPMT, tables.startsWithTables) = (true, true, true)
    (tables.programs, tables.declaresID3) = (1, true)
    segment.tables = tables
    change(&segment)
    return .segment(segment)
  }
}

/// The reader's events for media that it could not read.
enum MadeHole {
  /// Segments of a rendition that are missing from a time on, in seconds.
  static func missing(
    from start: Double,
    seconds: Double,
    rendition: String? = nil
  ) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "hls-segment-missing",
        rendition: rendition,
        segment: "\(Int(start)).ts",
        time: start,
        measured: seconds,
        detail: "HTTP 404"
      )
    )
  }
}

extension InputSummary {
  /// The summary of a playlist with a single rendition of these media.
  static func playlist(of media: Set<MediaKind>, isLive: Bool = false) -> InputSummary {
    var summary = playlist([("a", 600)], isLive: isLive)
    summary.media = media
    return summary
  }

  /// The summary of a playlist with these renditions.
  static func playlist(_ renditions: [RenditionSummary]) -> InputSummary {
    var summary = playlist(of: [.transportStream])
    summary.renditions = renditions
    return summary
  }
}

extension RenditionSummary {
  /// A rendition with a number of Nielsen tags.
  static func made(
    _ name: String,
    tags: Int,
    role: RenditionRole = .variant,
    goesWith audioGroups: [String] = [],
    memberOf audioMemberships: [String] = []
  ) -> RenditionSummary {
    var rendition = RenditionSummary(name: name, uri: "\(name).m3u8")
    (rendition.tags, rendition.nielsenTags) = (tags, tags)
    rendition.role = role
    rendition.audioGroups = audioGroups
    rendition.audioMemberships = audioMemberships
    rendition.end = 600
    return rendition
  }
}

extension RuleRun {
  /// Runs a rule on the events of a fragmented MP4 whose MPD declares these events.
  init(
    _ rule: RuleID,
    _ events: [TimedMetadataEvent],
    declared: Set<DeclaredEvent>?
  ) throws {
    var options = CheckOptions()
    options.declaredEvents = declared
    var checker = Checker(input: "a.mp4", options: options)
    for event in events { checker.receive(event) }
    var summary = InputSummary(duration: 600, streams: [], byteCount: 1)
    summary.media = [.fragmentedMP4]
    checker.receive(.end(summary))
    let report = checker.report()
    result = try #require(report.rules.first { $0.rule == rule })
    findings = report.findings.filter { $0.rule == rule }
  }
}
