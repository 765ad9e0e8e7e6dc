/// Decodes the body of a frame: everything after its header and the fields that its flags add.
struct ContentReader {
  let major: UInt8
  var issues: [ID3Issue] = []

  /// The content of a frame. A body that lacks the fields of the frame's kind is kept as bytes.
  mutating func content(of id: String, body: ArraySlice<UInt8>) -> ID3Frame.Content {
    let kind = FrameKind(id: id)
    // An empty PRIV has an empty owner; frames of other kinds need at least one byte.
    if body.isEmpty {
      issues.note(.emptyFrame)
      return kind == .priv ? .priv(owner: "", data: []) : .data([])
    }
    if let content = fields(of: kind, body) { return content }
    issues.note(.malformedFrame)
    return .data(Array(body))
  }

  private mutating func fields(
    of kind: FrameKind,
    _ body: ArraySlice<UInt8>
  ) -> ID3Frame.Content? {
    switch kind {
    case .priv: priv(body)
    case .text: text(body)
    case .experimental: printableText(body) ?? .data(Array(body))
    case .userText: userText(body)
    case .url: url(body)
    case .userURL: userURL(body)
    case .comment: comment(body)
    case .object: object(body)
    case .picture: picture(body)
    case .uniqueFileIdentifier: uniqueFileIdentifier(body)
    case .popularimeter: popularimeter(body)
    case .other: .data(Array(body))
    }
  }

  // MARK: - Kinds

  private mutating func priv(_ body: ArraySlice<UInt8>) -> ID3Frame.Content {
    var rest = body
    guard let owner = Self.terminatedLatin1(&rest) else {
      issues.note(.privWithoutTerminator)
      return .priv(owner: ISOLatin1.string(body), data: [])
    }
    return .priv(owner: owner, data: Array(rest))
  }

  private mutating func text(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest) else { return nil }
    let values = reader.strings(rest)
    note(reader.issues)
    return .text(encoding: reader.encoding, values: values)
  }

  /// Reads an experimental frame as text. Returns nil unless the frame is valid text with at least one character, and
  /// all characters are printable.
  private mutating func printableText(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var reader = ContentReader(major: major)
    guard case .text(let encoding, let values)? = reader.text(body),
      reader.issues.isEmpty || reader.issues == [.encodingNotInVersion],
      values.contains(where: { !$0.isEmpty }),
      values.allSatisfy({ $0.unicodeScalars.allSatisfy(\.isPrintable) })
    else { return nil }
    note(reader.issues)
    return .text(encoding: encoding, values: values)
  }

  private mutating func userText(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest), let description = reader.terminatedString(&rest)
    else { return nil }
    let values = reader.strings(rest)
    note(reader.issues)
    return .userText(encoding: reader.encoding, description: description, values: values)
  }

  private mutating func url(_ body: ArraySlice<UInt8>) -> ID3Frame.Content {
    .url(lastLatin1(body))
  }

  private mutating func userURL(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest), let description = reader.terminatedString(&rest)
    else { return nil }
    note(reader.issues)
    let url = lastLatin1(rest)
    return .userURL(encoding: reader.encoding, description: description, url: url)
  }

  private mutating func comment(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest), let language = Self.take(3, from: &rest),
      let description = reader.terminatedString(&rest)
    else { return nil }
    let text = reader.lastString(rest)
    note(reader.issues)
    return .comment(
      encoding: reader.encoding,
      language: ISOLatin1.string(language),
      description: description,
      text: text
    )
  }

  private mutating func object(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest), let mimeType = Self.terminatedLatin1(&rest),
      let fileName = reader.terminatedString(&rest),
      let description = reader.terminatedString(&rest)
    else { return nil }
    note(reader.issues)
    return .object(
      encoding: reader.encoding,
      mimeType: mimeType,
      fileName: fileName,
      description: description,
      data: Array(rest)
    )
  }

  private mutating func picture(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard var reader = textReader(&rest), let mimeType = pictureFormat(&rest),
      let type = rest.popFirst(), let description = reader.terminatedString(&rest)
    else { return nil }
    note(reader.issues)
    return .picture(
      ID3Picture(
        encoding: reader.encoding,
        mimeType: mimeType,
        type: type,
        description: description,
        data: Array(rest)
      )
    )
  }

  private func pictureFormat(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard major == 2 else { return Self.terminatedLatin1(&bytes) }
    return Self.take(3, from: &bytes).map(ISOLatin1.string)
  }

  private func uniqueFileIdentifier(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard let owner = Self.terminatedLatin1(&rest) else { return nil }
    return .uniqueFileIdentifier(owner: owner, identifier: Array(rest))
  }

  private func popularimeter(_ body: ArraySlice<UInt8>) -> ID3Frame.Content? {
    var rest = body
    guard let email = Self.terminatedLatin1(&rest), let rating = rest.popFirst() else {
      return nil
    }
    guard !rest.isEmpty else {
      return .popularimeter(email: email, rating: rating, counter: nil)
    }
    var counter: UInt64 = 0
    for byte in rest {
      // A counter grows by a byte when it is full. Values of more than 64 bits are not supported.
      guard counter >> 56 == 0 else { return nil }
      counter = counter << 8 | UInt64(byte)
    }
    return .popularimeter(email: email, rating: rating, counter: counter)
  }

  // MARK: - Fields

  /// Removes the encoding byte and returns a reader for it. Returns nil if the byte is missing or not valid.
  private mutating func textReader(_ bytes: inout ArraySlice<UInt8>) -> TextReader? {
    guard let encoding = bytes.popFirst().flatMap(ID3TextEncoding.init) else { return nil }
    if major < 4, encoding.rawValue > ID3TextEncoding.utf16.rawValue {
      issues.note(.encodingNotInVersion)
    }
    return TextReader(encoding)
  }

  private mutating func lastLatin1(_ bytes: ArraySlice<UInt8>) -> String {
    var reader = TextReader(.isoLatin1)
    defer { note(reader.issues) }
    return reader.lastString(bytes)
  }

  private mutating func note(_ more: [ID3Issue]) {
    for issue in more { issues.note(issue) }
  }

  private static func terminatedLatin1(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard let end = bytes.firstZero else { return nil }
    defer { bytes = bytes[(end + 1)...] }
    return ISOLatin1.string(bytes[..<end])
  }

  private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can occur in text: neither unassigned, nor for private use, nor a control character other than
  /// tab, CR and LF.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control: ["\t", "\n", "\r"].contains(self)
    case .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
