/// The size of a picture.
public struct Resolution: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// `WIDTHxHEIGHT`.
  public var description: String { "\(width)x\(height)" }

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads `1920x1080` (RFC 8216, section 4.2); a capital `X` is taken too.
  init?(_ text: String) {
    let numbers = text.utf8.split(omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "x")
    }
    guard numbers.count == 2, let width = DecimalText.integer(numbers[0]),
      let height = DecimalText.integer(numbers[1])
    else { return nil }
    self.init(width: width, height: height)
  }
}
