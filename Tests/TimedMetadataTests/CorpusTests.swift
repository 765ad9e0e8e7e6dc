import Digests
import Foundation
import TestSupport
import Testing
import TimedMetadata

@Suite struct CorpusTests {
  @Test(
    "a transport stream of the corpus gives the expected tags",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.transportStreams
  )
  func transportStream(expected: Corpus.Case) throws {
    let events: [TimedMetadataEvent]
    do {
      events = try allEvents(of: TimedMetadataReader(FileSource(path: expected.path)))
    } catch let error as TimedMetadataError {
      #expect(expected.exit?.contains(2) == true, "\(error)")
      return
    }
    let optional = Set((expected.optional ?? []).compactMap(\.sha256))
    let tags = events.tags.filter { !optional.contains(SHA256.hexadecimal(of: $0.bytes)) }
    #expect(tags.count == expected.tags.count)
    for (tag, wanted) in zip(tags, expected.tags) {
      #expect(SHA256.hexadecimal(of: tag.bytes) == wanted.sha256)
      #expect(tag.bytes.count == wanted.size)
      #expect(tag.pts == wanted.pts)
      #expect(tag.pid == wanted.pid)
      #expect(tag.program == wanted.program)
      #expect(tag.offset == wanted.offset)
      #expect(tag.carriage.rawValue == wanted.carriage)
      #expect(tag.time != nil)
    }
    let declared = events.summary?.streams.filter(\.declared).compactMap(\.pid) ?? []
    #expect(declared == expected.id3Pids)
  }

  @Test(
    "packed audio of the corpus gives the expected tags, whole, in single bytes and from a pipe",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.packedAudio
  )
  func packedAudio(expected: Corpus.Case) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: expected.path)))
    let whole = try allEvents(of: TimedMetadataReader(FileSource(path: expected.path)))
    let pieces = try allEvents(of: TimedMetadataReader(MemorySource(bytes, pieceSize: 1)))
    #expect(pieces == whole)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: expected.path))
    let pipe = FileSource(descriptor: file.fileDescriptor, name: "-")
    #expect(try allEvents(of: TimedMetadataReader(pipe)) == whole)

    let optional = Set((expected.optional ?? []).compactMap(\.sha256))
    let tags = whole.tags.filter { !optional.contains(SHA256.hexadecimal(of: $0.bytes)) }
    #expect(tags.count == expected.tags.count)
    for (tag, wanted) in zip(tags, expected.tags) {
      #expect(SHA256.hexadecimal(of: tag.bytes) == wanted.sha256)
      #expect(tag.bytes.count == wanted.size)
      #expect(tag.pts == wanted.pts)
      #expect(tag.offset == wanted.offset)
      #expect(tag.carriage.rawValue == wanted.carriage)
      #expect(tag.tag?.frames.map(\.id) == wanted.frames?.map(\.id))
    }
    #expect(whole.summary?.byteCount == Int64(bytes.count))
  }
}
