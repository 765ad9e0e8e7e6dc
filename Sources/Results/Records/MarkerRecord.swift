import Formats
import TimedMetadata

/// An object of `markers` in a record of `check`.
package final class MarkerFields: RecordFields {
  package typealias Row = TimelineMarker
  package static let schema = RecordSchema(MarkerFields())
  package let kind = Field.text("`date-range`, `cue-out`, `cue-in`, `splice` or `yospace`") {
    $0.kind.rawValue
  }
  package let id = Field.text(
    "the identifier of a date range, of a splice event or, for Yospace, of an ad"
  ) { $0.id }
  package let time = Field.seconds("seconds on the presentation timeline") { $0.time }
  package let duration = Field.seconds("the known or planned duration in seconds") { $0.duration }
  package let out = Field.flag(
    "`true` if the marker begins a break, `false` if it ends one; `null` if unknown"
  ) { $0.isOut }
  package let rendition = Field.text("the rendition whose playlist or media has the marker") {
    $0.rendition
  }
  let segment = Field.text("the URI of the segment that has the marker or follows it") {
    $0.segment
  }
  let program = Field.integer("`program_number` of a transport stream") { $0.program }
  let pid = Field.integer("the PID of the splice information") { $0.pid }
  let offset = Field.integer("the byte position in the input, or in the segment") { $0.offset }
  let pts = Field.integer(
    "the PTS in SCTE-35 plus `pts_adjustment`, at 90 kHz; `null` if there is none"
  ) {
    $0.pts
  }
  let wallClock = Field.text("the time of day") { $0.wallClock.flatMap(UTCTime.text) }
  let scte35 = Field.object(SpliceFields.schema, isOptional: true) { $0.announcement }
}

/// An SCTE-35 message: the object `scte35` of a marker.
package final class SpliceFields: RecordFields {
  package typealias Row = SpliceAnnouncement
  package static let schema = RecordSchema(SpliceFields())
  let command = Field.text(
    "the command, such as `splice_insert`; all `scte35` fields are `null` for markers without "
      + "SCTE-35"
  ) { $0.command }
  let eventID = Field.integer("`splice_event_id` or `segmentation_event_id`") { $0.eventID }
  let segmentationType = Field.integer("`segmentation_type_id`") { $0.segmentationType }
  let announces = Field.text("the name of the segmentation type in the standard") {
    $0.segmentationName
  }
  let upid = Field.text("`segmentation_upid` as text or in hexadecimal digits") { $0.upid }
  let autoReturn = Field.flag("`auto_return`: whether the break ends without a further message") {
    $0.returnsByItself
  }
  let cancelled = Field.flag("whether the event is cancelled") { $0.isCancelled }
}

/// A line of `extract --markers`: one marker.
package final class MarkerRowFields: RecordFields {
  package typealias Row = MarkerRow
  package static let schema = RecordSchema(MarkerRowFields())
  let input = Field.text("the input as the user named it") { $0.input }
  let index = Field.integer("the number of the marker among all markers of the input, from 0") {
    $0.index
  }
  let marker = Field.object(MarkerFields.schema) { $0.marker }
}

/// A row of `extract --markers`: one marker of a playlist, of a manifest or of the media.
package struct MarkerRow: RecordRow {
  package let input: String
  package let index: Int
  package let marker: TimelineMarker

  package init(input: String, index: Int, marker: TimelineMarker) {
    (self.input, self.index, self.marker) = (input, index, marker)
  }

  package static let formats = ExtractRow.formats

  package typealias Fields = MarkerRowFields
}

extension MarkerRow {
  package static let columns = [
    TableColumn("TIME", width: 9, alignment: .right),
    TableColumn("PID", width: 4, alignment: .right),
    TableColumn("KIND", width: 10),
    TableColumn("BREAK", width: 5),
    TableColumn("FOR", width: 9, alignment: .right),
    TableColumn("ID", width: 10),
    TableColumn("DETAILS", width: 8),
  ]

  package var cells: [TableCell] {
    [
      TableCell(marker.time.flatMap(Decimals.fixed)),
      TableCell(marker.pid),
      TableCell(marker.kind.rawValue),
      TableCell(marker.isOut.map { $0 ? "out" : "in" }, marker.isOut == true ? .accent : .none),
      TableCell(marker.duration.flatMap(Decimals.fixed)),
      TableCell(marker.id),
      TableCell(details),
    ]
  }

  private var details: String {
    var parts: [String] = []
    if let program = marker.program, program != 1, marker.rendition == nil {
      parts.append("program \(program)")
    }
    parts += [marker.rendition, marker.segment, marker.className].compactMap { $0 }
    if let announcement = marker.announcement {
      parts.append(announcement.segmentationName ?? announcement.command)
      if let upid = announcement.upid { parts.append("UPID \(upid)") }
      if announcement.returnsByItself == true { parts.append("returns by itself") }
      if announcement.isCancelled { parts.append("cancelled") }
    }
    return parts.joined(separator: ", ")
  }
}
