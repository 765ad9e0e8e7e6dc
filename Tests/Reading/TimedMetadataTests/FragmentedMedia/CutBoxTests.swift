import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

private let tag = StreamBuilder.tag(1)
private let movie = ISO.fileType() + ISO.movie(ISO.Track())

private func fragment(at second: Int) -> [UInt8] {
  ISO.fragment(ISO.Fragment(at: second * 90_000, duration: 6 * 90_000))
}

/// Fragmented MP4 that ends early, or has missing parts.
@Suite struct CutBoxTests {
  private func events(
    of parts: [[UInt8]],
    holes: [Int: String] = [:],
    pieceSize: Int = .max
  ) throws -> [TimedMetadataEvent] {
    try allEvents(
      of: ISOMediaParser(options: ReaderOptions()),
      parts,
      pieceSize: pieceSize,
      holes: holes
    )
  }

  @Test(
    "an input that ends within a box gives a note with the box type",
    arguments: [
      (ISO.box("mdat", [UInt8](repeating: 0, count: 100)), 108 - 30, "box mdat: 70 of 100 bytes"),
      (fragment(at: 6), 40, "box moof: 32 of "),
      ([0, 0, 1, 0, 0x6D, 0x64], 6, "the header of a box: 6 bytes"),
    ] as [([UInt8], Int, String)]
  )
  func cut(_ box: [UInt8], _ length: Int, _ words: String) throws {
    let bytes = movie + ISO.message(tag, at: 0) + fragment(at: 0) + box.prefix(length)
    for size in [Int.max, 1] {
      let events = try events(of: [bytes], pieceSize: size)
      #expect(events.tags.map(\.bytes) == [tag])
      #expect(events.notes.map(\.id) == [.endsWithinBox])
      #expect(events.notes.first?.detail.hasPrefix("ends within \(words)") == true)
      #expect(events.notes.first?.detail.hasSuffix("arrived") == true)
    }
  }

  @Test("truncated messages before the first fragment are delivered in order, each with a note")
  func cutBeforeClock() throws {
    let cut = (1...2).map { Array(ISO.message(StreamBuilder.tag($0), at: 0, id: $0).dropLast()) }
    let last = ISO.message(StreamBuilder.tag(3), at: 0, id: 3) + fragment(at: 0)
    let events = try events(of: [movie + cut[0], cut[1], last])
    #expect(events.tags.map { $0.eventMessage?.id } == [1, 2, 3])
    #expect(events.notes.map(\.id).filter { $0 == .tagAtInputEnd }.isEmpty)
    #expect(events.notes.map(\.id).filter { $0 == .tagTruncated }.count == 2)
    // The last message is cut by the end of the input.
    let alone = try self.events(of: [movie + fragment(at: 0), cut[0]])
    #expect(alone.notes.map(\.id) == [.endsWithinBox, .tagAtInputEnd])
  }

  @Test("a box size that includes later boxes or exceeds the limit is reported as malformed")
  func wrongSize() throws {
    var message = ISO.message(tag, at: 0)
    (message[2], message[3]) = (0x7F, 0xFF)
    let swallowing = try events(of: [movie + message + fragment(at: 0)])
    #expect(swallowing.notes.first?.id == "emsg-malformed")
    message[1] = 0xFF
    let huge = try events(of: [movie + message + fragment(at: 0)])
    #expect(huge.notes.map(\.id) == ["emsg-malformed"])
  }

  @Test(
    "a missing segment gives one note, with the time of the gap, before the tags that follow",
    arguments: [(6, 6.0), (60, 60), (600, nil)] as [(Int, Double?)]
  )
  func hole(missing: Int, length: Double?) throws {
    let first = movie + ISO.message(tag, at: 0) + fragment(at: 0)
    let after = 6 + missing
    let second = ISO.message(tag, at: (after + 1) * 90_000, id: 2) + fragment(at: after)
    let words = "number 2 is missing between 1.m4s and 3.m4s: its content was not read"
    let events = try events(of: [first, second], holes: [1: words])
    #expect(events.notes.map(\.id) == [.joinedHole])
    #expect(events.notes.first?.detail == words)
    #expect(events.notes.first?.time == 6)
    #expect(events.notes.first?.measured == length)
    #expect(events.notes.first?.offset == Int64(first.count))
    #expect(events.tags.map(\.time) == [0, 7 + (length ?? 0)])
    let noteIndex = events.firstIndex { if case .note = $0 { true } else { false } }
    let lastTag = events.lastIndex { if case .tag = $0 { true } else { false } }
    #expect(noteIndex.map { note in lastTag.map { note < $0 } == true } == true)
  }
}
