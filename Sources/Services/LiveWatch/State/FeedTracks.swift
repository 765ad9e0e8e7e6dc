import Conformance
import Presentation
import TimedMetadata

/// The tracks of a feed, with their playlists and their history. The size is bounded. Times are on the steady clock.
struct FeedTracks: Sendable {
  static let maximum = 256
  /// The maximum number of unlisted tracks without alarms that are kept in case they are listed again.
  static let mostGone = 64

  /// The listed tracks in the order of the playlist, then all other tracks.
  private(set) var all: [TrackState] = []
  /// Whether the feed is a playlist; nil until that is known.
  private(set) var isPlaylist: Bool?
  /// The longest target duration of the feed's playlists in seconds, at most 30; 0 before the playlists were read.
  private(set) var targetDuration = 0.0
  /// The strip of the feed as a whole, with losses and with alarms that affect no single track.
  private(set) var strip = StripHistory()
  /// The number of findings that belong to no track, by rule.
  private(set) var faults: [RuleID: Int] = [:]
  /// The sum of the counters of tracks that are no longer kept.
  private(set) var departed = TrackCounters()
  /// The incidents of earlier runs, for the strips of tracks that are added later.
  private var earlierBands: [EarlierBand] = []

  // MARK: - The list of tracks

  /// Whether a playlist lists the tracks. While the feed is being opened again, whether a playlist listed them before.
  private var listsTracks: Bool { isPlaylist ?? all.contains(where: \.isListed) }

  /// The tracks that the feed currently has.
  var listed: [TrackState] {
    let isListing = listsTracks
    return all.filter { !isListing || $0.isListed }
  }

  /// The former tracks of the feed, the most recently removed first.
  var gone: [TrackState] {
    let isListing = listsTracks
    return all.filter { isListing && !$0.isListed }
  }

  /// The key of the track of a rendition or program.
  func key(_ rendition: String?, _ program: Int?) -> TrackKey {
    isPlaylist == true ? TrackKey(rendition: rendition) : TrackKey(program: program)
  }

  /// The index of a track, which is added if necessary; nil if there are too many tracks.
  mutating func index(of key: TrackKey, now: Double) -> Int? {
    if let index = index(of: key) { return index }
    guard all.count < Self.maximum else { return nil }
    all.append(newTrack(key, now: now))
    return all.count - 1
  }

  private func index(of key: TrackKey) -> Int? { all.firstIndex { $0.key == key } }

  private func newTrack(_ key: TrackKey, now: Double) -> TrackState {
    var track = TrackState(key, now: now)
    draw(in: &track)
    return track
  }

  mutating func connect(now: Double) {
    isPlaylist = nil
    for index in all.indices { all[index].reconnect(now: now) }
  }

  /// Records that the feed was read. If its playlists have not been read, the feed counts as a stream.
  mutating func noteReading() { isPlaylist = isPlaylist ?? false }

  /// Updates the tracks from the playlist. The playlist may list other renditions on every connection, because names
  /// contain bandwidths, which packagers measure again. A limited number of unlisted tracks is kept. Only the counters
  /// of the rest are kept.
  /// - Parameters:
  ///   - playlists: The playlists that are listed now.
  ///   - alarmed: The tracks with alarms, or with conditions that may raise alarms.
  ///   - now: The steady clock.
  mutating func list(_ playlists: OpenedPlaylists, alarmed: Set<TrackKey>, now: Double) {
    isPlaylist = true
    targetDuration = playlists.targetDuration
    // Tracks that were listed until now come first, because they left last.
    var others = all.filter(\.isListed) + all.filter { !$0.isListed }
    var listed: [TrackState] = []
    for summary in playlists.renditions {
      let key = TrackKey(rendition: summary.name)
      if let index = listed.firstIndex(where: { $0.key == key }) {
        listed[index].summary = summary
        continue
      }
      guard listed.count < Self.maximum else { break }
      var track = newTrack(key, now: now)
      if let index = others.firstIndex(where: { $0.key == key }) {
        track = others.remove(at: index)
      }
      track.summary = summary
      listed.append(track)
    }
    all = listed
    keep(others, alarmed: alarmed)
  }

  private mutating func keep(_ others: [TrackState], alarmed: Set<TrackKey>) {
    let room = Self.maximum - all.count
    var kept: [TrackState] = []
    for var track in others {
      let most = alarmed.contains(track.key) ? room : min(room, Self.mostGone)
      guard kept.count < most else {
        departed.add(track.counters)
        continue
      }
      track.summary = nil
      kept.append(track)
    }
    all += kept
  }

  // MARK: - Reading

  mutating func receive(_ tag: TimedTag, now: Double) -> TrackState.Taken {
    guard let index = index(of: key(tag.rendition, tag.program), now: now) else { return .ignored }
    return all[index].receive(tag, now: now, mayBeRepeated: isPlaylist == true)
  }

  mutating func receive(_ segment: SegmentReport, now: Double) {
    guard let index = index(of: TrackKey(rendition: segment.rendition), now: now) else { return }
    all[index].receive(segment, now: now)
  }

  mutating func receive(_ reload: PlaylistReload, now: Double) {
    guard let index = index(of: TrackKey(rendition: reload.rendition), now: now) else { return }
    all[index].playlist.receive(reload, now: now)
  }

  mutating func hasBacklog(of segments: Int, in rendition: String?) {
    guard let index = index(of: TrackKey(rendition: rendition)) else { return }
    all[index].backlog = segments
  }

