import Formats
import Foundation
import LiveWatch
import TimedMetadata

/// A feed in a line of a list, or in an argument: `Name = URL label=value label="a value"`. Name and labels
/// are optional. If labels follow, the URL ends at a blank.
struct FeedLine: Equatable {
  let title: String?
  let url: String
  let labels: FeedLabels
  /// The error of a label. The feed is watched without that label and those after it.
  let problem: String?

  /// Nil if `text` does not begin with a URL, or with a name, `=` and a URL.
  init?(_ text: String) {
    let (title, rest) = Self.titled(text) ?? (nil, Self.trimmed(text[...]))
    guard InputURL.scheme(of: rest) != nil else { return nil }
    let start = rest.prefix { !$0.isWhitespace }
    // If the text after the blank is not a list of labels, it belongs to the URL, and a wrong URL is reported.
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

  /// The name in `Name = URL …`, and the text after `=`. Nil for other strings. A URL may also contain `=`.
  private static func titled(_ text: String) -> (title: String, url: String)? {
    guard InputURL.scheme(of: text) == nil, let parts = text[...].cut(at: UInt8(ascii: "="))
    else { return nil }
    let (title, url) = (trimmed(parts.before), trimmed(parts.after))
    guard !title.isEmpty, !title.contains("://"), InputURL.scheme(of: url) != nil else {
      return nil
    }
    return (title, url)
  }

  /// The labels and their values. A value in quotes may contain blanks. Nil if `text` is not a list of labels.
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

/// The feeds that the arguments name, each once.
struct FeedList: Sendable {
  struct Feed: Sendable, Equatable {
    var url: InputURL
    let title: String?
    let labels: FeedLabels
  }

  /// Returns the bytes of a list, or the error.
  typealias Download = @Sendable (InputURL) -> Result<[UInt8], DownloadError>

  /// The reason why a list could not be fetched, and the remedy.
  struct DownloadError: Error { var description: String }

  private enum Source: Sendable {
    case argument([Feed])
    /// The feeds of a list, which may be read again.
    case list([Feed])

    var feeds: [Feed] {
      switch self {
      case .argument(let feeds), .list(let feeds): feeds
      }
    }
  }

  private let environment: [String: String]
  /// The feeds of each argument.
  private var sources: [Source] = []
  /// The feeds, in the order of the arguments and lists.
  private(set) var entries: [Feed] = []
  /// The errors in the arguments and lists, in their order.
  private(set) var problems: [String] = []

  var feeds: [InputURL] { entries.map(\.url) }
  /// The titles of feeds, by the names of their URLs. Feeds without a title are left out.
  var titles: [String: String] {
    entries.reduce(into: [:]) { titles, feed in titles[feed.url.name] = feed.title }
  }

  /// Whether any argument is a list that can be read again.
  static func isLiving(_ arguments: [String]) -> Bool {
    arguments.contains { $0.hasPrefix("@") && !isRead(once: $0) }
  }

  /// Whether a list can be read only once, as on standard input.
  private static func isRead(once argument: String) -> Bool { argument == "@-" }

  /// Reads the lists in the arguments.
  /// - Parameters:
  ///   - arguments: URLs, and lists after `@`.
  ///   - previous: The feeds of the previous reading. A list that cannot be read now, or that names no feed, keeps its
  ///     previous feeds.
  ///   - environment: The variables that lines of files may use.
  ///   - download: Fetches lists on servers.
  init(
    _ arguments: [String],
    after previous: FeedList? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    download: Download = Self.refuse
  ) {
    self.environment = environment
    for (index, argument) in FileName.arguments(arguments).enumerated() {
      let old = previous.flatMap { $0.sources.indices.contains(index) ? $0.sources[index] : nil }
      let isList = argument.bytes.first == UInt8(ascii: "@")
      if let old, !isList || Self.isRead(once: argument.text) {
        sources.append(old)
      } else {
        sources.append(
          isList ? .list(read(argument, old, download)) : .argument(feed(argument, nil))
        )
      }
    }
    var identities: Set<String> = []
    entries = sources.flatMap(\.feeds).filter { identities.insert($0.url.identity).inserted }
    var marks = DistinctURLs()
    for old in previous?.entries ?? [] where identities.contains(old.url.identity) {
      marks.keep(old.url)
    }
    let shown = Dictionary(grouping: entries, by: \.url.shown)
    for index in entries.indices {
      let feed = entries[index]
      let isAlone = shown[feed.url.shown]?.count == 1
      entries[index].url = marks.marked(feed.url, title: isAlone ? nil : feed.title)
    }
  }

  /// The URLs of the lists in `arguments` that are on servers.
  static func addresses(in arguments: [String]) -> [InputURL] {
    FileName.arguments(arguments).compactMap { argument in
      guard argument.bytes.first == UInt8(ascii: "@") else { return nil }
      let address = String(decoding: argument.bytes.dropFirst(), as: UTF8.self)
      let url = InputURL.scheme(of: address).flatMap { InputURL(address, scheme: $0) }
      return url?.kind == .web ? url : nil
    }
  }

  private static let refuse: Download = { _ in
    .failure(DownloadError(description: "is not fetched here"))
  }

  // MARK: - Lists

  private mutating func read(
    _ argument: FileName,
    _ old: Source?,
    _ download: Download
  ) -> [Feed] {
    let count = problems.count
    let address = String(decoding: argument.bytes.dropFirst(), as: UTF8.self)
    let feeds: [Feed]?
    if let scheme = InputURL.scheme(of: address) {
      feeds = fetched(address, scheme, download)
    } else {
      feeds = lines(argument)
    }
    if let feeds, !feeds.isEmpty { return feeds }
    if Interruption.isRequested {
      // The list may not have been read completely: its previous feeds are kept.
      problems.removeSubrange(count...)
      return old?.feeds ?? []
    }
    if problems.count == count {
      let url = InputURL.scheme(of: address).flatMap { InputURL(address, scheme: $0) }
      problems.append("\(url.map { "@\($0.name)" } ?? argument.text): names no feed")
    }
    guard let old, !old.feeds.isEmpty else { return [] }
    // The error and its effect are one message.
    problems[problems.count - 1] += "; its previous feeds are still watched"
    return old.feeds
  }

  /// The feeds in a file. Nil after an error of reading.
  private mutating func lines(_ argument: FileName) -> [Feed]? {
    var feeds: [Feed] = []
    var failure: ListFile.ReadError?
    ListFile.read(FileName(argument.bytes.dropFirst())) { line, number in
      feeds += feed(line, "\(argument.text): line \(number)")
    } failed: {
      failure = $0
    }
    guard let failure else { return feeds }
    problems.append("\(argument.text): \(failure)")
    return nil
  }

  /// The feeds of a list at a URL. Nil if the list cannot be fetched or used.
  private mutating func fetched(
    _ address: String,
    _ scheme: String,
    _ download: Download
  ) -> [Feed]? {
    let url = InputURL(address, scheme: scheme)
    guard let url, url.kind == .web else {
      let shown = InputURL.shown(address)
      problems.append("@\(shown): is not the URL of a list: give a URL with http or https")
      return nil
    }
    do {
      let list = try FeedTargets(try download(url).get())
      problems += list.problems.map { "@\(url.name): \($0)" }
      return list.targets.flatMap { target -> [Feed] in
        let name = FileName(target.url)
        let found = InputExpansion.find(name, isLine: true)
        return add(name, found, title: target.labels[FeedLabels.nameLabel], target.labels)
      }
    } catch let refusal as FeedTargets.Refusal {
      problems.append("@\(url.name): \(refusal.description)")
    } catch {
      let reason = (error as? DownloadError)?.description ?? "cannot be fetched: check the URL"
      problems.append("@\(url.name): \(reason)")
    }
    return nil
  }

  // MARK: - Feeds

  /// The feed in an argument, or in a line of a list. Empty if no feed can be watched. Errors are added to `problems`.
  /// `place` names the line in errors, and is nil for an argument; only lines may use variables.
  mutating func feed(_ name: FileName, _ place: String?) -> [Feed] {
    guard let line = FeedLine(String(decoding: name.bytes, as: UTF8.self)) else {
      return add(name, InputExpansion.find(name, isLine: true), title: nil, FeedLabels())
    }
    var url = FileName(line.url)
    if let place {
      do {
        url = FileName(try ListVariables.expand(line.url, environment))
      } catch {
        problems.append("\(place): \(error.description)")
        return []
      }
    }
    let found = InputExpansion.find(url, isLine: true)
    if let problem = line.problem {
      problems.append("\(InputURL.shown(url.text)): \(problem)")
    }
    return add(url, found, title: line.title, line.labels)
  }

  private mutating func add(
    _ name: FileName,
    _ found: InputExpansion.Found,
    title: String?,
    _ labels: FeedLabels
  ) -> [Feed] {
    switch found {
    case .input(.url(let url)):
      // The feed could never be read: it is reported and not watched.
      guard let problem = url.problem else {
        return [Feed(url: url, title: title, labels: labels)]
      }
      problems.append("\(url.name): \(problem)")
    case .nothing(let problem): problems.append("\(InputURL.shown(name.text)): \(problem)")
    case .input, .directory, .matches:
      problems.append(
        "\(InputURL.shown(name.text)): is not a URL: 'watch' follows live feeds; use 'check' for files"
      )
    }
    return []
  }
}
