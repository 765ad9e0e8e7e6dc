import NielsenTag

/// Why a tag that resembles Nielsen's is not one.
enum NielsenLookalike: Hashable, Sendable {
  /// The owner is spelled in another way, as carried.
  case owner(String)
  /// The payload has only this many characters.
  case cut(Int)
  /// The payload has all of its characters, and no receiver finds it.
  case damaged

  /// Bytes in which an owner is searched: large tags hold pictures.
  private static let searchLimit = 4096
  /// `www.nielsen.com`, in upper or lower case.
  private static let host = Array(NielsenPayload.ownerPrefix.utf8.dropLast())

  /// Nil when nothing in the bytes of the tag reminds of Nielsen.
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

  /// The message about it.
  var words: String {
    switch self {
    case .owner(let owner):
      "the owner starts with \(Words.quoted(owner)), expected "
        + Words.quoted(NielsenPayload.ownerPrefix)
    case .cut(let count):
      "the payload is cut after \(Words.count(count, "character")) of \(NielsenPayload.byteCount)"
    case .damaged: "the payload is damaged"
    }
  }
}
