import SCTE35
import Testing

@testable import TimedMetadata

@Suite struct SpliceOrderTests {
  private static func marks(
    _ segments: [(id: UInt32, type: UInt8)]
  ) throws -> [TimelineMarker] {
    let section = SpliceInfoSection(
      command: .timeSignal(0),
      segmentations: segments.map { segment in
        SegmentationDescriptor(
          eventID: segment.id,
          segment: .init(type: SegmentationType(rawValue: segment.type))
        )
      }
    )
    return try TimelineMarker.marks(ofSplice: section.encoded)
  }

  @Test(
    "a section's markers begin outer segments first and end them last, in any descriptor order",
    arguments: [
      ([(1, 0x30), (2, 0x34)], ["2", "1"]), ([(2, 0x34), (1, 0x30)], ["2", "1"]),
      ([(2, 0x35), (1, 0x31)], ["1", "2"]), ([(3, 0x34), (2, 0x35)], ["2", "3"]),
      ([(1, 0x30), (9, 0x10), (2, 0x34)], ["2", "9", "1"]),
      ([(1, 0x34), (2, 0x36)], ["1", "2"]),
    ] as [([(UInt32, UInt8)], [String])]
  )
  func nested(segments: [(UInt32, UInt8)], ids: [String]) throws {
    let marks = try Self.marks(segments.map { (id: $0.0, type: $0.1) })
    #expect(marks.map(\.id) == ids)
  }

  @Test(
    "after its cancellation, an event can be announced and cancelled again without being a repeat"
  )
  func announcedAgain() {
    func mark(isCancelled: Bool) -> TimelineMarker {
      var mark = TimelineMarker(
        kind: .splice,
        id: "1",
        time: isCancelled ? 55 : 60,
        isOut: isCancelled ? nil : true
      )
      mark.pts = isCancelled ? nil : 5_400_000
      mark.announcement = SpliceAnnouncement(
        command: "splice_insert",
        eventID: 1,
        isCancelled: isCancelled
      )
      return mark
    }
    var filter = SpliceFilter()
    let passed = [false, false, true, true, false, false, true].map {
      filter.pass(mark(isCancelled: $0), at: 55) != nil
    }
    #expect(passed == [true, false, true, false, true, false, true])
  }
}
