import TimedMetadata

struct MpdClockDrift: NoteRule {
  static let id: RuleID = "mpd-clock-drift"
  static let title = "Clocks of the live presentation differ"
  static let text = """
    The clocks of a live DASH presentation agree: UTCTiming, availabilityStartTime with the newest
    segment, and the Date of the server.

    Players decide which live segment to request from UTCTiming or, without it, from the HTTP Date
    header. If the clocks differ by more than 10 s, one player requests segments that do not exist
    yet, and another starts far from the live edge; tags are shown at the wrong time of day. Until a
    difference is found, each version of the manifest is compared with the Date and Age of its
    response.
    """
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.livePlaylist, .manifest],
    repairedBy: .server,
    remedy:
      "Synchronize the clocks of the packager, the server and the source that UTCTiming names (NTP).",
    source:
      "ISO/IEC 23009-1, 5.8.5.7; DASH-IF Implementation Guidelines, 4.7; Dash-Industry-Forum/dash.js#5136"
  )
}

struct MpdClockMoved: NoteRule {
  static let id: RuleID = "mpd-clock-moved"
  static let title = "Start of the live presentation moved"
  static let text = """
    All versions of a dynamic MPD have the same availabilityStartTime.

    availabilityStartTime is the wall-clock time of presentation time 0. If it changes, players that
    keep the first value request segments too early or too late, and players that use the new value
    jump. The time of day of a segment or event is computed with the value of the version that
    listed it first.
    """
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.livePlaylist, .manifest],
    remedy:
      "Keep availabilityStartTime when the packager starts again, and begin a new Period instead.",
    source:
      "ISO/IEC 23009-1, 5.4.1; Dash-Industry-Forum/dash.js#5136, shaka-project/shaka-player#733"
  )
}

struct MpdEventPeriod: NoteRule {
  static let id: RuleID = "mpd-event-period"
  static let title = "Event outside its Period"
  static let text = """
    The events of a manifest are within their Period.

    Event times are relative to EventStream@presentationTimeOffset, the media time at which the
    Period starts. Players show no event before the start of its Period or after its end, and many
    drop an event exactly at the end. If the offset is missing, events with media times appear far
    after the Period. Dropped tags are errors, other dropped events are warnings, and events exactly
    at the end are reported as information.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.manifest],
    listsEach: true,
    remedy:
      "Configure the packager to write EventStream@presentationTimeOffset, and put each event into the "
      + "Period that contains its time.",
    source: "ISO/IEC 23009-1, 5.10.2.1; google/ExoPlayer#10460, Dash-Industry-Forum/dash.js#3223"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    let severity: Severity =
      switch note.measured {
      case 0: .info
      case nil: .warning
      default: .error
      }
    log.add(note.detail, at: Place(note), severity: severity, amount: note.amount ?? 1)
  }
}
