/// The keys in force at a place of a media playlist (RFC 8216, section 4.3.2.4).
struct KeyTable {
  /// One a KEYFORMAT, in the order in which the formats appeared.
  private(set) var keys: [EncryptionKey]

  init(_ keys: [EncryptionKey] = []) {
    self.keys = keys
  }

  /// Reads an EXT-X-KEY: it replaces the key of its format, METHOD=NONE ends all.
  mutating func apply(
    _ list: AttributeList,
    into context: inout ReadingContext
  ) {
    if context.word("METHOD", of: list) == "NONE" {
      keys = []
      return
    }
    guard let key = context.encryptionKey(list) else { return }
    if let index = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
      keys[index] = key
      return
    }
    guard keys.count < context.limits.keysInForce else {
      context.noteLimit(context.limits.keysInForce, "keys in force at a time", line: list.line)
      return
    }
    keys.append(key)
  }
}

extension ReadingContext {
  /// The key of an EXT-X-KEY or EXT-X-SESSION-KEY whose METHOD is not NONE; nil without METHOD.
  mutating func encryptionKey(_ list: AttributeList) -> EncryptionKey? {
    guard let method = word("METHOD", of: list), !method.isEmpty else {
      noteMissing("METHOD", of: list)
      return nil
    }
    let uri = requiredURI(of: list)
    let format = quotedString("KEYFORMAT", of: list) ?? EncryptionKey.identityFormat
    return EncryptionKey(
      method: EncryptionKey.Method(method),
      uri: uri,
      initializationVector: initializationVector(list),
      keyFormat: format,
      keyFormatVersions: quotedString("KEYFORMATVERSIONS", of: list)
    )
  }

  private mutating func initializationVector(_ list: AttributeList) -> [UInt8]? {
    guard let bytes = hexadecimal("IV", of: list) else { return nil }
    let size = EncryptionKey.vectorSize
    guard bytes.count <= size else {
      note(.attributeInvalid, line: list.line, "\(list.tag): IV has more than \(size) bytes")
      return nil
    }
    return [UInt8](repeating: 0, count: size - bytes.count) + bytes
  }
}
