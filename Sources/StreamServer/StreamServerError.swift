/// Why streams cannot be served.
public struct StreamServerError: Error, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  public struct Code: Sendable, Hashable {
    private enum Value { case folder, address }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// The folder cannot be read.
    public static let folder = Code(.folder)
    /// The address cannot be listened at.
    public static let address = Code(.address)
  }

  /// The kind of failure.
  public let code: Code
  /// The folder or address, what happened and what to do, in one line.
  public let description: String
}
