import TimedMetadata

/// The position in an input that a finding is about.
public struct Place: Sendable, Hashable, Codable {
  /// The presentation time in seconds; nil if unknown.
  public var time: Double?
  /// The time of day in Unix seconds; nil if unknown.
  public var wallClock: Double?
  /// The name of the variant, rendition or Representation; nil if there is none, or if it has no name.
  public var rendition: String?
  /// The URI of the segment; nil if the place is not in a segment, or if the segment is unknown.
  public var segment: String?
  /// The program number; nil if unknown, and outside of transport streams.
  public var program: Int?
  /// The PID of the stream; nil if the place is not on one PID.
  public var pid: Int?
  /// The byte position in the input or, in HLS and DASH, in the segment.
  public var offset: Int64?
  /// The line of a text input, counted from 1.
  public var line: Int?

  /// Creates a place; unknown values are nil.
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

  /// Creates the place of a tag.
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

  /// Creates the place of a note.
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

  /// Creates the place where a segment starts.
  public init(_ segment: SegmentReport) {
    self.init(
      time: segment.start,
      wallClock: segment.wallClock,
      rendition: segment.rendition,
      segment: segment.uri
    )
  }

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
