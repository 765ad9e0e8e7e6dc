import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@Suite struct TimedMetadataSequenceTests {
  static let bytes: [UInt8] = {
    var builder = StreamBuilder()
    builder.tables()
    builder.tags(5)
    return builder.bytes
  }()

  @Test("the sequence gives what the reader gives")
  func sameEvents() async throws {
    let bytes = Self.bytes
    let expected = try allEvents(of: TimedMetadataReader(MemorySource(bytes)))
    var events: [TimedMetadataEvent] = []
    for try await event in TimedMetadataSequence({ MemorySource(bytes) }) { events.append(event) }
    #expect(events == expected)
  }

  @Test("what cannot be opened throws at the first event")
  func cannotOpen() async throws {
    var iterator = TimedMetadataSequence({ try FileSource(path: "/nowhere/a.ts") })
      .makeAsyncIterator()
    await #expect(throws: TimedMetadataError.self) { try await iterator.next() }
  }

  @Test("a cancelled task ends the reading with the error cancelled")
  func cancelled() async throws {
    let bytes = Self.bytes
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in TimedMetadataSequence({ MemorySource(bytes) }) {}
    }
    let result = await task.result
    #expect(throws: TimedMetadataError.self) { try result.get() }
  }
}
