import TimedMetadata

/// One question about a stream, and its answer.
///
/// A rule sees the tags, notes and segments of one input in stream order, keeps little (a few
/// values for each stream, never one for each tag) and logs what it finds. Its messages are at the end
/// of its file.
///
/// A new rule is a file here, a test file of the same name and one line in `RuleSet`.
protocol Rule: Sendable {
  /// The name, which users write in configurations: that of the type in kebab case.
  static var id: RuleID { get }
  /// What one sees where the rule is broken: `Gap in the tags`.
  static var title: String { get }
  /// What the rule asks for, and why: one sentence, then perhaps paragraphs, with an empty line between them.
  static var text: String { get }
  /// The default traits of the rule.
  static var traits: RuleTraits { get }

  /// The rule at the start of a stream.
  init(_ settings: RuleSettings)

  /// Takes the next tag.
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog)
  /// Takes the next note of the reader.
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog)
  /// Takes what is known about a segment that has been read.
  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog)
  /// Takes the next mark of an ad break, or of something else.
  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog)
  /// Ends the stream. Only called when everything that `traits.needs` names is there.
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment
}

extension Rule {
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {}
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {}
  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {}
  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {}
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment { .assessed }
}

/// A rule that the reader has judged already: each of its notes of that name is a finding.
protocol NoteRule: Rule {
  init()
}

extension NoteRule {
  init(_ settings: RuleSettings) { self.init() }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
  }
}

/// The assessment of a rule at the end of a stream.
enum Assessment: Sendable, Equatable {
  /// The number of findings can be compared with the bound.
  case assessed
  /// The same; the maximum is a share of this many.
  case assessedShare(of: Int)
  /// The same, with the least number that must be found.
  case assessedMinimum(Int)
  /// Nothing can be said.
  case notAssessed(NotAssessed)
}
