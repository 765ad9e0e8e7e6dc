import TimedMetadata

/// What a presentation consists of before it is read, whatever listed it: playlists or a manifest.
struct PresentationParts {
  /// One rendition.
  struct Track {
    /// Under which names it is reported.
    var names: [RenditionSummary]
    /// The segments known by now.
    var segments: [PlannedSegment] = []
    /// Where the first of them starts, in the rendition's own time.
    var start = 0.0
    /// Whether segments are added later.
    var isFollowed = false
    /// Whether it has media to read; the events of a manifest have none.
    var hasMedia = true
    /// Whether it is reported while it has no tag.
    var isListed = true
  }

  var tracks: [Track]
  /// The part of the timeline that was asked for.
  var window = ReadingWindow()
  /// Where the presentation ends, when reading was to begin after that.
  var endBeforeStart: PresentationEnd?
  /// Whether any track is followed.
  var isLive = false
  /// What is known about the playlists or the manifest.
  var summary = PlaylistSummary(isLive: false)
  /// The longest time between two segments, in seconds.
  var targetDuration = 0.0
  /// The time of the manifest that is 0 on the timeline; nil: the earliest frame is.
  var zero: Double?
  /// Unix seconds at time 0 of the timeline, where a manifest gives them.
  var wallClockAtZero: Double?
  /// Makes what goes on adding to the tracks while they are read.
  var followers: (SegmentSchedule, EventMerger) -> [any PresentationFollower] = { _, _ in [] }
}

/// Adds to the tracks of a presentation while they are read, on a thread of its own.
protocol PresentationFollower: AnyObject, Sendable {
  /// Begins.
  func start()

  /// Ends.
  func cancel()

  /// Takes in that media says that versions of its manifest expire, the latest of which was published at a time
  /// in Unix seconds; nil: the media does not say when.
  func expireManifest(publishedAt publishTime: Double?)
}

extension PresentationFollower {
  /// A playlist does not expire.
  func expireManifest(publishedAt publishTime: Double?) {}
}
