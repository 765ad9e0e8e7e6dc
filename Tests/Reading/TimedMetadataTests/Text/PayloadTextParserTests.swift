import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct PayloadTextParserTests {
  /// Reads `text` whole and byte by byte, and expects the same events.
  private func events(
    _ text: [UInt8],
    options: ReaderOptions = ReaderOptions(readsText: true)
  ) throws -> [TimedMetadataEvent] {
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(text), options: options))
    let pieces = MemorySource(text, pieceSize: 1)
    #expect(try allEvents(of: TimedMetadataReader(pieces, options: options)) == whole)
    return whole
  }

  private func events(_ text: String) throws -> [TimedMetadataEvent] {
    try events(Array(text.utf8))
  }

  private let first = SampleText.payload(0)
  private let second = SampleText.payload(1)

  @Test("payloads are found with their line and offset, including several in one line")
  func lines() throws {
    let text = "a\r\nurl=\(first)&x\n\n\"\(second)\",\"\(first)\""
    let found = try events(text)
    #expect(found.tags.map(\.line) == [2, 4, 4])
    #expect(found.tags.map(\.offset) == [7, 261, 513])
    #expect(found.tags.map(\.bytes) == [first, second, first].map { Array($0.utf8) })
    #expect(found.tags.map(\.carriage) == [.text, .text, .text])
    #expect(found.tags.allSatisfy { $0.tag == nil && $0.nielsen != nil && $0.time == nil })
    #expect(found.summary?.streams.map(\.tags) == [3])
    #expect(found.summary?.duration == nil)
  }

  @Test("escaped payloads are decoded and have the position of the escaped text")
  func escapes() throws {
    let escaped = first.split(separator: "/").joined(separator: "%2f")
    let json = second.split(separator: "/").joined(separator: "\\/")
    let found = try events("x?id3=\(escaped)\n{\"id3\":\"\(json)\"}\n")
    #expect(found.tags.map(\.bytes) == [first, second].map { Array($0.utf8) })
    #expect(found.tags.map(\.line) == [1, 2])
    #expect(found.tags.first?.offset == 6)
  }

  @Test(
    "a payload split over two lines is skipped, and the payload after an incomplete one is found"
  )
  func broken() throws {
    let text = "\(first.prefix(100))\n\(first.dropFirst(100))\n\(first.prefix(200))\(second)\n"
    let found = try events(text)
    #expect(found.tags.map(\.bytes) == [Array(second.utf8)])
    #expect(found.tags.map(\.line) == [3])
  }

  @Test("payloads are found next to NULs and invalid UTF-8, and in very long lines")
  func oddBytes() throws {
    var text = [UInt8](repeating: 0xC3, count: 700_000)
    text += [0, 0xFF] + Array(first.utf8) + [0, 0x0D]
    text += [UInt8](repeating: UInt8(ascii: "w"), count: 300_000)
    text += Array(second.utf8)
    let found = try allEvents(
      of: TimedMetadataReader(MemorySource(text), options: ReaderOptions(readsText: true))
    )
    #expect(found.tags.map(\.offset) == [700_002, 1_000_253])
    #expect(found.tags.map(\.line) == [1, 1])
  }

  @Test("the time stamp of a line gives the wall clock and the time of its tags")
  func times() throws {
    let text = """
      start \(first)
      2017-04-06T13:03:03Z \(first)
      2017-04-06T13:03:13.5Z a \(second) \(first)
      \(second)
      2017-04-06T13:03:02Z \(second)
      """
    let found = try events(text)
    #expect(found.tags.map(\.time) == [nil, 0, 10.5, 10.5, nil, -1])
    #expect(found.tags[1].wallClock == 1_491_483_783)
    #expect(found.tags[5].wallClock == 1_491_483_782)
  }

  @Test("a time limit ends the reading of text")
  func limit() throws {
    let text = (10..<40).map { "14914837\($0) \(first)\n" }.joined()
    let options = ReaderOptions(limitSeconds: 3, readsText: true)
    let source = MemorySource(Array(text.utf8), pieceSize: 100)
    let found = try allEvents(of: TimedMetadataReader(source, options: options))
    #expect(found.tags.map(\.time) == [0, 1, 2, 3])
    #expect(found.summary.map { $0.byteCount < text.utf8.count / 2 + 200 } == true)
  }

  @Test("text is read if it contains a payload, and is otherwise refused")
  func detection() throws {
    let found = try events(Array("log\n\(first)\n".utf8), options: ReaderOptions())
    #expect(found.tags.map(\.line) == [2])
    let error = #expect(throws: TimedMetadataError.self) {
      try allEvents(of: TimedMetadataReader(MemorySource(Array("log\n".utf8))))
    }
    #expect(error?.code == .unsupportedKind)
    #expect(error?.reason == "is text, not media, and contains no payload string")
    #expect(try events("log\n").tags.isEmpty)
  }

  @Test("empty text is refused as empty, and binary data can be read as text")
  func forced() throws {
    #expect(throws: TimedMetadataError.self) { try events("") }
    var packet = [UInt8](repeating: 0xFF, count: 188 * 8)
    for start in stride(from: 0, to: packet.count, by: 188) { packet[start] = 0x47 }
    #expect(try events(packet + Array(first.utf8)).tags.map(\.offset) == [1504])
  }
}
