/// A pair that an InbandEventStream element of an MPD declares (ISO/IEC 23009-1, 5.10.3.2).
public struct DeclaredEvent: Sendable, Hashable {
  /// `schemeIdUri`.
  public var scheme: String
  /// `value`; empty where there is none.
  public var value: String

  /// A pair of both.
  public init(scheme: String, value: String = "") {
    self.scheme = scheme
    self.value = value
  }
}
