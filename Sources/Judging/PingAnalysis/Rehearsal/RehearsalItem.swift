/// A condition that the pings of an app must meet before its certification.
package struct RehearsalItem: Sendable {
  /// The area of measurement that an item belongs to. Raw values are the letters in reports.
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

  /// Whether a document states the condition, or id3tap infers it.
  package enum Basis: String, Sendable {
    case documented, ours
  }

  /// The id of the item in records. Its meaning never changes.
  package let id: String
  package internal(set) var group = Group.setUp
  package let title: String
  /// The sources of the condition, such as titles of documents.
  package let source: String
  package let basis: Basis
  /// What the app's developer should change.
  package let remedy: String
  /// What to record next if the capture shows nothing about the item.
  package let record: String
  /// The `explain` lints that check the same thing as this item, and the parameters whose values it checks.
  let lints: Set<String>
  /// The required values, with parameter names.
  private let expected: String
  private let collect: @Sendable (RehearsalCase, inout Evidence) -> Void

  init(
    _ id: String,
    _ title: String,
    expected: String = "",
    source: String,
    basis: Basis = .documented,
    remedy: String,
    record: String,
    lints: Set<String> = [],
    collect: @escaping @Sendable (RehearsalCase, inout Evidence) -> Void
  ) {
    self.id = id
    self.title = title
    self.expected = expected
    self.source = Documents.words(source)
    self.basis = basis
    self.remedy = remedy
    self.record = record
    self.lints = lints
    self.collect = collect
  }

  package func judge(_ capture: RehearsalCase) -> Evidence {
    var evidence = Evidence(expected)
    collect(capture, &evidence)
    return evidence
  }
}

extension RehearsalItem {
  /// All items, in report order.
  package static let all: [RehearsalItem] = [
    (Group.setUp, sessionStart + appIdentity + testBuild + captureItems),
    (.content, contentViews + contentTimers + contentMetadata + contentAssets),
    (.ads, adRuns + adAssets + adContent),
    (.pages, pages),
    (.tags, tagImpressions + tagDurations + tagPayloads + tagNames),
    (.interruptions, playheads + notCounted + interruptionEffects),
    (.optOut, optingOut + identities),
    (.casting, connecting + casts),
    (.audio, audio),
    (.goingLive, goingLive),
    (.transport, transportRequests + transportForms),
  ].flatMap { group, items in items.map { $0.of(group) } }

  private func of(_ group: Group) -> RehearsalItem {
    var item = self
    item.group = group
    return item
  }

  /// Turns a cause from `LikelyCause` into a sentence.
  static func sentence(_ cause: String) -> String {
    cause.prefix(1).uppercased() + cause.dropFirst() + "."
  }
}
