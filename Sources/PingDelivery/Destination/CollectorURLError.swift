/// Why pings are not sent to a URL.
public struct CollectorURLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why pings are not sent to a URL.
  public struct Code: Sendable, Hashable {
    private enum Value { case malformed, productionHost, refusedHost }
    private let value: Value

    /// It is not a complete `http`, `https` or `file` URL, or has parts that a collector must not have.
    public static let malformed = Code(value: .malformed)
    /// Its host collects real measurement data.
    public static let productionHost = Code(value: .productionHost)
    /// The configuration refuses its host.
    public static let refusedHost = Code(value: .refusedHost)
  }

  /// Why pings are not sent.
  public var code: Code
  /// The problem and its remedy.
  public var description: String

  static func malformed(_ text: String) -> CollectorURLError {
    CollectorURLError(code: .malformed, description: text)
  }

  static func productionHost(_ domain: String) -> CollectorURLError {
    CollectorURLError(
      code: .productionHost,
      description: "pings are never sent to \(domain), where real measurement data is collected: "
        + "name a collector of your own"
    )
  }

  static func refusedHost(_ domain: String) -> CollectorURLError {
    CollectorURLError(
      code: .refusedHost,
      description: "the configuration refuses \(domain) (refusedHosts): name another host"
    )
  }
}
