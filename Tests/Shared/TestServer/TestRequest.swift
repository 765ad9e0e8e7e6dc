/// A request as a `TestServer` received it.
public struct TestRequest: Sendable {
  /// `GET` and the like.
  public var method: String
  /// Path and query as sent.
  public var target: String
  /// The header fields, in order.
  public var headers: [(name: String, value: String)]
  /// The body, as sent.
  public var body: [UInt8] = []
  /// How many requests for the same path came before this one.
  public var index: Int
  /// The number of the connection it came on; they count from 0.
  public var connection: Int
  /// Whether it came over HTTP/2.
  public var isHTTP2: Bool

  /// The target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The text after the `?`; nil without one.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The first header field of a name, in upper or lower case.
  public subscript(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The bytes that `Range: bytes=…` asks for of a body of `size` bytes; nil without such a field.
  public func range(of size: Int) -> Range<Int>? {
    guard let text = self["range"], text.hasPrefix("bytes="), !text.contains(",") else {
      return nil
    }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), first < size else { return nil }
    let last = Int(ends[1]) ?? size - 1
    return last >= first ? first..<min(size, last + 1) : nil
  }
}
