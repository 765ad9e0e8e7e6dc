/// Why a tag could not be made.
public struct NielsenTagError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  public struct Code: Sendable, Hashable {
    private enum Value { case offset, breakout, blocks }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// An offset that five digits cannot hold.
    public static let offset = Code(.offset)
    /// A breakout that two digits cannot hold.
    public static let breakout = Code(.breakout)
    /// Another number of block bytes than seven blocks have.
    public static let blocks = Code(.blocks)
  }

  /// The kind of failure.
  public let code: Code
  /// The given value, and the valid values.
  public let description: String
}
