import Foundation
import ReaderTestSupport
import System
import TestSupport
import Testing

@testable import TimedMetadata

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
    "packed audio of the corpus gives the expected tags from a path, single bytes and a descriptor",
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

  @Test(
    "an MP4 file of the corpus gives the expected tags, fed whole and byte by byte",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.isoMedia
  )
  func isoMedia(expected: Corpus.Case) throws {
    let events = try allEvents(of: TimedMetadataReader(FileSource(path: expected.path)))
    expectTags(events.tags, expected.tags)
    #expect(events.notes.isEmpty)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: expected.path)))
    let pieces = try allEvents(of: TimedMetadataReader(MemorySource(bytes, pieceSize: 1)))
    #expect(pieces == events)
  }

  @Test(
    "the segments of a CMAF rendition give the expected tags, separately and as one file",
    .enabled(if: !Corpus.cases.isEmpty)
  )
  func cmafSegments() throws {
    let expected = try #require(Corpus.cases.first { $0.input.hasSuffix("hls-cmaf/master.m3u8") })
    let folder = URL(fileURLWithPath: expected.path).deletingLastPathComponent()
    func bytes(_ name: String) throws -> [UInt8] {
      try [UInt8](
        Data(contentsOf: folder.appendingPathComponent("nielsen-form_dash_track257_\(name)"))
      )
    }
    let segments = try (1...8).map { try bytes("\($0).m4s") }
    let initialization = try bytes("init.mp4")
    let parser = ISOMediaParser(options: ReaderOptions())
    let inParts = try allEvents(
      of: parser,
      segments,
      initializations: [0: InitializationSection(bytes: initialization)]
    )
    expectTags(inParts.tags, expected.tags)
    #expect(inParts.notes.isEmpty)
    // The audio starts at tick 12,480 of 90,000.
    for (tag, wanted) in zip(inParts.tags, expected.tags) {
      let pts = try #require(wanted.pts)
      let time = try #require(tag.time)
      #expect(abs(time - Double(pts - 12_480) / 90_000) < 1e-9)
    }
    #expect(parser.origin(ofProgram: nil) == MediaOrigin(seconds: 12_480 / 90_000, wraps: false))
    let file = initialization + segments.flatMap { $0 }
    let joined = try allEvents(of: TimedMetadataReader(MemorySource(file)))
    expectTags(joined.tags, expected.tags)
    #expect(joined.tags.map(\.time) == inParts.tags.map(\.time))
    #expect(joined.summary?.duration == inParts.summary?.duration)
  }

  private func expectTags(_ tags: [TimedTag], _ expected: [Corpus.Case.ExpectedTag]) {
    #expect(tags.count == expected.count)
    for (tag, wanted) in zip(tags, expected) {
      #expect(SHA256.hexadecimal(of: tag.bytes) == wanted.sha256)
      #expect(tag.bytes.count == wanted.size)
      #expect(tag.pts == wanted.pts)
      #expect(tag.timescale == wanted.timescale)
      #expect(tag.carriage.rawValue == wanted.carriage)
      #expect(tag.eventMessage?.scheme == wanted.scheme)
      #expect(tag.eventMessage?.value == wanted.value)
      #expect(tag.eventMessage?.version == wanted.emsgVersion)
      #expect(wanted.offset == nil || tag.offset == wanted.offset)
      #expect(tag.time != nil)
    }
  }
}
