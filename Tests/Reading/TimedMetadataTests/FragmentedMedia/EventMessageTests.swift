import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

private let tag = StreamBuilder.tag(1)
private let fragment = ISO.fragment(ISO.Fragment(at: 0, duration: 90_000))
private let movie = ISO.fileType() + ISO.movie(ISO.Track())

@Suite struct EventMessageTests {
  private func events(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [TimedMetadataEvent] {
    try allEvents(of: TimedMetadataReader(MemorySource(bytes, pieceSize: pieceSize)))
  }

  /// The events of segments after an initialization section.
  private func events(
    of segments: [[UInt8]],
    after section: InitializationSection? = nil
  ) throws -> [TimedMetadataEvent] {
    try allEvents(
      of: ISOMediaParser(options: ReaderOptions()),
      segments,
      initializations: section.map { [0: $0] } ?? [:]
    )
  }

  @Test("each message gives the expected tags and notes", arguments: MessageCase.all)
  func messages(testCase: MessageCase) throws {
    let events = try events(testCase.bytes)
    #expect(events.tags.map(\.notes) == testCase.tags)
    #expect(events.notes.map(\.id) == testCase.notes)
    #expect(events.tags.allSatisfy { $0.time != nil && $0.offset != nil })
    #expect(try self.events(testCase.bytes, pieceSize: 1) == events)
    #expect(try self.events(testCase.bytes, pieceSize: 100) == events)
  }

  @Test(
    "zero bytes after a tag are counted in the note, unless other bytes follow too",
    arguments: [
      ([0], "1 zero byte after the tag in message_data"),
      ([0, 0, 0], "3 zero bytes after the tag in message_data"),
      ([0, 1, 0], "message_data has bytes after the end of the ID3 tag"),
    ] as [([UInt8], String)]
  )
  func zeros(_ bytes: [UInt8], _ words: String) throws {
    let notes = try events(movie + ISO.message(tag + bytes, at: 0) + fragment).notes
    #expect(notes.map(\.detail) == [words])
  }

  @Test(
    "a message whose time is rejected as too far from its fragment keeps the declared time",
    arguments: [
      (90_000, nil), (5_400_000, nil), (5_490_000, 61), (7_776_000_000, 86_400),
      (1 << 62, Double(1 << 62) / 90_000), (.max, Double(UInt64.max) / 90_000),
    ] as [(UInt64, Double?)]
  )
  func declaredTime(_ ticks: UInt64, _ declared: Double?) throws {
    var message = ISO.message(tag, at: 0)
    for index in 0..<8 {
      message[16 + index] = UInt8(truncatingIfNeeded: ticks >> (56 - 8 * index))
    }
    let found = try #require(try events(movie + message + fragment).tags.first)
    #expect(found.eventMessage?.declaredTime == declared)
    #expect(found.time == (declared == nil ? Double(ticks) / 90_000 : 0))
  }

  @Test(
    "a tag has isAfterOtherBytes if a byte outside tags precedes the tag, or in a text message",
    arguments: [
      (tag, [false]), (tag + tag, [false, false]), ([1, 2] + tag, [true]),
      (tag + [1, 2, 3] + tag, [false, true]),
      (Array("type=nielsen_tag&payload=\(base64(tag))".utf8), [true]),
    ] as [([UInt8], [Bool])]
  )
  func otherBytes(_ data: [UInt8], _ expected: [Bool]) throws {
    let found = try events(movie + ISO.message(data, at: 0) + fragment).tags
    #expect(found.map { $0.eventMessage?.isAfterOtherBytes } == expected)
  }

  @Test("a tag in Base64 or base64url in a text message is decoded")
  func text() throws {
    for text in [base64(tag), base64(tag).replacing("+", with: "-").replacing("/", with: "_")] {
      let message = ISO.message(
        Array("x=1;type=nielsen_tag;payload=\(text)".utf8),
        at: 0,
        scheme: "urn:x"
      )
      #expect(try events(movie + message + fragment).tags.map(\.bytes) == [tag])
    }
  }

  @Test("the tag of a message in an initialization section has a position note and no offset")
  func initialization() throws {
    let section = InitializationSection(bytes: ISO.message(tag, at: 9000) + movie)
    let found = try events(of: [fragment], after: section).tags
    #expect(found.map(\.notes) == [["emsg-position"]])
    #expect(found.map(\.time) == [0.1])
    #expect(found.first?.offset == nil)
  }

  @Test("notes on a message in an initialization section have the section's URI and position")
  func initializationPlace() throws {
    let message = ISO.message(tag, at: 9000)
    let section = InitializationSection(
      bytes: message + movie + message,
      place: InitializationPlace(uri: "init.mp4", offset: 1000)
    )
    let notes = try events(of: [fragment], after: section).notes
      .filter { $0.id == "emsg-position" }
    #expect(notes.first?.segment == "init.mp4")
    #expect(notes.first?.offset == 1000)
    #expect(notes.first?.detail.hasPrefix("emsg before ftyp in init.mp4") == true)
  }

  @Test("a malformed initialization section is reported at the position of the malformed box")
  func brokenInitialization() throws {
    let section = InitializationSection(
      bytes: Array(movie.dropLast()),
      place: InitializationPlace(uri: "init.mp4")
    )
    let notes = try events(of: [fragment], after: section).notes
    #expect(notes.map(\.id) == ["emsg-malformed"])
    #expect(notes.map(\.segment) == ["init.mp4"])
    #expect(notes.map(\.offset) == [Int64(ISO.fileType().count)])
  }

  @Test("a box that is cut by the end of a segment takes no bytes of the next segment")
  func cutPart() throws {
    let cut = Array((fragment + ISO.message(tag, at: 0)).dropLast(150))
    let events = try events(of: [movie + cut, ISO.message(tag, at: 0) + fragment])
    #expect(events.tags.map(\.bytes) == [tag])
    #expect(events.notes.map(\.id) == ["ends-within-box", "tag-truncated"])
  }

  @Test("more messages than fit in the queue are reported once, and all messages are delivered")
  func flood() throws {
    let count = 2 * MessageQueue.maximumMessages + 10
    let messages = (0..<count).flatMap { ISO.message(tag, at: $0, id: $0) }
    let events = try events(movie + fragment + messages + fragment)
    #expect(events.tags.count == count)
    #expect(events.notes.map(\.id) == ["emsg-flood"])
  }

  @Test("a repeated message is recognized only among the latest 1024 messages")
  func memory() throws {
    let count = SeenMessages.capacity
    let messages = (0...count).flatMap { ISO.message(tag, at: $0, id: $0) }
    let first = ISO.message(tag, at: 0, id: 0)
    let last = ISO.message(tag, at: count, id: count)
    let parts: [[UInt8]] = [movie, messages, last, first, fragment]
    let events = try events(Array(parts.joined()))
    #expect(events.tags.count == count + 2)
    #expect(events.notes.map(\.id).filter { $0 == "emsg-duplicate" }.count == 1)
  }
}
