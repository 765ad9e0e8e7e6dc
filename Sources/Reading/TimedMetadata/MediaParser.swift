import TransportStream

/// Converts the bytes of one continuous run of media of one kind to events. A run is a file, or the segments of a
/// rendition from one discontinuity to the next. A parser never waits, and keeps no byte that it has processed. The
/// events depend only on the bytes and the segments, not on the division of a segment into pieces. Only one task may
/// use a parser.
///
/// For each segment the reader calls `begin(_:into:)`, `feed(_:into:)` for its pieces, and `endSegment(into:)`; at the
/// end it calls `finish(into:)`. An incomplete unit ends with its segment, unless the format lets it continue in the
/// next one.
package protocol MediaParser: AnyObject {
  /// Begins a segment, or a part of the current one.
  func begin(_ segment: SegmentStart, into events: inout [ParsedEvent])

  /// Parses the next bytes of the segment.
  /// - Throws: `demuxer`, `unknownKind`. After an error no more bytes can be parsed: call only `finish(into:)`.
  func feed(
    _ bytes: UnsafeRawBufferPointer,
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError)

  /// Ends a part of the segment, and returns all its events now, because the next part may come much later.
  /// - Throws: The errors of `feed(_:into:)`.
  func endPart(into events: inout [ParsedEvent]) throws(TimedMetadataError)

  /// Ends the segment, and returns the known facts about its content.
  func endSegment(into events: inout [ParsedEvent]) throws(TimedMetadataError) -> SegmentFacts

  /// Ends the run: the input has ended, or the rest of it is not to be read.
  func finish(into events: inout [ParsedEvent]) throws(TimedMetadataError)

  /// The bytes that come next in the segment, contain nothing timed, and therefore need not be fetched.
  var skippable: SkippableBytes { get }

  /// Records that the next `count` bytes, which are skippable, will not be fed.
  func skip(_ count: Int64)

  /// Whether everything up to the requested limit has been read.
  var hasReachedLimit: Bool { get }

  /// A value that changes whenever media is recognized; nil until media has been recognized.
  var mark: Double? { get }

  /// Whether anything that belongs to the kind of media has been found.
  var hasMedia: Bool { get }

  /// The time on the media's own clock (PTS, or times of fragments) at time 0 of the run. Nil if unknown, for example
  /// before the first frame. In a transport stream, the clock of `program` is used if it is given.
  func origin(ofProgram program: Int?) -> MediaOrigin?

  /// The time that has been reached, in seconds of the run: usually the end of the latest frame. Nil if it is not
  /// known yet.
  var reachedTime: Double? { get }

  /// The earliest start and the latest end of the frames read from the current segment, in seconds of the run. For some
  /// media, only the start of the last frame is known. Nil if no frame has been read.
  var frames: ClosedRange<Double>? { get }

  /// The summary of what has been read, without the number of bytes. It is complete after `finish(into:)`.
  var summary: InputSummary { get }
}

extension MediaParser {
  package var mark: Double? { reachedTime }

  package func endPart(into events: inout [ParsedEvent]) {}

  package var skippable: SkippableBytes { .none }

  package func skip(_ count: Int64) {}

  package func feed(
    _ bytes: ArraySlice<UInt8>,
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(TimedMetadataError) in
      try feed(UnsafeRawBufferPointer(bytes), into: &events)
    }
  }
}

/// The start of a segment, or of a part of a segment that is read while it is produced.
package struct SegmentStart {
  /// The number of the segment. Events of the segment contain this number.
  package var number: Int
  /// The position of the segment's first byte in its file; nil if the positions of the previous segment continue.
  package var offset: Int64?
  /// The initialization section, if it differs from the previous one.
  package var initialization: InitializationSection?
  /// A description of what is missing before the segment: one sentence without a full stop. Nil if nothing is known to
  /// be missing.
  package var hole: String?
  /// Whether this starts another part of the current segment rather than a new segment.
  package var isPart = false

  package init(
    number: Int,
    offset: Int64? = nil,
    initialization: InitializationSection? = nil,
    hole: String? = nil,
    isPart: Bool = false
  ) {
    self.number = number
    self.offset = offset
    self.initialization = initialization
    self.hole = hole
    self.isPart = isPart
  }
}

/// An initialization section of fragmented MP4, such as that of EXT-X-MAP. It is not part of the run.
package struct InitializationSection {
  package var bytes: [UInt8]
  /// The URI and position of the section; nil if notes about the section need no position.
  package var place: InitializationPlace?

  package init(bytes: [UInt8], place: InitializationPlace? = nil) {
    self.bytes = bytes
    self.place = place
  }
}

package struct SkippableBytes: Sendable, Equatable {
  /// The number of skippable bytes that have not been fed yet; `max` means to the end of the segment.
  package var left: Int64
  /// The number of skippable bytes that have been fed or skipped.
  package var passed: Int64

  package static let none = SkippableBytes(left: 0, passed: 0)
}

package struct SegmentFacts: Sendable, Equatable {
  package var media: MediaKind
  /// The first frame's start, and the last frame's start or end, in seconds of the run; nil if there are no frames.
  package var frames: ClosedRange<Double>?
  /// The starts of the first and the last video frame of a transport stream, in seconds of the run.
  package var videoFrames: ClosedRange<Double>?
  /// The tables of a transport stream; nil for other media.
  package var tables: SegmentTables?
  /// Whether a segment of a transport stream contains no packet; false for other media.
  package var isGarbage = false
}

/// An event, and the segment to which it belongs. Times are in seconds of the run. Positions are those in the segment's
/// file. If a segment starts without a position, positions continue from the previous segment.
package struct ParsedEvent: Equatable {
  package var event: TimedMetadataEvent
  /// The number of the segment in which the event begins.
  package var segment: Int
  /// The number of the segment in which the event ends.
  package var lastSegment: Int

  /// Makes an event that ends in the segment in which it begins, unless `lastSegment` is given.
  package init(_ event: TimedMetadataEvent, in segment: Int, to lastSegment: Int? = nil) {
    self.event = event
    self.segment = segment
    self.lastSegment = lastSegment ?? segment
  }

  init(_ note: StreamNote, at position: StreamPosition) {
    var note = note
    note.offset = position.offset
    self.init(.note(note), in: position.segment)
  }
}

/// The time on the media clock at which a run begins.
package struct MediaOrigin: Sendable, Equatable {
  /// The time on the media's own clock, in seconds.
  package var seconds: Double
  /// Whether the clock counts 33 bits at 90 kHz, and therefore wraps every 95,443.7 s.
  package var wraps: Bool
}
