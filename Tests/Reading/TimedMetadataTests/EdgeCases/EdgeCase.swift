import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

/// A stream with one irregularity, and the expected events.
struct EdgeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The expected bytes of the tags, in order.
  let tags: [[UInt8]]
  /// All notes of the first tag; nil if they are not checked.
  let tagNotes: Set<NoteID>?
  /// All notes about the stream.
  let streamNotes: Set<NoteID>
  /// The presentation times of the tags in seconds; nil if they are not checked.
  let times: [Double?]?
  /// The PIDs of the tags; nil if they are not checked.
  let pids: [Int]?
  /// The programs of the tags; nil if they are not checked.
  let programs: [Int?]?

  init(
    _ name: String,
    tags: [[UInt8]],
    tagNotes: Set<NoteID>? = nil,
    streamNotes: Set<NoteID> = [],
    times: [Double?]? = nil,
    pids: [Int]? = nil,
    programs: [Int?]? = nil,
    build: (inout StreamBuilder) -> Void
  ) {
    var builder = StreamBuilder()
    build(&builder)
    self.name = name
    bytes = builder.bytes
    self.tags = tags
    self.tagNotes = tagNotes
    self.streamNotes = streamNotes
    self.times = times
    self.pids = pids
    self.programs = programs
  }

  var testDescription: String { name }

  /// The tags with the numbers in `range`.
  static func numbered(_ range: Range<Int>) -> [[UInt8]] { range.map { StreamBuilder.tag($0) } }
}
