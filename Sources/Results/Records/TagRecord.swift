import Formats
import ID3
import NielsenTag
import System
import TimedMetadata

/// A line of `extract`: one timed tag.
package final class TimedTagFields: RecordFields {
  package typealias Row = ExtractRow
  package static let schema = RecordSchema(TimedTagFields())
  package let input = Field.text("the input as the user named it") { $0.input }
  package let index = Field.integer("the number of the tag among all tags of the input, from 0") {
    $0.index
  }
  package let carriage = Field.text(
    "how the tag was carried: `ts-pes`, `emsg`, `event-track`, `packed-audio`, `mpd-event` or "
      + "`text`",
    isRequired: true
  ) { $0.tag.carriage.rawValue }
  package let program = Field.integer("`program_number` of a transport stream") { $0.tag.program }
  let pid = Field.integer("the PID of the ID3 stream") { $0.tag.pid }
  package let rendition = Field.text("the rendition or variant") { $0.tag.rendition }
  let segment = Field.text("the URI of the segment as the playlist has it") { $0.tag.segment }
  let offset = Field.integer("the byte position in the input, or in the segment") { $0.tag.offset }
  let line = Field.integer("the line number in a text input, from 1") { $0.tag.line }
  let sameAs = Field.integer("`index` of the first tag with the same bytes in another rendition") {
    $0.sameAs
  }
  let pts = Field.integer("the time as carried: 33 bits at 90 kHz, or ticks of `timescale`") {
    $0.tag.pts
  }
  let timescale = Field.integer(
    "the ticks of `pts` per second in event messages; `null` means 90000"
  ) { $0.tag.timescale }
  package let time = Field.seconds(
    "seconds on the presentation timeline: usually 0 at the first audio or video frame, continuous over PTS wraps"
  ) { $0.tag.time }
  package let wallClock = Field.text(
    "the time of day, from EXT-X-PROGRAM-DATE-TIME, the live clock or a log"
  ) { $0.tag.wallClock.flatMap(UTCTime.text) }
  package let tag = Field.object(TagContentFields.schema) { $0.tag }
  package let nielsen = Field.object(NielsenFields.schema, isOptional: true) { $0.tag.nielsen }
  let emsg = Field.object(EventMessageFields.schema, isOptional: true) { row in
    switch row.tag.origin {
    case .eventMessage(let message):
      EventMessageRecord(message: message, version: message.version)
    case .manifestEvent(let message): EventMessageRecord(message: message, version: nil)
    case .transportStream, .packedAudio, .text: nil
    }
  }
  let notes = Field.texts(
    "unusual facts about the tag, such as `recovered-header`",
    isRequired: true
  ) { $0.tag.notes.map(\.rawValue) }
}

/// The ID3 content of a tag: the object `tag` of a line of `extract`.
package final class TagContentFields: RecordFields {
  package typealias Row = TimedTag
  package static let schema = RecordSchema(TagContentFields())
  // A tag whose frames cannot be read has a version too.
  let version = Field.text("the version of ID3, such as `2.4.0`") {
    ($0.tag?.version ?? ID3Header($0.bytes)?.version)?.description
  }
  let size = Field.integer("the size of the tag in bytes", isRequired: true) { $0.bytes.count }
  let sha256 = Field.text(
    "the SHA-256 of the exact bytes, from `ID3` to the end of the declared size",
    isRequired: true
  ) { SHA256.hexadecimal(of: $0.bytes) }
  package let frames = Field.array(
    "the frames: `id`; for PRIV and UFID also `owner` and `data` (Base64), for other frames "
      + "the members of their kind: `values`, `description`, `url`, …",
    isRequired: true
  ) { $0.tag?.frames.map(\.json) ?? [] }
}

/// The Nielsen payload of a tag. Values read from the watermark are heuristic.
package final class NielsenFields: RecordFields {
  package typealias Row = NielsenPayload
  package static let schema = RecordSchema(NielsenFields())
  package let kind = Field.text(
    "`data` or `info`; all `nielsen` fields are `null` for tags of other owners"
  ) { $0.kind.rawValue }
  package let pcCID = Field.text("the content id of the Program Content, encrypted") {
    $0.pcCID?.text
  }
  package let fdCID = Field.text("the content id of the Final Distributor, encrypted") {
    $0.fdCID?.text
  }
  let watermark = Field.text("the watermark blob, 125 bytes as base64url") { $0.watermark?.text }
  let pcOffset = Field.integer(
    "seconds since the start of the Program Content's broadcast day, usually 03:00 on the encoder's clock"
  ) { $0.pcOffset }
  let fdOffset = Field.integer("seconds since the start of the Final Distributor's broadcast day") {
    $0.fdOffset
  }
  let breakout = Field.text("the breakout code, two digits") { $0.breakout }
  let sequence = Field.integer(
    "the sequence number; heuristic, as are `firstTime`, `lastTime` and `checksumValid`"
  ) {
    $0.sequence
  }
  let firstTime = Field.integer("when collection began, in Unix seconds") { $0.firstTagTime }
  package let lastTime = Field.integer("when the tag was released, in Unix seconds") {
    $0.lastTagTime
  }
  let checksumValid = Field.flag("whether the checksum of the watermark is correct") {
    $0.checksumValid
  }
}

/// An event message box, or an event of a manifest, which has no box and no version.
package struct EventMessageRecord {
  var message: EventMessage
  var version: Int?
}

/// The content of an event message box, or of an event in a manifest.
package final class EventMessageFields: RecordFields {
  package typealias Row = EventMessageRecord
  package static let schema = RecordSchema(EventMessageFields())
  let version = Field.integer(
    "the version of the box, 0 or 1; `null` for an event of a manifest; all `emsg` fields are `null` if no event carries the tag"
  ) { $0.version }
  let scheme = Field.text("`scheme_id_uri`") { $0.message.scheme }
  let value = Field.text("`value`") { $0.message.value }
  let id = Field.integer("`id`") { $0.message.id }
  let duration = Field.integer(
    "`event_duration` in ticks of `timescale`; 4294967295 means unknown"
  ) { $0.message.duration }
}
