/// A request as a `TestServer` received it.
public struct TestRequest: Sendable {
  /// The HTTP method, such as `GET`.
  public var method: String
  /// The path and query as sent.
  public var target: String
  /// The header fields, in order.
  public var headers: [(name: String, value: String)]
  /// The body, as sent.
  public var body: [UInt8] = []
  /// The number of earlier requests for the same path.
  public var index: Int
  /// The number of the connection, from 0.
  public var connection: Int
  /// Whether the request was received over HTTP/2.
  public var isHTTP2: Bool

  /// The target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The text after the `?`; nil without a `?`.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The value of the first header field with this name, compared without regard to case; nil if there is none.
  public subscript(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The range that the header field `Range` requests of a body of `size` bytes; nil if the field is missing, names
  /// several ranges, or is outside the body.
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