  /// Records that there is no connection: the numbers of unread segments are unknown.
  mutating func disconnect() { for index in all.indices { all[index].backlog = nil } }

  mutating func count(_ found: RuleCondition, now: Double) {
    guard let rule = found.rule, found.condition.count > 0 else { return }
    if let index = index(of: found.track) {
      all[index].count(found.condition.count, of: rule, found.condition.severity, now: now)
    } else {
      faults[rule, default: 0] += found.condition.count
    }
  }

  /// Restarts the time without tags, because nothing arrived until now.
  mutating func wait(from now: Double) {
    for index in all.indices { all[index].wait(from: now) }
  }

  /// Pauses the time without tags in tracks whose playlist is overdue, because these tracks lack media.
  mutating func suspendOverdue(now: Double) {
    for index in all.indices where all[index].hasCarried {
      let isOverdue = isPlaylist == true && all[index].playlist.isOverdue(now: now)
      all[index].suspend(isOverdue, now: now)
    }
  }

  // MARK: - History

  /// Records that an alarm about a track was raised.
  mutating func raise(_ severity: Severity, in key: TrackKey, now: Double) {
    guard let index = index(of: key) else { return }
    all[index].tagsSinceAlarm = 0
    if let mark = StateStrip.Mark(severity) { all[index].strip.mark(mark, at: now) }
  }

  /// Marks the present moment as lost in all strips.
  mutating func markLoss(now: Double) {
    strip.mark(.lost, at: now)
    for index in all.indices { all[index].strip.mark(.lost, at: now) }
  }

  /// Marks the present moment with the raised alarms. `worst` is the severity of the alarms by track; `isDelivering`
  /// means that media arrives.
  mutating func mark(_ worst: [TrackKey: Severity], isDelivering: Bool, now: Double) {
    let whole = worst[.feed].flatMap { StateStrip.Mark($0) }
    if let whole { strip.mark(whole, at: now) }
    let media: StateStrip.Mark? = isDelivering && isPlaylist == false ? .media : nil
    for index in all.indices {
      let own = worst[all[index].key].flatMap { StateStrip.Mark($0) }
      for mark in [media, whole, own].compactMap({ $0 }) { all[index].strip.mark(mark, at: now) }
    }
  }

  /// Adds the incidents of earlier runs to the strips, including those of tracks that are added later.
  mutating func recall(_ bands: [EarlierBand]) {
    earlierBands = bands
    for band in bands where band.key == .feed {
      strip.mark(band.mark, from: band.start, to: band.end)
    }
    for index in all.indices { draw(in: &all[index]) }
  }

  private func draw(in track: inout TrackState) {
    for band in earlierBands where band.key == track.key || band.key == .feed {
      track.strip.mark(band.mark, from: band.start, to: band.end)
    }
  }
}

/// The identity of a track within a feed: a variant or rendition of a playlist, or a program of a transport stream.
package struct TrackKey: Hashable, Sendable {
  /// The name of the variant or rendition, if the track is one.
  package var rendition: String?
  /// The `program_number` of a transport stream, if it is known.
  package var program: Int?

  package init(rendition: String? = nil, program: Int? = nil) {
    self.rendition = rendition
    self.program = program
  }

  /// The feed as a whole.
  static let feed = TrackKey()

  /// The name of the track in messages; nil for the feed as a whole.
  package var name: String? { rendition ?? program.map { "program \($0)" } }
}

extension FeedTracks {
  /// The summary that a reader would report if the feed ended now.
  /// - Parameters:
  ///   - bytes: The number of bytes of this connection.
  ///   - media: The kinds of media in the segments.
  ///   - connected: When this connection began.
  ///   - now: When media last arrived.
  /// - Returns: The summary.
  func summary(
    bytes: Int64,
    media: Set<MediaKind>,
    connected: Double,
    now: Double
  ) -> InputSummary {
    let duration = reached(connected: connected, now: now)
    var summary = InputSummary(duration: duration, streams: [], byteCount: bytes)
    summary.media = media
    guard isPlaylist == true else { return summary }
    summary.playlist = PlaylistSummary(isLive: true)
    summary.renditions = all.compactMap { track in
      track.summary.map { known in
        var known = known
        known.tags = track.connectionTags
        known.nielsenTags = track.connectionTags
        known.end = track.reached
        return known
      }
    }
    return summary
  }

  /// The position of the feed in presentation seconds. Between the tags of a stream without segments, it advances with
  /// the clock while media arrives. `now` is when media last arrived; `connected` is when this connection began.
  func reached(connected: Double, now: Double) -> Double? {
    let latest = all.compactMap { track -> Double? in
      guard isPlaylist != true, let time = track.lastTagTime, let arrival = track.lastTag,
        arrival >= connected
      else { return track.reached }
      return max(track.reached ?? time, time + now - arrival)
    }
    return latest.max()
  }

  /// The results of loading the feed's playlists. `frozenAfter` is ``WatchSettings/frozenAfter``.
  func answers(frozenAfter: Double, now: Double) -> PlaylistAnswers {
    let playlists = all.filter(\.isListed).map(\.playlist)
    var answers = PlaylistAnswers(playlists, frozenAfter: frozenAfter, now: now)
    answers.failure = all.lazy.compactMap(\.playlist.failure).first
    return answers
  }
}
