import Conformance
import Presentation
import System
import TimedMetadata

/// The state of one feed. The state has a bounded size and does not read a clock: every call passes the time.
struct FeedState: Sendable {
  /// A moment: `now` on the steady clock, and `date` in Unix seconds.
  struct Moment: Sendable {
    var now: Double
    var date: Double
  }

  var identity: FeedIdentity
  let settings: WatchSettings
  var events = FeedEvents()
  var delivery: FeedDelivery
  var tracks = FeedTracks()
  var board: AlarmBoard
  /// The list of muted alarms; nil if there is no list.
  var mutes: MuteList?
  private(set) var muted = MutedAlarms()
  /// The alarms suppressed because the feed was lost.
  var lossConsequences: [AlarmName] = []
  /// Whether a loss has ended but the findings during it have not been evaluated yet.
  var isBack = false
  var clearing: AlarmClearing
  var rules: LiveChecker
  var agreement: AgreementWatch
  var tap: ChainTap?

  init(
    index: Int,
    name: String,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    settings: WatchSettings,
    at moment: Moment
  ) {
    identity = FeedIdentity(index: index, name: name, title: title ?? name, labels: labels)
    self.settings = settings
    delivery = FeedDelivery(now: moment.now)
    // The numbers of alarms begin with the microseconds since 1970, so that a later run begins with a higher number.
    board = AlarmBoard(lastID: Int(moment.date * 1_000_000))
    clearing = AlarmClearing(settings, now: moment.now)
    rules = LiveChecker(identity, settings, at: moment)
    agreement = AgreementWatch(settings, now: moment.now)
  }

  // MARK: - Events

  mutating func report(
    _ kind: WatchEvent.Kind,
    at moment: Moment,
    _ fill: (inout WatchEvent) -> Void
  ) {
    let (feed, mutes) = (identity, mutes)
    var muted = muted
    events.add(kind, of: feed, date: moment.date) { event in
      fill(&event)
      let name = event.alarm?.name ?? .streamLost
      let isListed = mutes?.mutes(name, of: feed, at: moment.date) ?? false
      event.isMuted = muted.isMuted(kind, name, byList: isListed)
    }
    self.muted = muted
  }

  /// Adds an event about an alarm. `tracks` are the reported tracks; `seconds` is the time for which the alarm was
  /// raised.
  mutating func report(
    _ kind: WatchEvent.Kind,
    _ alarm: ActiveAlarm,
    _ message: String,
    of tracks: [TrackKey],
    at moment: Moment,
    after seconds: Double? = nil
  ) {
    report(kind, at: moment) { event in
      event.alarm = alarm
      event.message = message
      event.reported = tracks
      event.consequences = alarm.consequences
      event.duration = seconds
    }
  }

  /// Stops watching the feed, and reports the end of its alarms and of its loss.
  mutating func retire(at moment: Moment) {
    for alarm in board.active {
      let seconds = max(0, moment.date - alarm.since)
      let message = "\(Self.removal): \(alarm.message)"
      report(.recovered, alarm, message, of: alarm.tracks, at: moment, after: seconds)
    }
    if let end = delivery.takeEndOfLoss(now: .infinity) {
      report(.streamBack, at: moment) { event in
        event.duration = max(0, moment.now - end.since)
        event.message = Self.removal
      }
    }
    events.close()
  }

  private static let removal = "no longer watched"

  mutating func recall(_ earlier: [EarlierIncident], at moment: Moment) {
    tracks.recall(earlier.flatMap { EarlierBand.all($0, at: moment) })
  }

  /// Continues the alarms and the loss that an earlier run reported. They are cleared when their conditions have ended.
  mutating func resume(_ open: [WatchEvent], at moment: Moment) {
    for event in open {
      // The end of an alarm is muted if its beginning was muted.
      _ = muted.isMuted(event.kind, event.alarm?.name ?? .streamLost, byList: event.isMuted)
      let age = max(0, moment.date - (event.alarm?.since ?? event.date - (event.duration ?? 0)))
      if let alarm = event.alarm {
        board.resume(alarm, age: age, now: moment.now)
      } else {
        delivery.resume(
          lostSince: moment.now - age,
          reason: event.message ?? "",
          now: moment.now
        )
      }
    }
  }

  // MARK: - Connections

