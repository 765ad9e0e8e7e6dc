/// Bytes after a tag that belong to no tag.
public struct TrailingBytes: Sendable, Hashable {
  /// How many there are, zeros among and after them included.
  public var count: Int
  /// The first of them, at most `keptCount`.
  public var first: [UInt8]

  /// The most bytes that are kept.
  public static let keptCount = 4

  /// The part of the bytes after a tag that is kept.
  public init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    first = Array(bytes.prefix(Self.keptCount))
  }
}
