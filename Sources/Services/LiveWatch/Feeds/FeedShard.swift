import Formats
import System

/// One of several processes that divide a list of feeds without a coordinator. Each process needs only its own number
/// and the number of processes.
///
/// The division uses rendezvous hashing: the weight of a shard for a feed is the first eight bytes, big endian, of the
/// SHA-256 of `NUMBER URL`, and the shard with the highest weight watches the feed. When a shard is added, the only
/// feeds that change their process are those that move to the new shard.
package struct FeedShard: Sendable, Equatable {
  package static let mostShards = 4096

  /// The number of this process, from 0.
  package let index: Int
  package let count: Int

  /// Creates a shard. The result is nil unless `index` is in 0..<`count` and `count` is at most ``mostShards``.
  package init?(index: Int, count: Int) {
    guard (1...Self.mostShards).contains(count), (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `I/N`, where I counts from 0. `hostname/N` takes I from the end of a host name such as `id3tap-2`, the name
  /// of a pod of a StatefulSet. Nil if the text is not a valid shard.
  package init?(_ text: String, hostname: @autoclosure () -> String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Self.number(parts[1]) else { return nil }
    let index: Int?
    if parts[0] == "hostname" {
      // The first label of a full host name is the name of the pod.
      let name = hostname().prefix { $0 != "." }
      index = name.lastIndex(of: "-").flatMap { Self.number(name[name.index(after: $0)...]) }
    } else {
      index = Self.number(parts[0])
    }
    guard let index else { return nil }
    self.init(index: index, count: count)
  }

  /// Reads decimal digits without a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  package func owns(_ url: String) -> Bool { Self.owner(of: url, among: count) == index }

  /// The number of the shard that watches the feed with the URL `url`.
  package static func owner(of url: String, among count: Int) -> Int {
    guard count > 1 else { return 0 }
    var best = (index: 0, weight: weight(of: 0, for: url))
    for index in 1..<count {
      let weight = weight(of: index, for: url)
      if weight > best.weight { best = (index, weight) }
    }
    return best.index
  }

  private static func weight(of index: Int, for url: String) -> UInt64 {
    SHA256.digest(of: Array("\(index) \(url)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
