import TimedMetadata

struct MpdClockDrift: NoteRule {
  static let title = "Clocks of the live presentation differ"
  static let text = """
    The clocks of a live DASH presentation agree: UTCTiming, availabilityStartTime with the newest
    segment, and the Date of the server.

    Players request segments by UTCTiming, or by Date where there is none. More than 10 s apart, one
    player requests segments that are not there yet and another starts far from the live edge; tags
    are shown at the wrong time of day. Manifests that are read again are compared, with the Date and
    Age of their answers.
    """
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.livePlaylist, .manifest],
    repairedBy: .server,
    remedy:
      "Synchronize the clocks of the packager, of the server and of what UTCTiming names (NTP).",
    source:
      "ISO/IEC 23009-1, 5.8.5.7; DASH-IF Implementation Guidelines, 4.7; Dash-Industry-Forum/dash.js#5136"
  )
}
