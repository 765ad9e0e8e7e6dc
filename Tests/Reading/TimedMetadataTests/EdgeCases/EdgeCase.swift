import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

/// A stream with one peculiarity, and what a reader must make of it: one row of the table of edge
/// cases in the design of carriage, section 10.
struct EdgeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The exact bytes of the tags that must come out, in order.
  let tags: [[UInt8]]
  /// Notes that the first tag must carry, all of them.
  let tagNotes: Set<NoteID>?
  /// Notes about the stream that must be given, all of them and no others.
  let streamNotes: Set<NoteID>
  /// Presentation times of the tags, where the case is about them.
  let times: [Double?]?
  /// PIDs of the tags, where the case is about them.
  let pids: [Int]?
  /// Programs of the tags, where the case is about them.
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

  /// `tag(0)`, `tag(1)`, …
  static func numbered(_ range: Range<Int>) -> [[UInt8]] { range.map { StreamBuilder.tag($0) } }
}
