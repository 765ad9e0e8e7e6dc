import Formats
import HLS
import TimedMetadata

/// The plan for reading a presentation: the renditions with the segments known so far, and the
/// requested part of the timeline. It is made from opened playlists or an opened manifest.
struct PresentationPlan {
  struct Track {
    var names: [RenditionSummary]
    var segments: [PlannedSegment] = []
    /// The window of a live rendition; nil if its segments do not expire.
    var window: LiveWindow?
    /// The start of the first segment, in seconds of the rendition's own time.
    var start = 0.0
    /// Whether segments may be added to the rendition later.
    var isFollowed = false
    /// Whether the track has media to read. The track for the events of a manifest has none.
    var hasMedia = true
    /// Whether the rendition is reported even if it has no tags.
    var isListed = true
  }

  /// The renditions; empty if there is nothing to read.
  var tracks: [Track] = []
  var notes: [StreamNote] = []
  /// The notes that are repeated, because they remain true.
  var lasting: [StreamNote] = []
  var window = ReadingWindow()
  /// The end of the presentation if the requested start is after it.
  var endBeforeStart: PresentationEnd?
  /// Whether any rendition may get further segments.
  var isLive = false
  /// The properties of the playlists or of the manifest that the summary reports.
  var summary = PlaylistSummary(isLive: false)
  /// The longest target duration of the playlists, in seconds, or 6 if none has any. For a manifest, it is the longest
  /// duration among the last three segments of each rendition. At most `longestTargetDuration`.
  var targetDuration = 0.0
  /// The manifest's time, in seconds, at time 0 of the timeline. Nil if time 0 is the earliest frame.
  var zero: Double?
  /// The wall clock at time 0 of the timeline, in Unix seconds, if a manifest specifies it.
  var wallClockAtZero: Double?
  /// Makes the functions that add segments and events to the tracks during reading. Each function runs in its own task.
  var followers: (SegmentSchedule, EventMerger) -> [@Sendable () async -> Void] = { _, _ in [] }
  /// Called when an event in the media declares versions of the manifest expired. The argument is the publish time of
  /// the latest expired version, in Unix seconds; nil if the event has no time. Playlists do not expire.
  var expireManifest: @Sendable (Double?) -> Void = { _ in }

  /// Seconds before the requested time at which reading begins, because renditions cut their segments at different
  /// times. Tags before the requested time are dropped.
  static let margin = 1.0
  /// The longest accepted target duration, in seconds, because a playlist may state any value.
  static let longestTargetDuration = 30.0
}

extension PresentationPlan {
  init(_ opened: [PlaylistDocument.Opened], access: PlaylistAccess, limitSeconds: Double?) {
    isLive = opened.contains(where: \.canBeFollowed)
    summary.isLive = opened.contains { $0.playlist.isLive }
    // A live rendition without data delays the start of the other renditions by at most one target duration.
    let known = opened.compactMap(\.playlist.targetDuration).max().map(Double.init)
    targetDuration = min(known ?? MediaPlaylist.usualTargetDuration, Self.longestTargetDuration)
    let distinct = PlaylistDocument.distinct(opened, isLive: isLive)
    let start = access.start ?? (isLive && !access.isLocal ? .live : .beginning)
    var begin = Double.infinity
    var isEmpty = true
    var planners: [SegmentPlanner] = []
    for (opened, names) in distinct {
      let playlist = opened.playlist
      var position = start.position(in: playlist)
      var planner = SegmentPlanner()
      isEmpty = isEmpty && !playlist.isLive && position.segment == playlist.segments.count
      let keepsTime = !playlist.isLive || playlist.type == .event
      if keepsTime, start.isTime, distinct.count > 1 {
        position = position.beginningEarlier(by: Self.margin, in: playlist.segments)
      }
      if keepsTime { planner.skip(playlist.segments.prefix(position.segment)) }
      begin = min(begin, planner.now + position.offset)
      var track = Track(names: names, start: planner.now, isFollowed: opened.canBeFollowed)
      track.segments = planner.plan(playlist.segments.dropFirst(position.segment), of: playlist)
      if !access.isLocal { track.window = planner.window(of: playlist, endingAt: planner.now) }
      tracks.append(track)
      planners.append(planner)
    }
    window.end = limitSeconds.map { begin + $0 }
    if start.isTime { window.start = begin }
    if case .wallClock(let date) = start { window.wallClockStart = date }
    if start.isTime, isEmpty {
      endBeforeStart = PresentationEnd(
        seconds: distinct.map(\.opened.playlist.duration).max() ?? 0,
        wallClock: distinct.compactMap { $0.opened.playlist.segments.last?.endDate }.max()
      )
    }
    followers = { schedule, merger in
      zip(distinct, planners).enumerated().filter { $1.0.opened.canBeFollowed }.map {
        index,
        track in
        let playlist = LivePlaylist(
          url: track.0.opened.url,
          name: track.0.names.first?.name,
          first: track.0.opened.playlist,
          planner: track.1,
          rendition: index,
          access: access,
          schedule: schedule,
          merger: merger
        )
        return { await playlist.follow(access) }
      }
    }
  }
}

