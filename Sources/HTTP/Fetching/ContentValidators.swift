/// By what two answers are known to hold the same bytes (RFC 9110, section 8.8).
struct ContentValidators: Sendable, Hashable {
  /// A strong entity tag.
  var entityTag: String?
  /// `Last-Modified` as the server wrote it.
  var lastModified: String?
  /// The size of the whole.
  var size: Int64?

  init(_ head: ResponseHead, size: Int64?) {
    entityTag = head.headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
    lastModified = head.headers["last-modified"]
    self.size = size
  }

  /// The value of `If-Range`; nil when nothing identifies the bytes.
  var condition: String? { entityTag ?? lastModified }

  /// Whether an answer with a part, given under our condition, is about the same bytes: it may leave out
  /// what does not differ.
  func agrees(with part: ContentValidators) -> Bool {
    func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one == nil || other == nil || one == other
    }
    return agree(size, part.size) && agree(entityTag, part.entityTag)
      && (entityTag != nil || agree(lastModified, part.lastModified))
  }

  /// Whether `other` certainly holds the same bytes.
  func isSame(as other: ContentValidators) -> Bool {
    if let size, let otherSize = other.size, size != otherSize { return false }
    if let entityTag { return other.entityTag == entityTag }
    guard let lastModified else { return false }
    return other.lastModified == lastModified
  }
}
