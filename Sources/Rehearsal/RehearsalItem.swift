/// A sentence that must hold of the pings of an app before its certification.
package struct RehearsalItem: Sendable {
  /// Which part of an app's measurement an item judges.
  package enum Group: String, Sendable, CaseIterable {
    case setUp = "A"
    case content = "B"
    case ads = "C"
    case pages = "D"
    case tags = "E"
    case interruptions = "F"
    case optOut = "O"
    case casting = "T"
    case audio = "U"
    case goingLive = "G"
    case transport = "H"
  }

  /// Whether a document says it, or whether it is our inference.
  package enum Basis: String, Sendable {
    case documented, ours
  }

  /// The id in records; its meaning never changes.
  package let id: String
  package let group: Group
  /// The requirement, in one sentence.
  package let title: String
  /// The documents it follows.
  package let source: String
  package let basis: Basis
  /// The change for the app's developer.
  package let remedy: String
  /// Instructions for the next recording, if the capture shows nothing of the item.
  package let record: String
  /// Judges the item in a capture.
  package let judge: @Sendable (RehearsalCase) -> RehearsalOutcome

  package init(
    _ id: String,
    _ group: Group,
    _ title: String,
    source: String,
    basis: Basis = .documented,
    remedy: String,
    record: String,
    judge: @escaping @Sendable (RehearsalCase) -> RehearsalOutcome
  ) {
    self.id = id
    self.group = group
    self.title = title
    self.source = source
    self.basis = basis
    self.remedy = remedy
    self.record = record
    self.judge = judge
  }
}
