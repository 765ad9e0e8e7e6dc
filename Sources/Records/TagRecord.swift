import Formats
import ID3
import NielsenTag
import System
import TimedMetadata

extension Records {
  /// A line of `extract`: one timed tag.
  package static let tag = RecordSchema<ExtractRow> {
    Field.text("input", "the input as the user named it") { $0.input }
    Field.integer("index", "the place among all tags of the input, from 0") { $0.index }
    Field.text(
      "carriage",
      "how the tag was carried: `ts-pes`, `emsg`, `event-track`, `packed-audio`, `mpd-event` or "
        + "`text`",
      isRequired: true
    ) { $0.tag.carriage.rawValue }
    Field.integer("program", "`program_number` of a transport stream") { $0.tag.program }
    Field.integer("pid", "the PID of the ID3 stream") { $0.tag.pid }
    Field.text("rendition", "the rendition or variant") { $0.tag.rendition }
    Field.text("segment", "the URI of the segment as the playlist has it") { $0.tag.segment }
    Field.integer("offset", "the byte position in the input, or in the segment") { $0.tag.offset }
    Field.integer("line", "the line of a text, from 1") { $0.tag.line }
    Field.integer("sameAs", "`index` of the first tag with the same bytes in another rendition") {
      $0.sameAs
    }
    Field.integer("pts", "the time as carried: 33 bits at 90 kHz, or ticks of `timescale`") {
      $0.tag.pts
    }
    Field.integer("timescale", "ticks of `pts` in a second, for event messages; `null`: 90000") {
      $0.tag.timescale
    }
    Field.seconds("time", "seconds from the first audio or video frame, continuous over PTS wraps")
    { $0.tag.time }
    Field.text(
      "wallClock",
      "the time of day, from EXT-X-PROGRAM-DATE-TIME, the live clock or a log"
    ) {
      $0.tag.wallClock.flatMap(UTCTime.text)
    }
    Field.object("tag", tagContent) { $0.tag }
    Field.optionalObject("nielsen", nielsenPayload) { $0.tag.nielsen }
    Field.optionalObject("emsg", eventMessage) { row in
      row.tag.eventMessage.map { Message(message: $0, version: $0.version) }
        ?? row.tag.manifestEvent.map { Message(message: $0, version: nil) }
    }
    Field.array(
      "notes",
      "what was unusual about the tag, such as `recovered-header`",
      isRequired: true
    ) {
      $0.tag.notes.map { .string($0.rawValue) }
    }
  }

  /// The bytes of a tag.
  package static let tagContent = RecordSchema<TimedTag> {
    // Also of a tag with frames that cannot be read.
    Field.text("version", "the version of ID3, such as `2.4.0`") {
      ($0.tag?.version ?? ID3Header($0.bytes)?.version)?.description
    }
    Field.integer("size", "bytes of the tag", isRequired: true) { $0.bytes.count }
    Field.text(
      "sha256",
      "SHA-256 of the exact bytes, from `ID3` to the end of the declared size",
      isRequired: true
    ) {
      SHA256.hexadecimal(of: $0.bytes)
    }
    Field.array(
      "frames",
      "the frames: `id`, of PRIV and UFID `owner` and `data` (Base64), of others the members of "
        + "their kind: `values`, `description`, `url`, …",
      isRequired: true
    ) {
      $0.tag?.frames.map(\.json) ?? []
    }
  }

  /// The Nielsen payload of a tag; what is read from the watermark is heuristic.
  package static let nielsenPayload = RecordSchema<NielsenPayload> {
    Field.text("kind", "`data` or `info`; all `nielsen` fields are `null` for other owners") {
      $0.kind.rawValue
    }
    Field.text("pcCID", "the content id of the Program Content, encrypted") { $0.pcCID?.text }
    Field.text("fdCID", "the content id of the Final Distributor, encrypted") { $0.fdCID?.text }
    Field.text("watermark", "the watermark blob, 125 bytes as base64url") { $0.watermark?.text }
    Field.integer(
      "pcOffset",
      "seconds since the day-start (03:00 on the encoder's clock) of the Program Content"
    ) { $0.pcOffset }
    Field.integer("fdOffset", "the same of the Final Distributor") {
      $0.fdOffset
    }
    Field.text("breakout", "the breakout code, two digits") { $0.breakout }
    Field.integer("sequence", "the sequence number; heuristic, as are the next three") {
      $0.sequence
    }
    Field.integer("firstTime", "when collecting began, Unix seconds") { $0.firstTagTime }
    Field.integer("lastTime", "when the tag was released, Unix seconds") { $0.lastTagTime }
    Field.flag("checksumValid", "whether the checksum of the watermark is right") {
      $0.checksumValid
    }
  }

  /// An event message, or an event of a manifest, which has no box and no version.
  package struct Message {
    var message: EventMessage
    var version: Int?
  }

  /// The content of an event message box, or of an event of a manifest.
  package static let eventMessage = RecordSchema<Message> {
    Field.integer(
      "version",
      "0 or 1; `null` for an event of a manifest; all `emsg` fields are `null` where no event carries the tag"
    ) {
      $0.version
    }
    Field.text("scheme", "`scheme_id_uri`") { $0.message.scheme }
    Field.text("value", "`value`") { $0.message.value }
    Field.integer("id", "`id`") { $0.message.id }
    Field.integer("duration", "`event_duration` in ticks of the box; 4294967295: unknown") {
      $0.message.duration
    }
  }
}
