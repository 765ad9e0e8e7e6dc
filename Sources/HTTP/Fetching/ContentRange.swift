/// The value of `Content-Range` (RFC 9110, section 14.4).
struct ContentRange: Sendable, Hashable {
  /// Position of the first byte.
  var start: Int64
  /// Position after the last byte.
  var end: Int64
  /// The size of the whole; nil where the server does not know it.
  var total: Int64?

  /// Reads `bytes 0-99/200`; nil when it is something else.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard halves.count == 2, ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]),
      first >= 0, last >= first, last < .max
    else { return nil }
    total = Int64(halves[1])
    guard total ?? .max > last, total != nil || halves[1] == "*" else { return nil }
    (start, end) = (first, last + 1)
  }
}
