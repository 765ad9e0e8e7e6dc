import TimedMetadata

struct MpdClockDrift: NoteRule {
  static let id: RuleID = "mpd-clock-drift"
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

struct MpdClockMoved: NoteRule {
  static let id: RuleID = "mpd-clock-moved"
  static let title = "Start of the live presentation moved"
  static let text = """
    All versions of a dynamic MPD have one availabilityStartTime.

    It is the wall-clock time of presentation time 0. If it changes, players that keep the first
    value request segments too early or too late, and those that use the new one jump. Times of day
    go by the value of the version that first listed a segment or an event.
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
    The events of a manifest lie in their Period.

    Their times count from EventStream@presentationTimeOffset, and the Period begins there. Players present no event before the
    start of its Period or after its end, and many drop one exactly at the end. Without the offset, events with media times lie
    far behind it. Tags that are left out are errors, other events warnings; what lies exactly at the end is reported as information.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.manifest],
    listsEach: true,
    remedy:
      "Let the packager write EventStream@presentationTimeOffset, and each event in the Period in which it lies.",
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
