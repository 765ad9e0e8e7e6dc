/// Texts cut at bytes. A separator of ASCII followed by a combining mark is another character to Swift, but still separates.
extension Substring {
  /// What is before the first `separator`, and what is after it; nil without one. `separator` is a byte of ASCII.
  package func cut(at separator: UInt8) -> (before: Substring, after: Substring)? {
    guard let place = utf8.firstIndex(of: separator) else { return nil }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}
