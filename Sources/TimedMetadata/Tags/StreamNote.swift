/// The name of something unusual in a stream: the conformance rule it concerns, or a remark of the
/// reader.
public struct NoteID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in kebab case, such as `pes-pts-missing`.
  public var rawValue: String

  /// Makes a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from a literal.
  public init(stringLiteral value: String) { self.rawValue = value }
}

/// Something unusual in a stream, with its place. Malformed media is never an error: reading continues.
public struct StreamNote: Sendable, Equatable {
  /// The name of the note.
  public var id: NoteID
  /// The HLS rendition or variant concerned.
  public var rendition: String?
  /// The URI of the segment concerned.
  public var segment: String?
  /// Seconds on the presentation timeline.
  public var time: Double?
  /// Byte position in the input, or in the segment.
  public var offset: Int64?
  /// The PID concerned.
  public var pid: Int?
  /// The program concerned.
  public var program: Int?
  /// How much it counts for, where that is not once: bytes skipped, packets lost.
  public var amount: Int?
  /// The measured time in seconds, if the note is about a time.
  public var measured: Double?
  /// Whether it is about the packets of PAT and PMT, and about no tag.
  public var concernsTables = false
  /// One sentence in plain words: what was seen, with numbers.
  public var detail: String

  /// Makes a note with the given parts.
  public init(
    id: NoteID,
    rendition: String? = nil,
    segment: String? = nil,
    time: Double? = nil,
    offset: Int64? = nil,
    pid: Int? = nil,
    program: Int? = nil,
    amount: Int? = nil,
    measured: Double? = nil,
    detail: String
  ) {
    self.id = id
    self.rendition = rendition
    self.segment = segment
    self.time = time
    self.offset = offset
    self.pid = pid
    self.program = program
    self.amount = amount
    self.measured = measured
    self.detail = detail
  }
}
