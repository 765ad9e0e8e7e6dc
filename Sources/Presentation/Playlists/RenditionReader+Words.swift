import TimedMetadata

/// The texts of the notes on a rendition.
extension RenditionReader {
  /// A clock that jumps or goes back although the playlist has no discontinuity.
  static func undeclared(_ note: StreamNote, at uri: String) -> String {
    // Rounded down to tenths, as in the note on the clock itself.
    let tenths = Int64(exactly: ((note.measured ?? 0) * 10).rounded(.down)) ?? .max
    let verb = note.id == .clockBackward ? "goes back" : "jumps"
    return "clock \(verb) \(tenths / 10).\(tenths % 10) s at segment \(uri) "
      + "without EXT-X-DISCONTINUITY"
  }

  /// A tag outside its Period, in a segment that extends beyond it.
  static func outside(_ place: SegmentPlaces.Place, _ tag: TimedTag) -> StreamNote {
    let isEarly = tag.time ?? 0 < place.presented?.lowerBound ?? -.infinity
    return StreamNote(
      id: .manifestOutside,
      segment: tag.segment,
      time: tag.time,
      offset: tag.offset,
      detail: "tag \(isEarly ? "before the start" : "after the end") of its Period: players do not "
        + "present it, and it is left out"
    )
  }

  /// Media whose clock differs from the manifest.
  static func misfit(_ start: Double, of run: SegmentSource.Run, at uri: String?) -> StreamNote {
    let tenths = Int64(exactly: (abs(start - run.start) * 10).rounded(.down)) ?? .max
    return StreamNote(
      id: .manifestMisfit,
      segment: uri,
      time: run.start,
      measured: abs(start - run.start),
      detail: "media times are \(tenths / 10).\(tenths % 10) s from where the manifest has them: "
        + "check presentationTimeOffset and the start of the Period"
    )
  }
}
