import ID3
import Testing

@Suite struct ID3TagTests {
  private static let owner = "www.nielsen.com/" + String(repeating: "A", count: 233)
  /// The bytes of a Nielsen tag: 271 bytes with one PRIV frame.
  private static let nielsenForm =
    bytes("494433 0400 20 00000205 50524956 0000017b 0000") + ascii(owner) + [0x00, 0x41]

  @Test("a 271-byte Nielsen tag is one PRIV frame with an owner of 249 characters")
  func nielsenForm() throws {
    #expect(Self.nielsenForm.count == 271)
    let tag = try ID3Tag(parsing: Self.nielsenForm)
    #expect(tag.version == .v24)
    #expect(tag.isExperimental)
    #expect(tag.frames == [.priv(owner: Self.owner, data: [0x41])])
    #expect(tag.privateFrames.map(\.owner) == [Self.owner])
    #expect(tag.privateFrames.map(\.data) == [[0x41]])
    #expect(tag.issues == [])
    #expect(try tag.encoded() == Self.nielsenForm)
  }

  @Test("private frames are listed in order, without other frames")
  func privateFrames() {
    let tag = ID3Tag(frames: [
      .priv(owner: "b", data: [1]),
      ID3Frame(id: "TIT2", content: .text(encoding: .utf8, values: ["t"])),
      .priv(owner: "a", data: []),
    ])
    #expect(tag.privateFrames.map(\.owner) == ["b", "a"])
  }

  @Test("a written tag is read back unchanged", arguments: 0..<400)
  func roundTrip(seed: Int) throws {
    var generator = TagGenerator(seed: UInt64(seed))
    for _ in 0..<5 {
      let tag = generator.tag()
      let encoded = try tag.encoded()
      let parsed = try ID3Tag(parsing: encoded)
      #expect(parsed == tag)
      #expect(try parsed.encoded() == encoded)
      #expect(ID3Header(encoded)?.tagSize == encoded.count)
    }
  }

  @Test("an unsynchronised tag contains no frame sync", arguments: 0..<50)
  func noFrameSync(seed: Int) throws {
    var generator = TagGenerator(seed: UInt64(seed))
    var tag = generator.tag()
    tag.isUnsynchronised = true
    tag.extendedHeader = nil
    tag.frames.removeAll { $0.groupID == 0xff }
    tag.frames.removeAll { frame in
      guard case .transformed(let transformed) = frame.content else { return false }
      return transformed.encryptionMethod == 0xff
    }
    let encoded = try tag.encoded()
    #expect(!zip(encoded, encoded.dropFirst()).contains { $0 == 0xff && $1 >= 0xe0 })
  }

  @Test(
    "tags written by mutagen are read",
    arguments: [
      (MutagenVectors.latin1V24, ID3Version.v24, ID3TextEncoding.isoLatin1),
      (MutagenVectors.utf16V24, .v24, .utf16),
      (MutagenVectors.utf16BigEndianV24, .v24, .utf16BigEndian),
      (MutagenVectors.utf8V24, .v24, .utf8),
      (MutagenVectors.latin1V23, .v23, .isoLatin1),
      (MutagenVectors.utf16V23, .v23, .utf16),
    ]
  )
  func mutagen(input: [UInt8], version: ID3Version, encoding: ID3TextEncoding) throws {
    let tag = try ID3Tag(parsing: input)
    #expect(tag.version == version)
    #expect(tag.issues == [])
    #expect(tag.paddingCount == 16)
    let picture = ID3Picture(
      encoding: encoding,
      mimeType: "image/png",
      type: 3,
      description: "cover",
      data: bytes("89504e47ffff")
    )
    let expected: [String: ID3Frame.Content] = [
      "PRIV": .priv(owner: "www.example.com/a", data: [0x00, 0x01, 0xff, 0xe0]),
      "TIT2": .text(encoding: encoding, values: ["Grüße"]),
      "TPE1": .text(encoding: encoding, values: ["one", "two"]),
      "TXXX": .userText(encoding: encoding, description: "key", values: ["välue"]),
      "WOAF": .url("http://example.com/"),
      "WXXX": .userURL(encoding: encoding, description: "dé", url: "http://example.com/x"),
      "COMM": .comment(
        encoding: encoding,
        language: "eng",
        description: "d",
        text: "line 1\nline 2"
      ),
      "GEOB": .object(
        encoding: encoding,
        mimeType: "text/plain",
        fileName: "a.txt",
        description: "file",
        data: ascii("hello")
      ),
      "APIC": .picture(picture),
      "UFID": .uniqueFileIdentifier(owner: "http://example.com/id", identifier: [1, 2, 3]),
      "POPM": .popularimeter(email: "a@example.com", rating: 200, counter: 77),
      "PCNT": .data([0, 0, 0, 5]),
    ]
    #expect(tag.frames.count == expected.count)
    for frame in tag.frames { #expect(frame.content == expected[frame.id]) }
    #expect(try ID3Tag(parsing: tag.encoded()) == tag)
  }
}
