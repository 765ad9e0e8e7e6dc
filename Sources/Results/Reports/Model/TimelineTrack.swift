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
