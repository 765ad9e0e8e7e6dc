import FoundationEssentials
import ID3
import Testing

private let corpusFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../shared/corpus/").standardizedFileURL

/// Tags of streams that other projects publish. Skipped where the corpus is not there.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: corpusFolder.path)))
struct CorpusTests {
  private struct Expected: Decodable {
    struct Case: Decodable {
      let input: String
      let kind: String
      let tags: [ExpectedTag]
    }
    struct ExpectedTag: Decodable {
      let carriage: String
      let offset: Int?
      let size: Int
      let frames: [ExpectedFrame]
    }
    struct ExpectedFrame: Decodable {
      let id: String
      let owner: String?
      let description: String?
    }
    let cases: [Case]
  }

  @Test("every tag of the packed audio files has the size and frames that others found")
  func packedAudio() throws {
    let json = try Data(contentsOf: corpusFolder.appending(path: "expected.json"))
    var count = 0
    for entry in try JSONDecoder().decode(Expected.self, from: json).cases
    where entry.kind == "packed-audio" {
      let input = try Data(contentsOf: corpusFolder.appending(path: entry.input))
      for expected in entry.tags {
        let bytes = input.dropFirst(try #require(expected.offset))
        #expect(ID3Header(bytes)?.tagSize == expected.size)
        let tag = try ID3Tag(parsing: bytes)
        #expect(tag.issues == [], "\(entry.input)")
        #expect(tag.frames.map(\.id) == expected.frames.map(\.id))
        let owners = expected.frames.compactMap(\.owner)
        #expect(tag.privateFrames.map(\.owner) == owners)
        #expect(try ID3Tag(parsing: tag.encoded()) == tag)
        count += 1
      }
    }
    #expect(count >= 10)
  }

  @Test("a bare picture tag gives type, description and size")
  func picture() throws {
    let file = corpusFolder.appending(path: "media/androidx-media/apic.id3")
    let tag = try ID3Tag(parsing: try Data(contentsOf: file))
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
