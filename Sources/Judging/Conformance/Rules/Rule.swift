import TimedMetadata

/// A check of one requirement on a stream.
///
/// A rule receives the tags, notes, segments and markers of one input in stream order and logs its findings. It stores
/// a limited number of values for each stream. Its messages are in an extension below the type.
///
/// To add a rule, write its type in a file here, test it, and add one line to `RuleSet`.
protocol Rule: Sendable {
  /// The name of the rule, which users write in configurations: the type name in kebab case.
  static var id: RuleID { get }
  /// The symptom that a user sees when the rule is broken, such as `Gap in the tags`.
  static var title: String { get }
  /// The requirement and its reason: one sentence, then optional paragraphs separated by empty lines.
  static var text: String { get }
  /// The default severity, bound and requirements of the rule.
  static var traits: RuleTraits { get }

  init(_ settings: RuleSettings)

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog)
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog)
  /// Receives the reader's report about a segment.
  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog)
  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog)
  /// Ends the input and returns the assessment. It is not called if the rule is off, if nothing could be read, if
  /// `traits.needs` has an unmet requirement that a finding cannot meet, or if the tags refute the rule's blob model.
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment
}

extension Rule {
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {}
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {}
  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {}
  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {}
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment { .assessed }
}

/// A rule whose findings are the reader's notes with the rule's name.
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

/// The assessment of a rule at the end of an input.
enum Assessment: Sendable, Equatable {
  /// The count is compared with the bound.
  case assessed
  /// The number of findings is compared with a share of this total.
  case assessedShare(of: Int)
  /// The number of tags is compared with this minimum.
  case assessedMinimum(Int)
  /// The rule could not judge the input.
  case notAssessed(NotAssessed)
}
