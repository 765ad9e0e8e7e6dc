import TimedMetadata

/// A place in an input.
public struct Place: Sendable, Hashable, Codable {
  /// Seconds on the presentation timeline.
  public var time: Double?
  /// Unix seconds of it.
  public var wallClock: Double?
  /// The HLS rendition or variant.
  public var rendition: String?
  /// The URI of the segment.
  public var segment: String?
  /// The program.
  public var program: Int?
  /// The PID.
  public var pid: Int?
  /// Byte position in the input, or in the segment.
  public var offset: Int64?
  /// The line of a text, from 1.
  public var line: Int?

  /// Makes a place with the given parts.
  public init(
    time: Double? = nil,
    wallClock: Double? = nil,
    rendition: String? = nil,
    segment: String? = nil,
    program: Int? = nil,
    pid: Int? = nil,
    offset: Int64? = nil,
    line: Int? = nil
  ) {
    self.time = time
    self.wallClock = wallClock
    self.rendition = rendition
    self.segment = segment
    self.program = program
    self.pid = pid
    self.offset = offset
    self.line = line
  }

  /// The place of a tag.
  public init(_ tag: TimedTag) {
    self.init(
      time: tag.time,
      wallClock: tag.wallClock,
      rendition: tag.rendition,
      segment: tag.segment,
      program: tag.program,
      pid: tag.pid,
      offset: tag.offset,
      line: tag.line
    )
  }

  /// The place of a note.
  public init(_ note: StreamNote) {
    self.init(
      time: note.time,
      rendition: note.rendition,
      segment: note.segment,
      program: note.program,
      pid: note.pid,
      offset: note.offset
    )
  }

  /// Where a segment starts.
  public init(_ segment: SegmentReport) {
    self.init(
      time: segment.start,
      wallClock: segment.wallClock,
      rendition: segment.rendition,
      segment: segment.uri
    )
  }

  /// The place of a mark.
  init(_ marker: TimelineMarker) {
    self.init(
      time: marker.time,
      wallClock: marker.wallClock,
      rendition: marker.rendition,
      segment: marker.segment,
      program: marker.program,
      pid: marker.pid,
      offset: marker.offset
    )
  }

  /// The place of a whole stream.
  init(_ stream: StreamKey, time: Double? = nil, wallClock: Double? = nil) {
    self.init(
      time: time,
      wallClock: wallClock,
      rendition: stream.rendition,
      program: stream.program,
      pid: stream.pid
    )
  }
}
