/// What the reader delivers, in stream order.
public enum TimedMetadataEvent: Sendable, Equatable {
  /// A tag.
  case tag(TimedTag)
  /// Something unusual.
  case note(StreamNote)
  /// The last event of an input that could be read to its end or to the limit asked for.
  case end(InputSummary)
}

/// An elementary stream that carries, or says it carries, timed ID3.
public struct StreamSummary: Sendable, Equatable {
  /// `program_number`; nil when no PMT names the PID.
  public var program: Int?
  /// The PID.
  public var pid: Int?
  /// Whether a PMT declared the PID as ID3.
  public var declared: Bool
  /// The number of tags delivered.
  public var tags: Int

  /// Makes a summary with the given parts.
  public init(program: Int?, pid: Int?, declared: Bool, tags: Int) {
    self.program = program
    self.pid = pid
    self.declared = declared
    self.tags = tags
  }
}

/// What is known about an input once it has been read.
public struct InputSummary: Sendable, Equatable {
  /// Presentation seconds from the first to the last audio or video frame: of the program asked for,
  /// else the longest over all programs. Nil when the input holds no clock.
  public var duration: Double?
  /// The same for each program with a clock, by `program_number`.
  public var programDurations: [Int: Double]
  /// The ID3 streams in order of program and PID, those without a tag included.
  public var streams: [StreamSummary]
  /// Bytes read.
  public var byteCount: Int64

  /// Makes a summary with the given parts.
  public init(
    duration: Double?,
    programDurations: [Int: Double] = [:],
    streams: [StreamSummary],
    byteCount: Int64
  ) {
    self.duration = duration
    self.programDurations = programDurations
    self.streams = streams
    self.byteCount = byteCount
  }
}
