import Digests
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
}
