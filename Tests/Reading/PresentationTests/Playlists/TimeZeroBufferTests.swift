import Testing

@testable import Presentation
@testable import TimedMetadata

@Suite struct TimeZeroBufferTests {
  private static func run(_ seconds: Double) -> RenditionEvent {
    .run(
      RunStart(
        discontinuitySequence: 0,
        origin: MediaOrigin(seconds: seconds, wraps: true),
        start: 0
      )
    )
  }

  @Test("events are buffered until the first clock of every rendition is known")
  func all() {
    var start = TimeZeroBuffer(renditionCount: 3)
    for (event, rendition) in [
      (.segment(start: 0), 2), (Self.run(3), 2), (.segment(start: 0), 0), (Self.run(1), 0),
      (.segment(start: 2), 0), (Self.run(9), 0),
    ] as [(RenditionEvent, Int)] {
      start.receive(event, rendition: rendition)
      #expect(!start.isComplete)
    }
    start.receive(Self.run(2), rendition: 1)
    #expect(start.isComplete)
    #expect(start.runs.map(\.rendition) == [0, 1, 2])
    #expect(start.runs.map(\.run.origin.seconds) == [1, 2, 3])
    // The second run of a rendition is kept among the events.
    #expect(start.events.count == 4)
  }

  @Test("the buffer does not wait for a rendition that has ended or lacks its first segment")
  func without() {
    var start = TimeZeroBuffer(renditionCount: 3)
    start.receive(Self.run(1), rendition: 0)
    start.receive(.finished(RenditionEnd(streams: [])), rendition: 1)
    start.receive(.segment(start: 0), rendition: 2)
    #expect(!start.isComplete)
    start.receive(.segment(start: 2), rendition: 2)
    #expect(start.isComplete)
    // The clock of the late rendition is placed by the others.
    start.receive(Self.run(0), rendition: 2)
    #expect(start.runs.map(\.rendition) == [0])
    #expect(start.events.count == 4)
  }

  @Test("the number of events buffered before time 0 is known has a maximum")
  func bounded() {
    var start = TimeZeroBuffer(renditionCount: 2)
    var count = 0
    while !start.isComplete, count < 1_000_000 {
      start.receive(.metadata(.note(StreamNote(id: "test", detail: "x"))), rendition: 0)
      count += 1
    }
    #expect(count == TimeZeroBuffer.capacity)
  }
}
