/// Why a server cannot run.
public struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  public struct Code: Sendable, Hashable {
    private enum Value { case address, identity }
    private let value: Value

    /// The address cannot be listened at.
    public static let address = Code(value: .address)
    /// The certificate or its key cannot be used.
    public static let identity = Code(value: .identity)
  }

  /// The kind of failure.
  public let code: Code
  /// The address, what happened and what to do, in one line.
  public let description: String
}
