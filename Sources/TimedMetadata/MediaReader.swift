/// Reads the timed ID3 of one continuous run of media of one kind: a file, or the segments of a
/// rendition from one discontinuity to the next. A reader belongs to one thread.
///
/// It takes its bytes from a `ChunkReader`. At the end of a part it calls `beginNextPart()` and continues: an
/// unfinished unit of a part ends there, never with bytes of the next part.
package protocol MediaReader: AnyObject {
  /// The next event in stream order; nil after `end`. Times count from the first audio or video frame
  /// of the run, offsets from its first byte.
  func next() throws(TimedMetadataError) -> TimedMetadataEvent?

  /// Seconds on the media's own clock (PTS at 90 kHz, decode times of fragments) at time 0 of the run;
  /// nil before the first frame, or without frames before the first tag. With a program number the clock
  /// of that program.
  func origin(ofProgram program: Int?) -> MediaOrigin?

  /// Whether anything was found that belongs to the kind of media.
  var hasMedia: Bool { get }

  /// Packets of a transport stream read so far; nil for other kinds of media.
  var packetCount: Int64? { get }

  /// Seconds of the run that have been read: the end of the latest frame. Nil until a clock ran.
  var reachedTime: Double? { get }

  /// Whether the input still grows; false as long as that is not known.
  var isLive: Bool { get }

  /// Seconds of the run where the earliest and the latest frame of the current part start or end, as far
  /// as it has been read; nil without a frame.
  var partFrames: ClosedRange<Double>? { get }

  /// Ends a part: what was seen of its media since the last one ended. To be called once when the whole
  /// part has been read, before the next begins.
  func takePartFacts() -> PartFacts?

  /// Takes the initialization section of the parts that follow, and where it is; ignored by media that
  /// have none.
  func use(initialization bytes: [UInt8], at place: InitializationPlace?)

  /// The current summary of the input: complete after `end` was delivered, partial if reading failed.
  var summary: InputSummary { get }
}

/// The facts about one part of the input.
package struct PartFacts: Sendable, Equatable {
  /// The kind of its media.
  package var media: MediaKind
  /// Seconds of the run: where its first frame starts, and where its last one starts or ends.
  package var frames: ClosedRange<Double>?
  /// Seconds of the run where the first and the last video frame of a transport stream start.
  package var videoFrames: ClosedRange<Double>?
  /// The tables of a transport stream.
  package var tables: SegmentTables?
}

extension MediaReader {
  /// No transport stream.
  package var packetCount: Int64? { nil }

  /// It ends where it ends.
  package var isLive: Bool { false }

  /// No part of a playlist.
  package var partFrames: ClosedRange<Double>? { nil }

  /// No part of a playlist.
  package func takePartFacts() -> PartFacts? { nil }

  /// Nothing to take.
  package func use(initialization bytes: [UInt8], at place: InitializationPlace?) {}

  /// How far it came.
  package var summary: InputSummary {
    InputSummary(duration: reachedTime, streams: [], byteCount: 0)
  }
}

/// Where a run begins on the clock of its media.
package struct MediaOrigin: Sendable, Equatable {
  /// Seconds on the media's own clock.
  package var seconds: Double
  /// Whether the clock has 33 bits at 90 kHz and wraps every 95,443.7 s.
  package var wraps: Bool

  /// Makes an origin with the given parts.
  package init(seconds: Double, wraps: Bool) {
    self.seconds = seconds
    self.wraps = wraps
  }
}
