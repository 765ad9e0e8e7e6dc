import Conformance
import Formats
import Records

/// The tags, marks and segments of one stream (a rendition, or a program of a transport stream) over time.
struct TimelineTrack: Sendable, Equatable {
  var rendition: String?
  var program: Int?
  /// The Nielsen tags of the stream, from records of `extract`.
  var tags = TagSeries()
  /// The index of the stream's last tag in records of `extract`.
  var lastTag: Int?
  /// The content ids of the stream's DATA tags, from records of `extract`.
  var contents = ContentSpans()
  /// The marks of the stream, from the record of `check`. Nil if there are no marks.
  var strip: MarkStrip?
  var segments: [Segment] = []
  /// Whether segments were left out because there were too many.
  var isCut = false

  static let segmentCapacity = 1500

  /// The rendition or program, as shown above the timeline of the stream.
  var name: String {
    let parts = [rendition, program.map { "program \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "tags" : parts.joined(separator: ", ")
  }

  struct Segment: Sendable, Equatable {
    /// The start of the segment, in seconds on the presentation timeline.
    var start: Double
    /// The duration of the segment in seconds.
    var duration: Double
    var uri: String
    var isComplete: Bool
    /// Whether the playlist declares a discontinuity before the segment.
    var isDiscontinuity: Bool
    var tags: Int

    init?(_ record: RecordView<SegmentFields>) {
      guard let start = record.start else { return nil }
      self.start = start
      duration = max(0, record.duration ?? 0)
      uri = LongText.cut(record.uri ?? "")
      isComplete = record.complete ?? true
      isDiscontinuity = record.discontinuity ?? false
      tags = record.nielsen ?? 0
    }
  }
}

/// Limits the length of text from records, which may come from other programs.
enum LongText {
  /// The default maximum number of Unicode scalars that are kept.
  static let longest = 500

  /// The beginning of the text, with `…` at its end if something was cut off.
  static func cut(_ text: String, to length: Int = LongText.longest) -> String {
    guard text.utf8.count > length, text.unicodeScalars.count > length else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))) + "…"
  }
}

/// A mark for each interval of a stream: `d` DATA, `i` INFO, `!` fault, `.` nothing.
struct MarkStrip: Sendable, Equatable {
  /// The number of seconds that a mark represents.
  private(set) var secondsPerMark: Double
  /// The marks as ASCII, one byte for each.
  private(set) var marks: [UInt8]
  /// Whether marks were joined because there were too many.
  let isThinned: Bool

  static let capacity = 3000

  /// Reads a timeline of a record of `check`. Nil if it has no `marks`, or no valid duration of a mark.
  init?(_ record: RecordView<TimelineFields>) {
    guard let text = record.marks, let seconds = record.secondsPerMark,
      (1..<1_000_000).contains(seconds)
    else { return nil }
    secondsPerMark = Double(seconds)
    marks = Array(text.utf8)
    isThinned = marks.count > Self.capacity
    while marks.count > Self.capacity { halve() }
  }

  private mutating func halve() {
    secondsPerMark *= 2
    marks = stride(from: 0, to: marks.count, by: 2).map { index in
      let second = index + 1 < marks.count ? marks[index + 1] : marks[index]
      return Self.rank(second) > Self.rank(marks[index]) ? second : marks[index]
    }
  }

  /// The runs of marks without a tag that last longer than the limit of `cadence-gap`. `end` is the end of the content,
  /// which may be before the end of the last mark.
  func gaps(until end: Double) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var first = 0
    for (index, mark) in (marks + [UInt8(ascii: "d")]).enumerated() where mark != UInt8(ascii: ".")
    {
      let length = min(Double(index) * secondsPerMark, end) - Double(first) * secondsPerMark
      if length > RuleDescription.cadenceGapLimit { gaps.append(first..<index) }
      first = index + 1
    }
    return gaps
  }

  /// The rank of a mark. When marks are joined, the mark with the highest rank is kept, as in `check`.
  private static func rank(_ mark: UInt8) -> Int {
    [UInt8(ascii: "."), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "!")]
      .firstIndex(of: mark) ?? 0
  }
}

/// The owners of ID3 tags that are not Nielsen's, with the number of tags of each.
struct OtherOwners: Sendable, Equatable {
  /// The maximum number of owners that are counted separately.
  static let capacity = 30

  private(set) var counts: [String: Int] = [:]
  /// The number of tags of further owners.
  private(set) var rest = 0

  /// Counts a tag by its first frame with an owner, or else by the id of its first frame.
  mutating func count(frames: [JSONValue]) {
    let frames = frames.map(RecordView<FrameFields>.init)
    guard let frame = frames.first(where: { $0.owner != nil }) ?? frames.first else { return }
    let name = frame.owner ?? frame.id.map { "\($0) frame" } ?? ""
    let owner = name.isEmpty ? "(no owner)" : LongText.cut(name, to: 120)
    if counts[owner] != nil || counts.count < Self.capacity {
      counts[owner, default: 0] += 1
    } else {
      rest += 1
    }
  }

  /// The owners, starting with the owner of most tags.
  var rows: [(owner: String, tags: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  init() {}

  /// Reads the owners that a record of `check` counted.
  init(counted rows: [RecordView<OwnerFields>]) {
    for row in rows.prefix(Self.capacity) {
      guard let owner = row.owner, let tags = row.tags, tags > 0 else { continue }
      counts[LongText.cut(owner, to: 120)] = tags
    }
  }

  /// The writer of this owner's tags, and their purpose. Empty if unknown.
  static func note(_ owner: String) -> String { TagOwner.writer(of: owner) ?? "" }
}
