/// The position of an earlier ping, for a finding about it.
struct PingReference: Sendable {
  /// The position among the rows of the input, from 0.
  var index: Int
  /// The position in the capture, such as `entry 12`.
  private var place: String?

  init(_ ping: SentPing, at index: Int) {
    self.index = index
    place = ping.place.map { RememberedText($0).short }
  }

  /// Such as `#3` or `#3 (entry 12)`.
  var words: String { "#\(index)" + (place.map { " (\($0))" } ?? "") }
}

/// A value of an earlier ping: its beginning for messages, and a digest to compare it with other values.
/// It limits the memory, because many values of any length are remembered.
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
  /// Appends an element, and removes the oldest ones above a limit.
  mutating func append(_ element: Element, limit: Int) {
    if count >= limit { removeFirst(count - limit + 1) }
    append(element)
  }
}
