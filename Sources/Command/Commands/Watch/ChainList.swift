import Foundation
import LiveWatch

/// The chains in the file of `watch --trace`. The name of a chain is in brackets. The following lines name its taps in
/// the order of the chain, and have the form of lines in a list of feeds:
///
///     [News]
///     encoder = udp://239.0.0.1:5000
///     cdn = https://example.com/master.m3u8 region=us
struct ChainList {
  /// A tap, and the feed that is watched for it.
  struct Tap {
    let feed: FeedList.Feed
    let tap: ChainTap
  }

  /// The names of two labels of a tap. Their values are the name of the chain, and the hop that ends at the tap.
  private static let (chainLabel, hopLabel) = ("chain", "hop")

  /// The taps of all chains with at least two taps, in the order of the file.
  private(set) var taps: [Tap] = []
  /// The errors in the file.
  private(set) var problems: [String] = []

  private var names: Set<String> = []
  /// The chain whose taps are being read: its name, its line, and its taps so far. Nil outside a chain.
  private var open: (name: String, line: Int, feeds: [FeedList.Feed])?

  init(_ path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    // The feed list parses and checks the lines of taps.
    var list = FeedList([], environment: environment)
    var failure: ListFile.ReadError?
    ListFile.read(FileName(path)) { line, number in
      let text = line.text
      let count = list.problems.count
      do throws(ListRefusal) {
        if text.hasPrefix("["), text.hasSuffix("]") {
          close(path)
          try begin(text.dropFirst().dropLast().trimmingCharacters(in: .whitespaces), number)
        } else if let feed = list.feed(line, "\(path): line \(number)").first {
          try add(feed)
        }
      } catch {
        problems.append("\(path): line \(number): \(error.description)")
      }
      problems += list.problems[count...].map { "\(path): line \(number): \($0)" }
    } failed: {
      failure = $0
    }
    close(path)
    if let failure { problems.append("\(path): \(failure)") }
    if names.isEmpty, problems.isEmpty {
      problems.append("\(path): names no chain: begin with '[NAME]'")
    }
  }

  private mutating func begin(_ name: String, _ line: Int) throws(ListRefusal) {
    guard !name.isEmpty, names.insert(name).inserted else {
      throw ListRefusal(
        description: "'[\(name)]' is empty or used twice: give each chain a different name"
      )
    }
    open = (name, line, [])
  }

  private mutating func add(_ feed: FeedList.Feed) throws(ListRefusal) {
    guard let title = feed.title else {
      throw ListRefusal(description: "the tap has no name: write 'NAME = URL'")
    }
    guard let chain = open else {
      throw ListRefusal(description: "the tap '\(title)' has no chain: write '[NAME]' above it")
    }
    guard !chain.feeds.contains(where: { $0.title == title }) else {
      throw ListRefusal(description: "the chain already has a tap '\(title)': rename one of them")
    }
    open?.feeds.append(feed)
  }

  /// Ends the chain whose taps were read.
  private mutating func close(_ path: String) {
    guard let chain = open else { return }
    open = nil
    let place = "\(path): line \(chain.line): the chain '\(chain.name)'"
    guard chain.feeds.count > 1 else {
      return problems.append("\(place) has fewer than two taps: add lines like 'NAME = URL'")
    }
    let names = chain.feeds.map { $0.title ?? "" }
    let all = WatchedChain(chain.name, taps: names).taps
    for (number, (feed, tap)) in zip(chain.feeds, all).enumerated() {
      var labels = feed.labels
      do throws(ListRefusal) {
        try labels.set(FeedLabels.nameLabel, tap.name)
        try labels.set(Self.chainLabel, chain.name)
        if number > 0 { try labels.set(Self.hopLabel, "\(names[number - 1]) → \(names[number])") }
      } catch {
        problems.append("\(place): \(error.description)")
      }
      taps.append(Tap(feed: .init(url: feed.url, title: tap.name, labels: labels), tap: tap))
    }
  }
}
