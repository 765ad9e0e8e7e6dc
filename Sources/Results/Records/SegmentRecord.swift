import TimedMetadata

/// An object of `segments` in a record of `check`.
package final class SegmentFields: RecordFields {
  package typealias Row = SegmentReport
  package static let schema = RecordSchema(SegmentFields())
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  package let uri = Field.text("the URI as the playlist has it, without the values of parameters") {
    $0.uri
  }
  let sequence = Field.integer("the media sequence number") { $0.mediaSequence }
  package let start = Field.seconds("where it starts, in seconds on the presentation timeline") {
    $0.start
  }
  package let duration = Field.seconds("EXTINF, in seconds") { $0.duration }
  let media = Field.text(
    "`transport-stream`, `fragmented-mp4`, `packed-audio` or `text`; `null` when not read"
  ) { $0.media?.rawValue }
  package let complete = Field.flag("whether it was read to its end") { $0.isComplete }
  package let discontinuity = Field.flag("whether the playlist declares a discontinuity before it")
  { $0.isDiscontinuity }
  let tags = Field.integer("the number of tags") { $0.tags }
  package let nielsen = Field.integer("the number of Nielsen tags") { $0.nielsenTags }
}
