/// The labels that the list of feeds gives a feed, such as its region. They appear in metrics and events. Their number
/// and length are limited, because each combination is a separate series in Prometheus.
package struct FeedLabels: Sendable, Equatable {
  package struct Label: Sendable, Equatable {
    package let name: String
    /// The value: any text of at most ``FeedLabels/longestValue`` bytes.
    package let value: String
  }

  package static let mostLabels = 16
  /// The maximum length of a name in bytes.
  package static let longestName = 64
  package static let longestValue = 256

  /// Labels that metrics already have, or that Prometheus adds.
  private static let reserved: Set<String> = [
    "feed", "rendition", "kind", "state", "rule", "alarm", "severity", "to", "shard", "shards",
    "job",
    "instance",
  ]

  /// The labels, sorted by name.
  package private(set) var all: [Label] = []

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// The label with the name that the user gave the feed.
  package static let nameLabel = "name"

  /// The name that the user gave the feed; nil if it has none.
  package var feedName: String? { self[Self.nameLabel] }

  package subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// Adds a label, or replaces its value.
  /// - Throws: The reason why the label cannot be used.
  package mutating func set(_ name: String, _ value: String) throws(ListRefusal) {
    let shown = String(name.prefix(Self.longestName))
    guard Self.isName(name) else {
      throw ListRefusal(
        description:
          "label '\(shown)' is not a valid name: use at most \(Self.longestName) ASCII letters, "
          + "digits and '_', not starting with a digit or '__'"
      )
    }
    guard !Self.reserved.contains(name) else {
      throw ListRefusal(
        description: "label '\(shown)' is reserved in metrics: rename it"
      )
    }
    guard value.utf8.count <= Self.longestValue else {
      throw ListRefusal(
        description:
          "the value of label '\(shown)' has more than \(Self.longestValue) bytes: shorten it"
      )
    }
    if let known = all.firstIndex(where: { $0.name == name }) {
      all[known] = Label(name: name, value: value)
      return
    }
    guard all.count < Self.mostLabels else {
      throw ListRefusal(description: "more than \(Self.mostLabels) labels: remove label '\(shown)'")
    }
    let place = all.firstIndex { $0.name > name } ?? all.endIndex
    all.insert(Label(name: name, value: value), at: place)
  }

  /// Whether the name is short enough and valid in Prometheus, which reserves names that start with two underscores.
  private static func isName(_ name: String) -> Bool {
    guard (1...longestName).contains(name.utf8.count), !name.hasPrefix("__") else { return false }
    return name.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
  }
}

/// The reason why an entry of a list of feeds or mutes, or a label, cannot be used.
package struct ListRefusal: Error, CustomStringConvertible, Equatable {
  /// The problem and its remedy.
  package let description: String

  package init(description: String) { self.description = description }
}
