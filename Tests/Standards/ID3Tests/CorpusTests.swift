import FoundationEssentials
import ID3
import TestSupport
import Testing

/// Tags of streams published by other projects.
@Suite(.enabled(if: !Corpus.cases.isEmpty))
struct CorpusTests {
  @Test(
    "every tag of the packed audio files has the size and frames found by other parsers",
    arguments: Corpus.cases.filter { $0.kind == "packed-audio" }
  )
  func packedAudio(expected: Corpus.Case) throws {
    let input = try Data(contentsOf: URL(filePath: expected.path))
    for wanted in expected.tags {
      let bytes = input.dropFirst(Int(try #require(wanted.offset)))
      #expect(ID3Header(bytes)?.tagSize == wanted.size)
      let tag = try ID3Tag(parsing: bytes)
      #expect(tag.issues == [])
      let frames = try #require(wanted.frames)
      #expect(tag.frames.map(\.id) == frames.map(\.id))
      #expect(tag.privateFrames.map(\.owner) == frames.compactMap(\.owner))
      #expect(try ID3Tag(parsing: tag.encoded()) == tag)
    }
  }

  @Test("a tag with only a picture gives the picture's type, description and size")
  func picture() throws {
    let file = try #require(Corpus.cases.first { $0.input.hasSuffix("apic.id3") }?.path)
    let tag = try ID3Tag(parsing: try Data(contentsOf: URL(filePath: file)))
    guard case .picture(let picture)? = tag.frames.first?.content else {
      Issue.record("no picture")
      return
    }
    #expect(picture.mimeType == "image/jpeg")
    #expect(picture.type == 16)
    #expect(picture.description == "Hello World")
    #expect(picture.byteCount == 10)
  }
}