  mutating func connecting(at moment: Moment) {
    delivery.connect(now: moment.now)
    tracks.connect(now: moment.now)
    // The timeline restarts, so the rules start again too.
    rules = LiveChecker(identity, settings, at: moment)
    agreement.connect(now: moment.now)
    tap?.connect(at: moment)
  }

  /// Records that this connection has read the playlists. Returns false if they are not live.
  mutating func opened(_ playlists: OpenedPlaylists, at moment: Moment) -> Bool {
    guard playlists.isLive else {
      failed("is not live (EXT-X-ENDLIST or a static manifest): use 'id3tap check'", at: moment)
      return false
    }
    delivery.opened(now: moment.now)
    agreement.expect(playlists.renditions)
    tracks.list(playlists, alarmed: Set(board.activeKeys.map(\.track)), now: moment.now)
    return true
  }

  mutating func reloaded(_ reload: PlaylistReload, at moment: Moment) {
    tracks.receive(reload, now: moment.now)
    switch reload.outcome {
    case .failed: return
    case .renewed: delivery.answered(isRenewed: true, now: moment.now)
    case .unchanged: delivery.answered(isRenewed: false, now: moment.now)
    }
  }

  mutating func hasBacklog(of segments: Int, in rendition: String?) {
    tracks.hasBacklog(of: segments, in: rendition)
  }

  mutating func failed(_ reason: String, at moment: Moment) {
    delivery.fail(reason, now: moment.now)
  }

  mutating func delivered(at moment: Moment) {
    guard delivery.deliver(now: moment.now) else { return }
    agreement.resume(now: moment.now)
    tracks.wait(from: moment.now)
    board.suspend(until: moment.now)
    reportReturn(at: moment)
  }

  /// Reports the return of the feed once it has delivered for long enough.
  mutating func reportReturn(at moment: Moment) {
    guard let end = delivery.takeEndOfLoss(now: moment.now) else { return }
    isBack = true
    let seconds = moment.now - end.since
    report(.streamBack, at: moment) { [lossConsequences] event in
      event.duration = seconds
      event.consequences = lossConsequences
      event.message =
        end.count == 1
        ? "delivers again after \(SecondsText.text(seconds))"
        : "delivers again: it was lost \(end.count) times in \(SecondsText.text(seconds))"
    }
  }

  // MARK: - Reading

  /// The note about segments that left the playlist before they were read.
  private static let windowMissed: NoteID = "hls-window-missed"
  /// The notes about a segment that could not be read or does not exist. A note arrives before the segment's report,
  /// which may wait for late tags of earlier segments.
  private static let unread: Set<NoteID> = ["hls-segment-missing", "hls-segment-gap"]

  mutating func receive(_ event: TimedMetadataEvent, at moment: Moment) {
    tracks.noteReading()
    tap?.receive(event, at: moment)
    switch event {
    case .tag(let tag): receive(tag, at: moment)
    case .segment(let segment): receive(segment, at: moment)
    case .note(let note):
      if note.id == Self.windowMissed, let time = note.time {
        agreement.forget(note.rendition, before: time)
      }
      if Self.unread.contains(note.id) {
        delivery.failSegment("segment \(note.segment ?? "-"): \(note.detail)")
      }
      // A playlist without a response is already reported by `playlist-unreachable` or by the loss of the feed.
      if note.id != .playlistUnanswered { rules.receive(event) }
    case .marker: rules.receive(event)
    case .end: break
    }
  }

  private mutating func receive(_ tag: TimedTag, at moment: Moment) {
    delivered(at: moment)
    rules.receive(.tag(tag))
    if tracks.isPlaylist == true { agreement.receive(tag) }
    guard case .new(let track, let change) = tracks.receive(tag, now: moment.now) else { return }
    if let change { rules.receive(change, of: tag) }
    events.add(tag, in: track, of: identity, date: moment.date)
  }

  private mutating func receive(_ segment: SegmentReport, at moment: Moment) {
    rules.receive(.segment(segment))
    agreement.receive(segment, now: moment.now)
    if segment.isComplete {
      delivery.completeSegment()
      delivered(at: moment)
    } else if let failure = segment.failure {
      delivery.failSegment("segment \(segment.uri): \(failure)")
    }
    tracks.receive(segment, now: moment.now)
  }
}

extension FeedState.Moment {
  init(_ clock: any TaskClock) { self.init(now: clock.now, date: clock.unixTime) }
}
