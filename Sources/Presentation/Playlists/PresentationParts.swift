import TimedMetadata

/// The tracks and the facts of a presentation before it is read, from playlists or from a manifest.
struct PresentationParts {
  /// One rendition.
  struct Track {
    /// The names under which it is reported.
    var names: [RenditionSummary]
    /// The segments known so far.
    var segments: [PlannedSegment] = []
    /// What is listed of a live rendition.
    var window: LiveWindow?
    /// The start of the first one, in the rendition's own time.
    var start = 0.0
    /// Whether segments are added later.
    var isFollowed = false
    /// Whether it has media to read; the events of a manifest have none.
    var hasMedia = true
    /// Whether it is reported even without tags.
    var isListed = true
  }

  var tracks: [Track]
  /// The requested part of the timeline.
  var window = ReadingWindow()
  /// The end of the presentation, if reading was to begin after it.
  var endBeforeStart: PresentationEnd?
  /// Whether any track is followed.
  var isLive = false
  /// The facts about the playlists or the manifest.
  var summary = PlaylistSummary(isLive: false)
  /// The longest time between two segments, in seconds.
  var targetDuration = 0.0
  /// The time of the manifest at time 0 of the timeline; nil: time 0 is the earliest frame.
  var zero: Double?
  /// Unix seconds at time 0 of the timeline, if a manifest specifies them.
  var wallClockAtZero: Double?
  /// Makes what adds to the tracks while they are read, a task each.
  var followers: (SegmentSchedule, EventMerger) -> [@Sendable () async -> Void] = { _, _ in [] }
  /// Takes that an event in the media has expired versions of the manifest, the latest of which was published at this time in
  /// Unix seconds; nil: the event has no time. Playlists do not expire.
  var expireManifest: @Sendable (Double?) -> Void = { _ in }
}
