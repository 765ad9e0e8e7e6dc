/// Where an earlier ping is, for a finding that names it.
struct PingReference: Sendable {
  /// Its place among the rows of the input, from 0.
  var index: Int
  /// Its place in the capture, such as `entry 12`.
  private var place: String?

  init(_ ping: SentPing, at index: Int) {
    self.index = index
    place = ping.place.map { RememberedText($0).short }
  }

  /// `#3`, `#3 (entry 12)`.
  var words: String { "#\(index)" + (place.map { " (\($0))" } ?? "") }
}

/// A value of an earlier ping: its beginning for reports, and a digest to compare it with another one.
/// A capture can hold values of any length, and many of them are remembered.
struct RememberedText: Hashable, Sendable {
  /// At most 60 characters.
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
  /// Appends an element, and drops the oldest above a limit.
  mutating func append(_ element: Element, limit: Int) {
    if count >= limit { removeFirst(count - limit + 1) }
    append(element)
  }
}
