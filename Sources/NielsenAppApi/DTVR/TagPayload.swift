/// The clear parts of one valid payload.
///
///     0               16                       41                       66          235   241   247
///     www.nielsen.com/CCCCCCCCCCCCCCCCCCCCCC==/CCCCCCCCCCCCCCCCCCCCCC==/BB ... BBB=/ddddd/ddddd/dd
///     |<--- 15 ---->| |<----- PC CID ------->| |<----- FD CID ------->| |< 168  >| |PC-| |FD-| br
struct TagPayload: Equatable, Sendable {
  /// The length of a payload in characters, all of them ASCII.
  static let length = 249

  /// The program content side.
  var programContent: MeasuredContentID
  /// Seconds since the start of the program content's day, 0 to 99999.
  var programContentOffset: Int64
  /// The final distributor side.
  var finalDistributor: MeasuredContentID
  /// Seconds since the start of the final distributor's day, 0 to 99999.
  var finalDistributorOffset: Int64
  /// The two digits of the breakout code as a number, 0 to 99.
  var breakout: UInt8
  /// When the tag was released, in Unix seconds, if the payload says something plausible.
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

  /// The result of checking a text passed to `sendID3`.
  enum Check {
    /// Nothing but padding.
    case empty
    /// The owner identifier of another party.
    case foreign
    /// It starts like a payload and is not valid.
    case malformed
    /// A payload: the first ``length`` bytes.
    case valid(TagPayload)
  }

  /// The content ids of a valid payload as texts, that of the final distributor first.
  static func contentIDs(ofPayload payload: String) -> [String] {
    let bytes = Array(payload.utf8)
    guard bytes.count >= length else { return [] }
    return [Position.finalDistributor, Position.programContent].map { start in
      String(decoding: bytes[start..<start + MeasuredContentID.length], as: UTF8.self)
    }
  }

  /// Sorts an owner identifier, and passes its bytes on.
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

  /// Sorts the bytes of an owner identifier; trailing NUL, CR, LF and spaces do not count.
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

  /// Seven fields of the right lengths and alphabets.
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
