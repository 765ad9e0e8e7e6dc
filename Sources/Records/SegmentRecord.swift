import TimedMetadata

extension Records {
  /// An object of `segments` in a record of `check`.
  package static let segment = RecordSchema<SegmentReport> {
    Field.text("rendition", "the rendition or variant") { $0.rendition }
    Field.text("uri", "the URI as the playlist has it, without the values of parameters") { $0.uri }
    Field.integer("sequence", "the media sequence number") { $0.mediaSequence }
    Field.seconds("start", "where it starts, in seconds on the presentation timeline") { $0.start }
    Field.seconds("duration", "EXTINF, in seconds") { $0.duration }
    Field.text(
      "media",
      "`transport-stream`, `fragmented-mp4`, `packed-audio` or `text`; `null` when not read"
    ) {
      $0.media?.rawValue
    }
    Field.flag("complete", "whether it was read to its end") { $0.isComplete }
    Field.flag("discontinuity", "whether the playlist declares a discontinuity before it") {
      $0.isDiscontinuity
    }
    Field.integer("tags", "the number of tags") { $0.tags }
    Field.integer("nielsen", "the number of Nielsen tags") { $0.nielsenTags }
  }
}
