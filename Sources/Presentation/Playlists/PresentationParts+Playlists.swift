import HLS
import TimedMetadata

extension PresentationParts {
  /// The parts of the opened playlists.
  init(
    _ outcome: PresentationOpening.Outcome,
    access: PlaylistAccess,
    limitSeconds: Double?
  ) {
    let isLive = outcome.playlists.contains(where: \.canBeFollowed)
    let distinct = DistinctPlaylists(outcome.playlists, isLive: isLive)
    let plan = PresentationPlan(
      distinct.playlists.map(\.playlist),
      from: access.start ?? (isLive && !access.isLocal ? .live : .beginning),
      limitSeconds: limitSeconds
    )
    let tracks = distinct.playlists.indices.map { index in
      PresentationParts.Track(
        names: distinct.names[index],
        segments: plan.tracks[index].segments,
        window: access.isLocal
          ? nil
          : plan.tracks[index].planner.window(
            of: distinct.playlists[index].playlist,
            endingAt: plan.tracks[index].planner.now
          ),
        start: plan.tracks[index].start,
        isFollowed: distinct.playlists[index].canBeFollowed
      )
    }
    var parts = PresentationParts(tracks: tracks, window: plan.window, isLive: isLive)
    parts.endBeforeStart = plan.endBeforeStart
    parts.summary = PlaylistSummary(isLive: outcome.playlists.contains { $0.playlist.isLive })
    parts.targetDuration = Self.targetDuration(of: outcome.playlists)
    parts.followers = { schedule, merger in
      distinct.playlists.enumerated().filter { $1.canBeFollowed }.map { index, opened in
        let playlist = LivePlaylist(
          url: opened.url,
          name: distinct.names[index].first?.name,
          first: opened.playlist,
          planner: plan.tracks[index].planner,
          rendition: index,
          access: access,
          schedule: schedule,
          merger: merger
        )
        return Refresher(document: playlist, access: access).follow
      }
    }
    self = parts
  }

  /// A live rendition that hangs delays the others by at most the duration of a segment: a tag may be delivered one
  /// segment after it arrived.
  private static func targetDuration(of playlists: [PresentationOpening.Opened]) -> Double {
    let known = playlists.compactMap(\.playlist.targetDuration).map { Double($0) }
    return min(known.max() ?? usualTargetDuration, PresentationReader.longestTargetDuration)
  }

  /// The target duration if no playlist has one, in seconds.
  private static let usualTargetDuration = 6.0
}
