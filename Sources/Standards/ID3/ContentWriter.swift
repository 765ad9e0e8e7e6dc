/// Encodes the content of a frame. Throws if the encoded content would be read back differently.
struct ContentWriter {
  let major: UInt8
  let id: String

  func body(of content: ID3Frame.Content) throws(ID3Error) -> [UInt8] {
    switch (content, FrameKind(id: id)) {
    case (.priv(let owner, let data), .priv):
      return try terminatedLatin1(owner) + data
    case (.text(let encoding, let values), .text):
      return try [encoding.rawValue] + strings(values, encoding)
    case (.text(let encoding, let values), .experimental):
      let body = try [encoding.rawValue] + strings(values, encoding)
      var reader = ContentReader(major: major)
      guard reader.content(of: id, body: body[...]) == content else {
        throw ID3Error(
          .inconsistentFrame,
          frameID: id,
          "the text is empty or not printable, so it would be read as data: give the bytes instead"
        )
      }
      return body
    case (.userText(let encoding, let description, let values), .userText):
      return try [encoding.rawValue] + terminated(description, encoding)
        + strings(values, encoding)
    case (.url(let url), .url):
      let body = try latin1(url)
      // An empty body is not read as a URL, but a body with only a terminator is.
      return body.isEmpty ? [0] : body
    case (.userURL(let encoding, let description, let url), .userURL):
      return try [encoding.rawValue] + terminated(description, encoding) + latin1(url)
    case (.comment(let encoding, let language, let description, let text), .comment):
      return try [encoding.rawValue] + code(language) + terminated(description, encoding)
        + string(text, encoding)
    case (.object(let encoding, let mimeType, let fileName, let description, let data), .object):
      return try [encoding.rawValue] + terminatedLatin1(mimeType)
        + terminated(fileName, encoding) + terminated(description, encoding) + data
    case (.picture(let picture), .picture):
      let format = try major == 2 ? code(picture.mimeType) : terminatedLatin1(picture.mimeType)
      return try [picture.encoding.rawValue] + format + [picture.type]
        + terminated(picture.description, picture.encoding) + picture.data
    case (.uniqueFileIdentifier(let owner, let identifier), .uniqueFileIdentifier):
      return try terminatedLatin1(owner) + identifier
    case (.popularimeter(let email, let rating, let counter), .popularimeter):
      return try terminatedLatin1(email) + [rating] + (counter.map(Self.counter) ?? [])
    case (.transformed(let transformed), _):
      return transformed.bytes
    case (.data(let data), _):
      return try unstructured(data)
    default:
      throw ID3Error(
        .inconsistentFrame,
        frameID: id,
        "the identifier does not allow this kind of content: change one of the two"
      )
    }
  }

  /// Writes bytes unchanged. Throws if they would be read as fields of the frame's kind.
  private func unstructured(_ data: [UInt8]) throws(ID3Error) -> [UInt8] {
    var reader = ContentReader(major: major)
    guard case .data = reader.content(of: id, body: data[...]) else {
      throw ID3Error(
        .inconsistentFrame,
        frameID: id,
        "the data would be read as the fields of a frame: give the fields instead"
      )
    }
    return data
  }

  // MARK: - Fields

  private func strings(
    _ values: [String],
    _ encoding: ID3TextEncoding
  ) throws(ID3Error) -> [UInt8] {
    guard let last = values.last else {
      throw ID3Error(
        .inconsistentFrame,
        frameID: id,
        "no text: give at least one string, which may be empty"
      )
    }
    var bytes: [UInt8] = []
    for value in values.dropLast() { bytes += try terminated(value, encoding) }
    bytes += try string(last, encoding)
    // A final terminator does not start another string, so an empty last string needs a terminator after it.
    if values.count > 1, last.isEmpty { bytes += Self.terminator(encoding) }
    return bytes
  }

  private func terminated(
    _ text: String,
    _ encoding: ID3TextEncoding
  ) throws(ID3Error) -> [UInt8] {
    try string(text, encoding) + Self.terminator(encoding)
  }

  private func terminatedLatin1(_ text: String) throws(ID3Error) -> [UInt8] {
    try latin1(text) + [0]
  }

  private func latin1(_ text: String) throws(ID3Error) -> [UInt8] {
    try string(text, .isoLatin1)
  }

  private func string(
    _ text: String,
    _ encoding: ID3TextEncoding
  ) throws(ID3Error) -> [UInt8] {
    guard let bytes = encoding.bytes(text) else {
      throw ID3Error(
        .unwritableText,
        frameID: id,
        "the text has a NUL, or characters beyond ISO-8859-1: choose other text or another encoding"
      )
    }
    return bytes
  }

  private func code(_ text: String) throws(ID3Error) -> [UInt8] {
    guard let bytes = ISOLatin1.bytes(text), bytes.count == 3 else {
      throw ID3Error(
        .unwritableText,
        frameID: id,
        "a language or picture format needs exactly three ISO-8859-1 characters"
      )
    }
    return bytes
  }

  private static func terminator(_ encoding: ID3TextEncoding) -> [UInt8] {
    Array(repeating: 0, count: encoding.unitSize)
  }

  /// Encodes a counter in at least four bytes (ID3v2.4.0 frames, section 4.17).
  private static func counter(_ value: UInt64) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    let zeros = bytes.prefix { $0 == 0 }.count
    return Array(bytes.dropFirst(min(zeros, 4)))
  }
}
