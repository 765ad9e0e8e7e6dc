import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@Suite struct EdgeCaseTests {
  static let all = tableCases + packetCases + pesCases + tagCases + clockCases

  @Test("an edge case gives the expected tags and notes", arguments: all)
  func edgeCase(_ edge: EdgeCase) throws {
    let events = try allEvents(of: TimedMetadataReader(MemorySource(edge.bytes)))
    let tags = events.tags
    #expect(tags.map(\.bytes) == edge.tags)
    if let tagNotes = edge.tagNotes {
      #expect(Set(tags.first?.notes ?? []) == tagNotes)
    }
    #expect(Set(events.notes.map(\.id)) == edge.streamNotes, "\(events.notes)")
    if let times = edge.times {
      #expect(tags.map { $0.time.map { ($0 * 1000).rounded() / 1000 } } == times)
    }
    if let pids = edge.pids { #expect(tags.map(\.pid) == pids) }
    if let programs = edge.programs { #expect(tags.map(\.program) == programs) }
    #expect(events.summary?.byteCount == Int64(edge.bytes.count))
  }

  @Test(
    "an edge case gives the same events in pieces of any size",
    arguments: all,
    [1, 7, 188, 65_536]
  )
  func pieces(_ edge: EdgeCase, pieceSize: Int) throws {
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(edge.bytes)))
    let pieces = try allEvents(
      of: TimedMetadataReader(MemorySource(edge.bytes, pieceSize: pieceSize))
    )
    #expect(whole == pieces)
  }
}
