/// A content id as carried: 24 ASCII characters, kept in three words so that comparing is cheap.
struct MeasuredContentID: Equatable, Sendable {
  static let length = 24

  private let head: UInt64
  private let middle: UInt64
  private let tail: UInt64

  /// The id whose 24 bytes start at `offset`.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    head = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    middle = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
    tail = bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)
  }

  /// The id spelled `text`; nil unless that is 24 ASCII characters.
  init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    self = bytes.withUnsafeBytes { MeasuredContentID($0, at: 0) }
  }

  /// The 24 characters.
  var text: String {
    var words = (head, middle, tail)
    return withUnsafeBytes(of: &words) { String(decoding: $0, as: UTF8.self) }
  }
}
