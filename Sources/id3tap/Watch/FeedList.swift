import LiveWatch
import TimedMetadata

/// The feeds that the arguments name, each once.
struct FeedList {
  /// The feeds and their URLs, in order.
  private(set) var feeds: [InputURL] = []
  /// What is wrong with arguments, in order.
  private(set) var problems: [String] = []

  /// More feeds need a second process: each has a few threads.
  static let maximumCount = 1024

  init(_ arguments: [String]) {
    var names: Set<String> = []
    for group in InputExpansion.groups(for: arguments) {
      problems += group.problems
      for member in group.members {
        guard case .url(let url) = member else {
          problems.append(
            "\(member.name): is not a URL: watch follows live feeds, 'check' reads files"
          )
          continue
        }
        guard names.insert(url.identity).inserted else { continue }
        // It would be lost for ever: it is told, and not waited for.
        if let problem = url.problem {
          problems.append("\(url.name): \(problem)")
          continue
        }
        feeds.append(url)
      }
    }
    if feeds.count > Self.maximumCount {
      problems.append(
        "\(feeds.count) feeds: a process watches the first \(Self.maximumCount): start a second one"
      )
      feeds = Array(feeds.prefix(Self.maximumCount))
    }
  }
}
