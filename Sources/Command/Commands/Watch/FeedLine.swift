import Formats
import LiveWatch

/// A feed in a line of a list, or in an argument: `Name = URL label=value label="a value"`. Name and labels
/// can be missing. The URL ends at a blank, if labels follow.
struct FeedLine: Equatable {
  let title: String?
  let url: String
  let labels: FeedLabels
  /// The problem with a label; the feed is watched without that label and those after it.
  let problem: String?

  /// Nil for what is not a URL with or without a name.
  init?(_ text: String) {
    let (title, rest) = Self.titled(text) ?? (nil, Self.trimmed(text[...]))
    guard InputURL.scheme(of: rest) != nil else { return nil }
    let start = rest.prefix { !$0.isWhitespace }
    // Where anything else follows the blank it belongs to the URL, which is reported.
    let pairs = Self.labels(in: rest[start.endIndex...])
    var labels = FeedLabels()
    var problem: String?
    do {
      if let title { try labels.set(FeedLabels.nameLabel, title) }
      for (name, value) in pairs ?? [] { try labels.set(name, value) }
    } catch {
      problem = error.description
    }
    self.title = labels.feedName
    url = pairs == nil ? rest : String(start)
    self.labels = labels
    self.problem = problem
  }

  /// The parts of `Name = URL …`; nil for anything else. A URL may hold `=` too.
  private static func titled(_ text: String) -> (title: String, url: String)? {
    guard InputURL.scheme(of: text) == nil, let parts = text[...].cut(at: UInt8(ascii: "="))
    else { return nil }
    let (title, url) = (trimmed(parts.before), trimmed(parts.after))
    guard !title.isEmpty, !title.contains("://"), InputURL.scheme(of: url) != nil else {
      return nil
    }
    return (title, url)
  }

  /// Pairs of a name and a value, which quotes let hold blanks; nil when there is anything else.
  private static func labels(in text: Substring) -> [(name: String, value: String)]? {
    var rest = text.drop(while: \.isWhitespace)
    var labels: [(name: String, value: String)] = []
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == "=" else { return nil }
      rest = rest.dropFirst()
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let value = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
      rest = rest[value.endIndex...]
      if isQuoted {
        guard !rest.isEmpty else { return nil }
        rest = rest.dropFirst()
      }
      labels.append((String(name), String(value)))
      rest = rest.drop(while: \.isWhitespace)
    }
    return labels
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
