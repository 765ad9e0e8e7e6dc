import TransportStream

/// Turns the bytes of one continuous run of media of one kind into events: of a file, or of the segments of a rendition from
/// one discontinuity to the next. It waits for nothing, and keeps no byte that it has understood. The events depend only on
/// the bytes and the segments, not on the division of a segment into pieces. A parser belongs to one task.
///
/// The reader calls `begin(_:into:)`, `feed(_:into:)` for its pieces and `endSegment(into:)` for each segment, and at last
/// `finish(into:)`. An unfinished unit of a segment ends with it, unless the medium says that it goes on.
package protocol MediaParser: AnyObject {
  /// A segment begins, or a part of the current one.
  func begin(_ segment: SegmentStart, into events: inout [ParsedEvent])

  /// Takes the next bytes of the segment.
  /// - Throws: `demuxer`, `unknownKind`: nothing more can be read, and only the end is to be said.
  func feed(
    _ bytes: UnsafeRawBufferPointer,
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError)

  /// A part of the segment has ended, and its events are due: the next part may come later.
  /// - Throws: As `feed(_:into:)`.
  func endPart(into events: inout [ParsedEvent]) throws(TimedMetadataError)

  /// The segment has ended. Returns what is known of its content.
  func endSegment(into events: inout [ParsedEvent]) throws(TimedMetadataError) -> SegmentFacts

  /// The input has ended, or nothing more is to be read of it.
  func finish(into events: inout [ParsedEvent]) throws(TimedMetadataError)

  /// The next bytes of the segment that hold nothing timed: they need not be fetched.
  var skippable: SkippableBytes { get }

  /// Some of these bytes are left out: the next bytes that are fed come after them.
  func skip(_ count: Int64)

  /// Whether all that was asked for has been read.
  var hasReachedLimit: Bool { get }

  /// A number that changes while media is understood; nil before that.
  var mark: Double? { get }

  /// Whether anything was found that belongs to the kind of media.
  var hasMedia: Bool { get }

  /// Seconds on the media's own clock (PTS at 90 kHz, decode times of fragments) at time 0 of the run;
  /// nil before the first frame, or without frames before the first tag. With a program number the clock
  /// of that program.
  func origin(ofProgram program: Int?) -> MediaOrigin?

  /// Seconds of the run that have been read: the end of the latest frame. Nil until a clock ran.
  var reachedTime: Double? { get }

  /// Seconds of the run where the earliest and the latest frame of the current segment start or end, as far
  /// as it has been read; nil without a frame.
  var frames: ClosedRange<Double>? { get }

  /// The summary of what has been read, without the number of bytes: complete after `finish(into:)`.
  var summary: InputSummary { get }
}

extension MediaParser {
  package var mark: Double? { reachedTime }

  package func endPart(into events: inout [ParsedEvent]) {}

  /// All bytes are looked at.
  package var skippable: SkippableBytes { .none }

  package func skip(_ count: Int64) {}

  /// Takes the next bytes of the segment.
  package func feed(
    _ bytes: ArraySlice<UInt8>,
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(TimedMetadataError) in
      try feed(UnsafeRawBufferPointer(bytes), into: &events)
    }
  }
}

/// The start of a segment, or of a part of one that comes early.
package struct SegmentStart {
  /// Its number, which its events have.
  package var number: Int
  /// Position in its file of its first byte; nil: its positions continue those of the segment before it.
  package var offset: Int64?
  /// The initialization section, where it is another than before.
  package var initialization: InitializationSection?
  /// A description of what is missing before it, in one sentence without a full stop; nil: nothing is known to be missing.
  package var hole: String?
  /// Whether it is a further part of the current segment.
  package var isPart = false

  /// The start of a segment with this number.
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

/// An initialization section of fragmented MP4 (EXT-X-MAP). It is no part of the run.
package struct InitializationSection {
  package var bytes: [UInt8]
  /// Where it is; nil: the notes about it do not say.
  package var place: InitializationPlace?

  /// Makes a section with the given parts.
  package init(bytes: [UInt8], place: InitializationPlace? = nil) {
    self.bytes = bytes
    self.place = place
  }
}

/// Bytes of a segment that hold nothing timed.
package struct SkippableBytes: Sendable, Equatable {
  /// Those that have not come yet; `max`: all that are left of the segment.
  package var left: Int64
  /// Those before them, which have come.
  package var passed: Int64

  /// There are none.
  package static let none = SkippableBytes(left: 0, passed: 0)
}

/// The content of a segment.
package struct SegmentFacts: Sendable, Equatable {
  /// The kind of its media.
  package var media: MediaKind
  /// Seconds of the run: where its first frame starts, and where its last one starts or ends.
  package var frames: ClosedRange<Double>?
  /// Seconds of the run where the first and the last video frame of a transport stream start.
  package var videoFrames: ClosedRange<Double>?
  /// The tables of a transport stream.
  package var tables: SegmentTables?
  /// Whether it holds none of what its kind of media consists of: no packet of a transport stream.
  package var isGarbage = false
}

/// An event, with the segment that it belongs to. Times count from the first audio or video frame of the run; positions are
/// those in the segment's file, or go on over the segments that begin without one.
package struct ParsedEvent: Equatable {
  package var event: TimedMetadataEvent
  /// The number of the segment in which it begins.
  package var segment: Int
  /// The number of the segment in which it ends.
  package var lastSegment: Int

  /// An event that ends in another segment than it begins in only where `lastSegment` says so.
  package init(_ event: TimedMetadataEvent, in segment: Int, to lastSegment: Int? = nil) {
    self.event = event
    self.segment = segment
    self.lastSegment = lastSegment ?? segment
  }

  /// The event of a note about a position.
  init(_ note: StreamNote, at position: StreamPosition) {
    var note = note
    note.offset = position.offset
    self.init(.note(note), in: position.segment)
  }
}

/// Where a run begins on the clock of its media.
package struct MediaOrigin: Sendable, Equatable {
  /// Seconds on the media's own clock.
  package var seconds: Double
  /// Whether the clock has 33 bits at 90 kHz and wraps every 95,443.7 s.
  package var wraps: Bool
}
