/// Something unusual in a stream, with its position. Reading continues after a note.
public struct StreamNote: Sendable, Equatable {
  /// The name of the note.
  public var id: NoteID
  /// The rendition or variant; nil if unknown.
  public var rendition: String?
  /// The URI of the segment; nil if unknown.
  public var segment: String?
  /// The time on the presentation timeline, in seconds; nil if unknown.
  public var time: Double?
  /// The byte position in the input or in the segment; nil if unknown.
  public var offset: Int64?
  /// The PID that the note concerns; nil if it concerns no PID.
  public var pid: Int?
  /// The `program_number` that the note concerns; nil if none is known.
  public var program: Int?
  /// The number of occurrences that the note stands for, such as bytes skipped or packets lost. Nil means one.
  public var amount: Int?
  /// The measured time in seconds, if the note is about a time.
  public var measured: Double?
  /// Whether the note is about packets of the PAT or of a PMT, and not about a tag.
  public var concernsTables = false
  /// A description of what was found, with numbers.
  public var detail: String

  /// Makes a note with the given properties.
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
