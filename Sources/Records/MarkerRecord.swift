import Formats
import TimedMetadata

extension Records {
  /// An object of `markers` in a record of `check`.
  package static let marker = RecordSchema<TimelineMarker> {
    Field.text("kind", "`date-range`, `cue-out`, `cue-in`, `splice` or `yospace`") {
      $0.kind.rawValue
    }
    Field.text("id", "the identifier of a date range or a splice event, or Yospace's of an ad") {
      $0.id
    }
    Field.seconds("time", "seconds on the presentation timeline") { $0.time }
    Field.seconds("duration", "its duration in seconds, known or planned") { $0.duration }
    Field.flag("out", "whether it begins or ends a break, where it says so") { $0.isOut }
    Field.text("rendition", "the rendition whose playlist or media has it") { $0.rendition }
    Field.text("segment", "the URI of the segment that has it, or that it precedes") { $0.segment }
    Field.integer("program", "`program_number` of a transport stream") { $0.program }
    Field.integer("pid", "the PID of the splice information") { $0.pid }
    Field.integer("offset", "the byte position in the input, or in the segment") { $0.offset }
    Field.integer("pts", "the PTS that SCTE-35 names, adjusted, at 90 kHz; `null`: at once") {
      $0.pts
    }
    Field.text("wallClock", "the time of day") { $0.wallClock.flatMap(UTCTime.text) }
    Field.optionalObject("scte35", spliceAnnouncement) { $0.announcement }
  }

  /// The announcement of SCTE-35.
  package static let spliceAnnouncement = RecordSchema<SpliceAnnouncement> {
    Field.text("command", "such as `splice_insert`; all `scte35` fields are `null` without SCTE-35")
    { $0.command }
    Field.integer("eventID", "`splice_event_id` or `segmentation_event_id`") { $0.eventID }
    Field.integer("segmentationType", "`segmentation_type_id`") { $0.segmentationType }
    Field.text("announces", "the name of the segmentation type in the standard") {
      $0.segmentationName
    }
    Field.text("upid", "`segmentation_upid`: as text, else in hexadecimal digits") { $0.upid }
    Field.flag("autoReturn", "`auto_return`: whether the break ends without a further message") {
      $0.returnsByItself
    }
    Field.flag("cancelled", "whether the event is cancelled") { $0.isCancelled }
  }

  /// A line of `extract --markers`: one mark.
  package static let markerRow = RecordSchema<MarkerRow> {
    Field.text("input", "the input as the user named it") { $0.input }
    Field.integer("index", "the place among all marks of the input, from 0") { $0.index }
    Field.object("marker", marker) { $0.marker }
  }
}
