/// The position of an earlier ping that a finding mentions.
struct PingReference: Sendable {
  /// The row number of the ping in the input, from 0.
  var index: Int
  /// The position of the ping in the capture, such as `entry 12`.
  private var place: String?

  init(_ ping: SentPing, at index: Int) {
    self.index = index
    place = ping.place.map { RememberedText($0).short }
  }

  /// The position for messages, such as `#3` or `#3 (entry 12)`.
  var words: String { "#\(index)" + (place.map { " (\($0))" } ?? "") }
}

/// A value of an earlier ping, reduced to its beginning for messages and a hash for comparison. This bounds the memory
/// of lints, which keep many values of any length.
struct RememberedText: Hashable, Sendable {
  /// The beginning of the text, at most 60 characters.
  let short: String
  private let hash: Int
  private let length: Int

  init(_ text: String) {
    short = text.count > 60 ? text.prefix(59) + "…" : text
    hash = text.hashValue
    length = text.utf8.count
  }

  var isEmpty: Bool { length == 0 }
}

extension Array {
  /// Appends an element, and removes the oldest elements above the limit.
  mutating func append(_ element: Element, limit: Int) {
    if count >= limit { removeFirst(count - limit + 1) }
    append(element)
  }
}
