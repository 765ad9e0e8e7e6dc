import Conformance
import Formats
import Records

/// One stream of an input in time: a rendition, or a program of a transport stream.
struct TimelineTrack: Sendable, Equatable {
  var rendition: String?
  var program: Int?
  /// Its Nielsen tags, from the records of `extract`.
  var tags = TagSeries()
  /// The number of the last of them.
  var lastTag: Int?
  /// The content ids of its DATA tags, from the records of `extract`.
  var contents = ContentSpans()
  /// Its marks, from the record of `check`.
  var strip: MarkStrip?
  var segments: [Segment] = []
  /// Whether segments were left out.
  var isCut = false

  /// As many segments are kept at most.
  static let segmentCapacity = 1500

  /// The title above it.
  var name: String {
    let parts = [rendition, program.map { "program \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "tags" : parts.joined(separator: ", ")
  }

  struct Segment: Sendable, Equatable {
    /// Presentation seconds.
    var start: Double
    /// Seconds.
    var duration: Double
    var uri: String
    /// Whether it was read whole.
    var isComplete: Bool
    /// Whether the playlist declares a discontinuity before it.
    var isDiscontinuity: Bool
    /// Nielsen tags in it.
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

/// Text of others may be of any length.
enum LongText {
  /// As many characters are kept.
  static let longest = 500

  /// The beginning of a text, with `…` where something is left out.
  static func cut(_ text: String, to length: Int = LongText.longest) -> String {
    guard text.utf8.count > length, text.unicodeScalars.count > length else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))) + "…"
  }
}

/// A mark for each interval of a stream: `d` DATA, `i` INFO, `!` fault, `.` nothing.
struct MarkStrip: Sendable, Equatable {
  /// Seconds that a mark represents.
  private(set) var secondsPerMark: Double
  /// One byte a mark.
  private(set) var marks: [UInt8]
  /// Whether marks were joined.
  let isThinned: Bool

  /// As many marks are kept at most.
  static let capacity = 3000

  /// A strip of a record of `check`; nil for something else.
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

  /// Runs of marks without a tag that last longer than the limit; the content has an `end` before the last mark has.
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

  /// The worst and rarest wins, as in `check`.
  private static func rank(_ mark: UInt8) -> Int {
    [UInt8(ascii: "."), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "!")]
      .firstIndex(of: mark) ?? 0
  }
}

/// The owners of the ID3 tags that are not Nielsen's, and how many tags each has.
struct OtherOwners: Sendable, Equatable {
  /// At most as many owners are distinguished.
  static let capacity = 30

  private(set) var counts: [String: Int] = [:]
  /// Tags of owners over the capacity.
  private(set) var rest = 0

  /// Counts a tag by its first frame with an owner; other frames count under their id.
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

  /// The owners, the most frequent first.
  var rows: [(owner: String, tags: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Owners without a tag.
  init() {}

  /// The owners that a record of `check` counted.
  init(counted rows: [RecordView<OwnerFields>]) {
    for row in rows.prefix(Self.capacity) {
      guard let owner = row.owner, let tags = row.tags, tags > 0 else { continue }
      counts[LongText.cut(owner, to: 120)] = tags
    }
  }

  /// The purpose of the tags of a known owner; empty for others.
  static func note(_ owner: String) -> String { TagOwner.writer(of: owner) ?? "" }
}
