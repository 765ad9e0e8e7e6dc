import Formats
import Testing

@testable import Records
@testable import TimedMetadata

@Suite struct MarkerRowTests {
  private static var marker: TimelineMarker {
    var marker = TimelineMarker(kind: .splice, id: "7", time: 12.5, duration: 30, isOut: true)
    (marker.program, marker.pid, marker.offset, marker.pts) = (1, 600, 1880, 1_125_000)
    marker.announcement = SpliceAnnouncement(
      command: "time_signal",
      eventID: 7,
      segmentationType: 0x34,
      segmentationName: "Provider Placement Opportunity Start",
      upid: "ab"
    )
    return marker
  }

  @Test("the JSON of an SCTE-35 marker has all its fields")
  func json() {
    let text = MarkerRow(input: "a.ts", index: 0, marker: Self.marker).json.text
    #expect(
      text == """
        {"input":"a.ts","index":0,"marker":{"kind":"splice","id":"7","time":12.5,"duration":30.0,\
        "out":true,"rendition":null,"segment":null,"program":1,"pid":600,"offset":1880,\
        "pts":1125000,"wallClock":null,"scte35":{"command":"time_signal","eventID":7,\
        "segmentationType":52,"announces":"Provider Placement Opportunity Start","upid":"ab",\
        "autoReturn":null,"cancelled":false}}}
        """
    )
  }

  @Test("the field scte35 of a marker without SCTE-35 is null")
  func plain() {
    let marker = TimelineMarker(kind: .cueIn, time: 1, isOut: false)
    let json = MarkerRow(input: "a", index: 1, marker: marker).json
    #expect(json["marker"]?["scte35"] == .null)
    #expect(json["marker"]?["out"] == .bool(false))
  }

  @Test("the table shows a marker in one line")
  func table() {
    let row = MarkerRow(input: "a.ts", index: 0, marker: Self.marker)
    #expect(row.cells.count == MarkerRow.columns.count)
    #expect(
      row.cells.map(\.text) == [
        "12.500", "600", "splice", "out", "30.000", "7",
        "Provider Placement Opportunity Start, UPID ab",
      ]
    )
  }
}
