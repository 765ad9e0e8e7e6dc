import ID3
import TestSupport
import Testing

@Suite struct TagReaderTests {
  private static let frame = "58414243 00000001 0000 07"

  @Test(
    "bytes without a header are not a tag",
    arguments: ["", "494433", "474433 0400 00 00000000"]
  )
  func notATag(hex: String) {
    #expect { try ID3Tag(parsing: bytes(hex)) } throws: { ($0 as? ID3Error)?.code == .notATag }
  }

  @Test("a compressed 2.2 tag cannot be read")
  func compressedTag() {
    #expect { try ID3Tag(parsing: bytes("494433 0200 40 00000000")) } throws: {
      ($0 as? ID3Error)?.code == .compressedTag
    }
  }

  @Test("bytes after the declared size of an ID3 tag are ignored")
  func bytesBehind() throws {
    let tag = try ID3Tag(parsing: bytes("494433 0400 00 0000000b" + Self.frame + "ffffff"))
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [])
  }

  @Test("a tag in a slice or in a collection without contiguous storage is read")
  func collections() throws {
    let input = bytes("ffff 494433 0400 00 0000000b" + Self.frame)
    let expected = try ID3Tag(parsing: Array(input[2...]))
    #expect(try ID3Tag(parsing: input[2...]) == expected)
    #expect(try ID3Tag(parsing: input.reversed().reversed().dropFirst(2)) == expected)
  }

  @Test("a tag that ends early has its complete frames and the truncated frame")
  func truncated() throws {
    let tag = try ID3Tag(
      parsing: bytes("494433 0400 00 00000030" + Self.frame) + ascii("PRIV")
        + bytes("0000001b 0000") + ascii("www.nielsen.com/abc")
    )
    #expect(tag.frames == [ID3Frame(id: "XABC", content: .data([7]))])
    #expect(tag.truncatedFrame == .priv(owner: "www.nielsen.com/abc", data: []))
    #expect(tag.issues == [.truncatedTag, .truncatedFrame])
  }

  @Test("a tag that ends within a frame header has no truncated frame")
  func truncatedFrameHeader() throws {
    let tag = try ID3Tag(parsing: bytes("494433 0400 00 00000030" + Self.frame + "505249"))
    #expect(tag.frames.count == 1)
    #expect(tag.truncatedFrame == nil)
    #expect(tag.issues == [.truncatedTag, .truncatedFrame])
  }

  @Test("a tag cut at any byte is read, and its frames are the first frames of the whole tag")
  func everyCut() throws {
    for whole in [MutagenVectors.utf16V24, MutagenVectors.latin1V23] {
      let frames = try ID3Tag(parsing: whole).frames
      for count in 10..<whole.count {
        let tag = try ID3Tag(parsing: whole[..<count])
        #expect(tag.issues.first == .truncatedTag)
        #expect(tag.frames == Array(frames.prefix(tag.frames.count)))
      }
    }
  }

  @Test("a footer that repeats the header is read and written")
  func footer() throws {
    let input = bytes(
      "494433 0400 10 0000000b" + Self.frame + "334449 0400 10 0000000b"
    )
    let tag = try ID3Tag(parsing: input)
    #expect(tag.hasFooter)
    #expect(tag.issues == [])
    #expect(try tag.encoded() == input)
  }

  @Test("a footer that differs from the header is reported")
  func wrongFooter() throws {
    let tag = try ID3Tag(
      parsing: bytes("494433 0400 10 0000000b" + Self.frame + "334449 0400 10 0000000c")
    )
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [.malformedFooter])
  }

  @Test("padding before a footer is reported")
  func paddingBeforeFooter() throws {
    let tag = try ID3Tag(
      parsing: bytes("494433 0400 10 0000000c" + Self.frame + "00 334449 0400 10 0000000c")
    )
    #expect(tag.issues == [.paddingBeforeFooter])
  }

  @Test(
    "header flags that the ID3 version does not define are reported",
    arguments: [("02", "20"), ("03", "10"), ("04", "01")]
  )
  func unknownFlags(major: String, flags: String) throws {
    let tag = try ID3Tag(parsing: bytes("494433 \(major)00 \(flags) 00000000"))
    #expect(tag.issues == [.unknownFlags])
    #expect(!tag.isExperimental && !tag.hasFooter)
  }

  @Test("an unsynchronised 2.3 tag is decoded as a whole, before its frames are read")
  func unsynchronised23() throws {
    // The size of frame XABC counts the bytes before unsynchronisation: ff e0.
    let tag = try ID3Tag(
      parsing: bytes("494433 0300 80 0000000d 58414243 00000002 0000 ff00e0")
    )
    #expect(tag.isUnsynchronised)
    #expect(tag.frames.map(\.content) == [.data([0xff, 0xe0])])
    #expect(tag.issues == [])
  }

  @Test("a 2.2 tag has identifiers and sizes of three bytes")
  func version22() throws {
    let tag = try ID3Tag(
      parsing: bytes("494433 0200 00 00000010 545432 000005 00 74657374 0000 000000")
    )
    #expect(
      tag.frames == [
        ID3Frame(id: "TT2", content: .text(encoding: .isoLatin1, values: ["test"]))
      ]
    )
    #expect(tag.paddingCount == 5)
  }

  @Test("an issue is listed once, however often it occurs")
  func issuesOnce() throws {
    let frames = (0..<1000).flatMap { _ in bytes("58414243 00000000 0000") }
    let header = bytes("494433 0300 00 00004e10")
    let tag = try ID3Tag(parsing: header + frames)
    #expect(tag.frames.count == 1000)
    #expect(tag.issues == [.emptyFrame])
  }

  @Test(
    "a tag with random changes is read without a trap, and the result can be written",
    arguments: 0..<100
  )
  func hostile(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var generator = TagGenerator(seed: UInt64(seed))
    let original = generator.tag()
    for _ in 0..<50 {
      var input = try original.encoded()
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<input.count, using: &random)
        // The header must stay plausible, because otherwise nothing after it would be read.
        if (5..<input.count).contains(index) {
          input[index] = UInt8.random(in: 0...(index < 10 ? 127 : 255), using: &random)
        }
      }
      // Only a 2.2 tag whose compression flag was set is refused.
      guard input[3] != 2 || input[5] & 0x40 == 0 else { continue }
      var tag = try ID3Tag(parsing: input)
      tag.issues = []
      tag.truncatedFrame = nil
      let encoded = try tag.encoded()
      var again = try ID3Tag(parsing: encoded)
      again.issues = []
      #expect(again == tag)
      #expect(try again.encoded() == encoded)
    }
  }
}
