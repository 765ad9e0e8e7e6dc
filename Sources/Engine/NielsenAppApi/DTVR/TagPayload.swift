import NielsenTag

/// The parts of a valid payload that the engine uses.
///
///     0               16                       41                       66          235   241   247
///     www.nielsen.com/CCCCCCCCCCCCCCCCCCCCCC==/CCCCCCCCCCCCCCCCCCCCCC==/BB ... BBB=/ddddd/ddddd/dd
///     |<--- 15 ---->| |<----- PC CID ------->| |<----- FD CID ------->| |< 168  >| |PC-| |FD-| br
struct TagPayload: Equatable, Sendable {
  static let length = 249

  var programContent: MeasuredContentID
  /// Seconds since the start of the program content's day, 0 to 99999.
  var programContentOffset: Int64
  var finalDistributor: MeasuredContentID
  /// Seconds since the start of the final distributor's day, 0 to 99999.
  var finalDistributorOffset: Int64
  /// The two digits of the breakout code as a number, 0 to 99.
  var breakout: UInt8
  /// When the tag was released, in Unix seconds; nil if the payload has no plausible time.
  var lastTagTime: Int64?

  private enum Position {
    static let separators = [15, 40, 65, 234, 240, 246]
    static let programContent = 16
    static let finalDistributor = 41
    static let watermark = 66
    static let programContentOffset = 235
    static let finalDistributorOffset = 241
    static let breakout = 247
  }

  enum Check {
    /// An empty string, or one with only padding.
    case empty
    /// The owner identifier of a tag that is not Nielsen's.
    case foreign
    /// A string that begins like a payload but is not valid.
    case malformed
    /// A valid payload: the first ``length`` bytes of the string.
    case valid(TagPayload)
  }

  /// The content ids of a valid payload as text: the final distributor's, then the program content's.
  static func contentIDs(ofPayload payload: String) -> [String] {
    let bytes = Array(payload.utf8)
    guard bytes.count >= length else { return [] }
    return [Position.finalDistributor, Position.programContent].map { start in
      String(decoding: bytes[start..<start + MeasuredContentID.length], as: UTF8.self)
    }
  }

  /// Checks an owner identifier, and passes the result and the identifier's bytes to `body`.
  static func read<Result>(
    _ text: String,
    _ body: (Check, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      return body(check(bytes), bytes)
    }
  }

  /// Checks the bytes of an owner identifier. Trailing NUL, CR, LF and spaces are ignored.
  static func check(_ bytes: UnsafeRawBufferPointer) -> Check {
    var count = bytes.count
    while count > 0, isPadding(bytes[count - 1]) { count -= 1 }
    guard count > 0 else { return .empty }
    guard beginsLikeNielsen(bytes, count: count) else { return .foreign }
    guard count == length, hasLayout(bytes) else { return .malformed }
    return .valid(
      TagPayload(
        programContent: MeasuredContentID(bytes, at: Position.programContent),
        programContentOffset: number(bytes, at: Position.programContentOffset, count: 5),
        finalDistributor: MeasuredContentID(bytes, at: Position.finalDistributor),
        finalDistributorOffset: number(bytes, at: Position.finalDistributorOffset, count: 5),
        breakout: UInt8(truncatingIfNeeded: number(bytes, at: Position.breakout, count: 2)),
        lastTagTime: TagTime.last(ofPayload: bytes)
      )
    )
  }

  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x0A || byte == 0x0D || byte == 0x20
  }

  private static let owner: (UInt64, UInt64) = {
    let text = Array("www.nielsen.com/".utf8)
    return text.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }()

  private static func beginsLikeNielsen(_ bytes: UnsafeRawBufferPointer, count: Int) -> Bool {
    count >= 16 && bytes.loadUnaligned(as: UInt64.self) == owner.0
      && bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == owner.1
  }

  private static func hasLayout(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for position in Position.separators where bytes[position] != UInt8(ascii: "/") { return false }
    return CharacterClass.isContentID(bytes, at: Position.programContent)
      && CharacterClass.isContentID(bytes, at: Position.finalDistributor)
      && CharacterClass.isWatermark(bytes, at: Position.watermark)
      && CharacterClass.areDigits(bytes, at: Position.programContentOffset, count: 5)
      && CharacterClass.areDigits(bytes, at: Position.finalDistributorOffset, count: 5)
      && CharacterClass.areDigits(bytes, at: Position.breakout, count: 2)
  }

  private static func number(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    count: Int
  ) -> Int64 {
    (offset..<(offset + count)).reduce(0) { $0 * 10 + Int64(bytes[$1] & 15) }
  }
}

