import Formats
import NielsenTag

/// The reason why a tag that resembles a Nielsen tag is not recognized as one.
enum NielsenLookalike: Hashable, Sendable {
  /// The owner is misspelled; the value is its beginning.
  case owner(String)
  /// The payload is cut after this number of characters.
  case cut(Int)
  /// The payload is complete, but is not recognized.
  case damaged

  /// The number of bytes that are searched for an owner. Large tags contain pictures.
  private static let searchLimit = 4096
  private static let host = Array(NielsenPayload.ownerPrefix.utf8.dropLast())

  /// Creates the reason from the first bytes of a tag; nil if Nielsen's host name is not found in them.
  init?(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(Self.searchLimit)
    guard let start = bytes.indices.first(where: { Self.startsHost(bytes[$0...]) }) else {
      return nil
    }
    let prefix = NielsenPayload.ownerPrefix.utf8
    guard bytes[start...].starts(with: prefix) else {
      self = .owner(String(decoding: bytes[start...].prefix(prefix.count), as: UTF8.self))
      return
    }
    let length = bytes[start...].prefix { (0x21...0x7E).contains($0) }.count
    self = length < NielsenPayload.byteCount ? .cut(length) : .damaged
  }

  private static func startsHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= host.count else { return false }
    return zip(bytes, host).allSatisfy { byte, expected in
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return (isCapital ? byte | 0x20 : byte) == expected
    }
  }

  var words: String {
    switch self {
    case .owner(let owner):
      "the owner starts with \(Words.quoted(owner)), expected "
        + Words.quoted(NielsenPayload.ownerPrefix)
    case .cut(let count):
      "the payload ends after \(Decimals.counted(count, "character")), expected "
        + "\(NielsenPayload.byteCount)"
    case .damaged: "the payload is damaged"
    }
  }
}