extension PlaylistDocument {
  private struct SegmentKey: Hashable {
    var url: String
    var range: ByteRange?
    var isDiscontinuity: Bool
    var isGap: Bool
    var initialization: MediaInitializationSection?
    var keys: [EncryptionKey]
  }

  /// The playlists to read, and the names under which each is reported. Playlists with the same segments are read once.
  /// In a live presentation each playlist is read separately, because playlists change between requests.
  static func distinct(
    _ opened: [Opened],
    isLive: Bool
  ) -> [(opened: Opened, names: [RenditionSummary])] {
    var distinct: [(opened: Opened, names: [RenditionSummary])] = []
    var known: [[SegmentKey]: Int] = [:]
    for opened in opened {
      let playlist = opened.playlist
      let name = RenditionSummary(opened)
      if !isLive, !playlist.segments.isEmpty {
        let key = playlist.segments.map { segment in
          SegmentKey(
            url: playlist.resolve(segment.uri),
            range: segment.byteRange,
            isDiscontinuity: segment.isDiscontinuity,
            isGap: segment.isGap,
            initialization: segment.map,
            keys: segment.keys
          )
        }
        if let index = known[key] {
          distinct[index].names.append(name)
          continue
        }
        known[key] = distinct.count
      }
      distinct.append((opened, [name]))
    }
    return distinct
  }
}

extension RenditionSummary {
  fileprivate init(_ opened: PlaylistDocument.Opened) {
    self.init(
      name: opened.listed?.name,
      uri: ShownURL.text(opened.listed?.uri ?? opened.playlist.uri)
    )
    hasParts = opened.playlist.partTarget != nil
    guard let listed = opened.listed else { return }
    receive(listed)
  }

  init(_ listed: ListedPlaylist) {
    self.init(name: listed.name, uri: ShownURL.text(listed.uri))
    receive(listed)
  }

  private mutating func receive(_ listed: ListedPlaylist) {
    audioGroups = listed.groups.compactMap(Self.audioGroup)
    audioMemberships = listed.memberships.compactMap(Self.audioGroup)
    role = listed.isVariant ? .variant : audioMemberships.isEmpty ? .other : .audio
  }

  /// The GROUP-ID in `audio/ID`; nil for groups of other media.
  private static func audioGroup(_ group: String) -> String? {
    let prefix = "audio/"
    return group.hasPrefix(prefix) ? String(group.dropFirst(prefix.count)) : nil
  }
}

extension ReadingStart {
  struct Position: Equatable {
    /// The index of the first segment that is read; `segments.count` if the position is after all segments.
    var segment: Int
    /// Seconds from the start of `segment`; from the end of the last segment if `segment` is `segments.count`.
    var offset = 0.0

    /// The same position, relative to the last segment that starts at least `seconds` before it, or to the first
    /// segment.
    func beginningEarlier(by seconds: Double, in segments: [MediaSegment]) -> Position {
      var position = self
      while position.segment > 0, position.offset < seconds {
        position.segment -= 1
        position.offset += segments[position.segment].duration
      }
      return position
    }
  }

  /// Whether reading starts at a given time, and not at the beginning or the live edge.
  var isTime: Bool {
    switch self {
    case .seconds, .wallClock: true
    case .beginning, .live: false
    }
  }

  /// The position where reading begins. Players begin at the start of a segment; a requested time is exact. A negative
  /// TIME-OFFSET of EXT-X-START specifies the live edge. Without one, the live edge is HOLD-BACK or three target
  /// durations before the end. For a time of day, a playlist without dates is read from its first segment if another
  /// playlist has dates.
  func position(in playlist: MediaPlaylist) -> Position {
    let segments = playlist.segments
    switch self {
    case .beginning:
      return Position(segment: 0)
    case .live:
      guard playlist.isLive else { return Position(segment: 0) }
      if let offset = playlist.start?.timeOffset, offset < 0 {
        let place = Self.position(at: playlist.duration + offset, in: segments)
        return Position(segment: place.segment)
      }
      return Position(segment: playlist.liveStartIndex)
    case .seconds(let seconds):
      return Self.position(at: seconds < 0 ? playlist.duration + seconds : seconds, in: segments)
    case .wallClock(let date):
      if let index = playlist.index(ofSegmentAt: date) {
        let start = segments[index].startDate ?? date
        return Position(segment: index, offset: max(0, date - start))
      }
      guard let end = segments.last(where: { $0.endDate != nil })?.endDate else {
        return Position(segment: 0)
      }
      return Position(segment: segments.count, offset: max(0, date - end))
    }
  }

  private static func position(at seconds: Double, in segments: [MediaSegment]) -> Position {
    var start = 0.0
    for (index, segment) in segments.enumerated() {
      let end = start + segment.duration
      if end > seconds { return Position(segment: index, offset: max(0, seconds - start)) }
      start = end
    }
    return Position(segment: segments.count, offset: max(0, seconds - start))
  }
}
