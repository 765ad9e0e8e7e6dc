import ISOMedia
import Testing

@testable import StreamMaker

@Suite("made event tracks")
struct EventTrackMakerTests {
  /// The samples of a track, each with its start in 90 kHz ticks and its boxes.
  private func samples(
    _ options: StreamMakerOptions
  ) throws -> [(start: Int64, elements: [EventTrackSample.Element])] {
    var pieces: [[UInt8]] = []
    try EventTrackMaker(options).write { pieces.append($0) }
    return try pieces.dropFirst().map { chunk in
      let boxes = BoxWalk.boxes(chunk, in: chunk.indices)
      #expect(boxes.map(\.type) == ["moof", "mdat"])
      let fragments = try TrackFragment.fragments(parsing: chunk[boxes[0].content]) { _ in nil }
      var elements: [EventTrackSample.Element] = []
      EventTrackSample.forEachElement(of: chunk[boxes[1].content]) { element, _ in
        elements.append(element)
      }
      return (try #require(fragments.first?.decodeTime), elements)
    }
  }

  @Test("without media, the first chunk starts with the clock, and a chunk follows every 2 s")
  func chunks() throws {
    let found = try samples(StreamMakerOptions(minutes: 0.5))
    #expect(found.count == 15)
    #expect(found.map(\.start) == [891_000] + (1..<15).map { 900_000 + $0 * 180_000 })
    #expect(found.first?.elements == [.noEvent])
  }

  @Test("an event has the time of its tag and is repeated in the next sample")
  func events() throws {
    var times: [UInt32: [Int64]] = [:]
    for (start, elements) in try samples(StreamMakerOptions(minutes: 0.5)) {
      for case .event(let event) in elements {
        times[event.id, default: []].append(start + event.delta)
        #expect(event.duration == .max)
        #expect(event.scheme == TagEvent.scheme)
        #expect(event.data.count == 271)
      }
    }
    #expect(times[1] == [1_800_000, 1_800_000])
    #expect(times[2] == [1_980_000, 1_980_000])
    #expect(times[3] == [2_700_000, 2_700_000])
  }
}
