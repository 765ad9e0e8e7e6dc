/// Something that makes the consumer of a resource wait: a slow server, or a failed attempt.
package struct FetchNotice: Sendable, Hashable {
  /// The URL asked for, as messages show it.
  package var url: String
  /// The event and the reaction to it, in plain words.
  package var text: String
  /// Whether it takes seconds, so that it should be reported without `--verbose`.
  package var isLong: Bool

  /// Makes a notice with the given parts.
  package init(url: String, text: String, isLong: Bool) {
    self.url = url
    self.text = text
    self.isLong = isLong
  }
}
