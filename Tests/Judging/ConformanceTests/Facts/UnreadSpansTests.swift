import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct UnreadSpansTests {
  private func spans(_ notes: [StreamNote]) -> UnreadSpans {
    var spans = UnreadSpans()
    for note in notes { spans.receive(note) }
    return spans
  }

  private func note(
    _ id: NoteID = "hls-segment-missing",
    at time: Double?,
    seconds: Double?,
    rendition: String? = "a"
  ) -> StreamNote {
    StreamNote(id: id, rendition: rendition, time: time, measured: seconds, detail: "")
  }

  @Test(
    "the time of a note is the start of an unread segment, or the end of a hole in a live window"
  )
  func kinds() {
    let spans = spans([
      note(at: 10, seconds: 6), note("hls-segment-gap", at: 30, seconds: 6),
      note("hls-window-missed", at: 60, seconds: 12), note("pes-empty", at: 80, seconds: 6),
      note(at: nil, seconds: 6), note(at: 90, seconds: nil), note(at: 95, seconds: 0),
    ])
    #expect(spans.seconds("a", from: 0, to: 100) == 24)
    #expect(spans.seconds("a", from: 12, to: 33) == 7)
    #expect(spans.seconds("b", from: 0, to: 100) == 0)
    #expect(spans.overlap("a", from: 47, to: 49) && !spans.overlap("a", from: 60, to: 100))
    #expect(!spans.overlap("a", from: nil, to: 100) && !spans.overlap("b", from: 0, to: 100))
  }

  @Test("the longest span that was read can be before, between or after unread spans")
  func longest() {
    let spans = spans([note(at: 40, seconds: 6), note(at: 20, seconds: 6)])
    #expect(spans.longestRead("a", from: 0, to: 50) == (0, 20))
    #expect(spans.longestRead("a", from: 10, to: 50) == (26, 14))
    #expect(spans.longestRead("a", from: 10, to: 90) == (46, 44))
    #expect(spans.longestRead("a", from: 21, to: 25).seconds < 0)
    #expect(spans.longestRead("b", from: 21, to: 25) == (21, 4))
  }

  @Test("touching spans are merged, and the number of spans is limited")
  func limits() {
    let touching = spans((0..<3000).map { note(at: Double($0) * 6, seconds: 6) })
    #expect(touching.seconds("a", from: 0, to: 18_000) == 18_000)
    let apart = spans((0..<3000).map { note(at: Double($0) * 12, seconds: 6) })
    let kept = Double(UnreadSpans.maximumSpans) * 6
    #expect(apart.seconds("a", from: 0, to: .infinity) == kept)
    #expect(apart.overlap("a", from: 2999 * 12, to: 36_000))
    let many = spans((0..<300).map { note(at: 0, seconds: 6, rendition: "\($0)") })
    #expect(!many.overlap("299", from: 0, to: 6) && many.overlap("255", from: 0, to: 6))
  }
}
