/// A part of a resource (RFC 8216, section 4.3.2.2).
public struct ByteRange: Sendable, Hashable {
  /// The first byte, counted from 0.
  public let offset: Int
  /// The number of bytes; may be 0.
  public let length: Int

  /// Makes a range; nil when a number is negative or the end exceeds 2⁶³−1.
  public init?(offset: Int, length: Int) {
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else {
      return nil
    }
    self.offset = offset
    self.length = length
  }

  /// The byte after the last.
  public var end: Int { offset + length }

  /// The value of an HTTP `Range` field (RFC 9110, section 14.2); nil for a range of no bytes, which
  /// HTTP cannot ask for.
  public var rangeHeader: String? {
    length == 0 ? nil : "bytes=\(offset)-\(end - 1)"
  }
}