/// A content id of 24 ASCII characters, stored in three words so that comparison is cheap.
struct MeasuredContentID: Equatable, Sendable {
  static let length = 24

  private let head: UInt64
  private let middle: UInt64
  private let tail: UInt64

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    head = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    middle = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
    tail = bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)
  }

  /// The content id `text`; nil unless `text` has 24 ASCII characters.
  init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    self = bytes.withUnsafeBytes { MeasuredContentID($0, at: 0) }
  }

  var text: String {
    var words = (head, middle, tail)
    return withUnsafeBytes(of: &words) { String(decoding: $0, as: UTF8.self) }
  }
}

/// Checks the characters of a payload's fields without allocating strings.
enum CharacterClass {
  /// Whether the bytes at `offset` are 22 base64url characters and `==`.
  static func isContentID(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    areBase64URL(bytes, at: offset, count: 22) && bytes[offset + 22] == UInt8(ascii: "=")
      && bytes[offset + 23] == UInt8(ascii: "=")
  }

  /// Whether the bytes at `offset` are 167 base64url characters and `=`.
  static func isWatermark(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    areBase64URL(bytes, at: offset, count: 167) && bytes[offset + 167] == UInt8(ascii: "=")
  }

  static func areDigits(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> Bool {
    var position = offset
    while position < offset + count {
      guard bytes[position] &- UInt8(ascii: "0") <= 9 else { return false }
      position += 1
    }
    return true
  }

  /// Whether the `count` bytes at `offset`, at least 8, are base64url characters (RFC 4648, section 5).
  private static func areBase64URL(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    count: Int
  ) -> Bool {
    // The length is not a multiple of eight, so the last eight bytes overlap the previous ones.
    let last = offset + count - 8
    var right = base64URL(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    var position = offset
    while position < last {
      right &= base64URL(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    return right & highBits == highBits
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Sets the high bit of every byte that is a base64url character. The other bits are meaningless.
  private static func base64URL(_ word: UInt64) -> UInt64 {
    let ascii = word & ~highBits
    let found =
      inside(ascii | ones &* 0x20, UInt8(ascii: "a"), UInt8(ascii: "z"))
      | inside(ascii, UInt8(ascii: "0"), UInt8(ascii: "9"))
      | inside(ascii, UInt8(ascii: "-"), UInt8(ascii: "-"))
      | inside(ascii, UInt8(ascii: "_"), UInt8(ascii: "_"))
    return found & ~word
  }

  /// Sets the high bit of every byte whose value is from `low` to `high`. All bytes are below 128, so the sums never
  /// carry into the next byte.
  private static func inside(_ word: UInt64, _ low: UInt8, _ high: UInt8) -> UInt64 {
    (word &+ ones &* UInt64(0x80 - low)) & ~(word &+ ones &* UInt64(0x7F - high))
  }
}

enum TagTime {
  /// When the tag was released, in Unix seconds; nil if there is no plausible time. `bytes` is a
  /// payload with a valid layout, with or without padding after it.
  static func last(ofPayload bytes: UnsafeRawBufferPointer) -> Int64? {
    let payload = UnsafeRawBufferPointer(rebasing: bytes[..<TagPayload.length])
    let time = payload.withMemoryRebound(to: UInt8.self) {
      NielsenPayload.lastTagTime(ofPayload: $0)
    }
    return time.flatMap { NielsenPayload.plausibleTagTimes.contains($0) ? $0 : nil }
  }
}
