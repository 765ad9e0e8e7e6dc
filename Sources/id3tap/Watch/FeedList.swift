import LiveWatch
import TimedMetadata

/// The feeds that the arguments name, each once.
struct FeedList {
  /// The feeds and their URLs, in order.
  private(set) var feeds: [InputURL] = []
  /// What pages and tables call the feeds, by the names of their URLs: of those that have a title.
  private(set) var titles: [String: String] = [:]
  /// What is wrong with arguments, in order.
  private(set) var problems: [String] = []

  /// More feeds need a second process: each has a few threads.
  static let maximumCount = 1024

  init(_ arguments: [String]) {
    var names: Set<String> = []
    for argument in FileName.arguments(arguments) {
      InputExpansion.visit(argument) { line, found in
        let text = String(decoding: line.bytes, as: UTF8.self)
        guard let (title, url) = Self.titled(text) else { return add(line, found, &names) }
        let count = feeds.count
        add(FileName(url), InputExpansion.find(FileName(url), isLine: true), &names)
        if feeds.count > count, let feed = feeds.last { titles[feed.name] = title }
      }
    }
    if feeds.count > Self.maximumCount {
      problems.append(
        "\(feeds.count) feeds: a process watches the first \(Self.maximumCount): start a second one"
      )
      feeds = Array(feeds.prefix(Self.maximumCount))
    }
  }

  /// The parts of `Name = URL`; nil for anything else. A URL may hold `=` too.
  static func titled(_ text: String) -> (title: String, url: String)? {
    guard InputURL.scheme(of: text) == nil, let mark = text.firstIndex(of: "=") else { return nil }
    let title = trimmed(text[..<mark])
    let url = trimmed(text[text.index(after: mark)...])
    guard !title.isEmpty, !title.contains("://"), InputURL.scheme(of: url) != nil else {
      return nil
    }
    return (title, url)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private mutating func add(
    _ name: FileName,
    _ found: InputExpansion.Found,
    _ names: inout Set<String>
  ) {
    switch found {
    case .input(.url(let url)):
      guard names.insert(url.identity).inserted else { return }
      // It would be lost for ever: it is reported, and not waited for.
      if let problem = url.problem {
        problems.append("\(url.name): \(problem)")
      } else {
        feeds.append(url)
      }
    case .nothing(let problem): problems.append("\(name.text): \(problem)")
    case .input, .directory, .matches:
      problems.append(
        "\(name.text): is not a URL: watch follows live feeds, 'check' reads files"
      )
    }
  }
}
