@testable import TransportStream

/// Positions in a file, written as integer literals.
extension StreamPosition: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self.init(value) }

  init(_ value: Int64) { self.init(distance: value, offset: value, segment: 0) }
}
