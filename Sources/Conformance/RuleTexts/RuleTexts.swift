/// The meanings of the rules, by rule: the doc comments of their types, for the command.
///
/// `make rules` writes the other files of this folder, one for each group. A text begins with one
/// sentence; paragraphs follow, with an empty line between them.
enum RuleTexts {
  static let all: [String: String] = [
    tag, cadence, clock, transport, hls, cmaf, info, key, player, expect,
  ]
  .reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
}

extension RuleDescription {
  /// The requirement of the rule, in one sentence.
  public var summary: String { paragraphs.first ?? "" }

  /// Why, and what is left out: paragraphs without line breaks, perhaps none.
  public var details: [String] { Array(paragraphs.dropFirst()) }

  private var paragraphs: [String] {
    RuleTexts.all[id.rawValue].map(Self.paragraphs) ?? []
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty)
      .map { $0.joined(separator: " ") }
  }
}
