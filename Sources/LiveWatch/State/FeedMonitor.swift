import HTTP
import Presentation
import Synchronization
import TimedMetadata

/// The state of one feed, which its reader, its playlists and the clock change. Each feed has its own lock.
final class FeedMonitor: Sendable {
  private let state: Mutex<FeedState>
  private let clock: WatchClock
  private let emit: @Sendable (WatchEvent) -> Void

  /// Makes a monitor of a feed that has not been read. `emit` takes its events; it must not block.
  init(
    index: Int,
    name: String,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    settings: WatchSettings,
    clock: WatchClock,
    mutes: MuteList? = nil,
    emit: @escaping @Sendable (WatchEvent) -> Void
  ) {
    self.clock = clock
    self.emit = emit
    let moment = FeedState.Moment(now: clock.now, date: clock.timeOfDay())
    var state = FeedState(
      index: index,
      name: name,
      title: title,
      labels: labels,
      settings: settings,
      at: moment
    )
    state.mutes = mutes
    self.state = Mutex(state)
  }

  /// Adds the incidents of earlier runs.
  func recall(_ earlier: [EarlierIncident]) { change { $0.recall(earlier, at: $1) } }

  /// Takes over the alarms and the loss that an earlier run reported.
  func resume(_ open: [WatchEvent]) { change { $0.resume(open, at: $1) } }

  /// Sets the title and the labels that the list has now.
  func describe(title: String, labels: FeedLabels) {
    state.withLock { state in
      state.identity.title = title
      state.identity.labels = labels
    }
  }

  /// Ends following the feed: its alarms are cleared, and it has no events after that.
  func retire() { change { $0.retire(at: $1) } }

  /// The feed is opened.
  func connecting() { change { $0.connecting(at: $1) } }

  /// The playlists were read for the first time. False: they are not live.
  func opened(_ playlists: OpenedPlaylists) -> Bool { change { $0.opened(playlists, at: $1) } }

  /// A playlist was reloaded.
  func reloaded(_ reload: PlaylistReload) { change { $0.reloaded(reload, at: $1) } }

  /// The number of segments that a rendition lists and that have not been read.
  func hasBacklog(of segments: Int, in rendition: String?) {
    state.withLock { $0.hasBacklog(of: segments, in: rendition) }
  }

  /// Takes the next event of the reader.
  func receive(_ event: TimedMetadataEvent) { change { $0.receive(event, at: $1) } }

  /// Reading ended.
  func failed(_ reason: String) { change { $0.failed(reason, at: $1) } }

  /// Checks the feed; returns whether it must be opened again. `answer`: what its servers last answered.
  func tick(bytesRead: Int64?, mediaBytes: Int64?, answer: FetchRecord.Entry? = nil) -> Bool {
    change { $0.tick(bytes: bytesRead, media: mediaBytes, answer: answer, at: $1) }
  }

  /// The seconds for which the connection that has ended delivered; nil: it never did.
  var deliveredSeconds: Double? { state.withLock(\.delivery.deliveredSeconds) }

  /// The current state.
  func snapshot() -> FeedSnapshot {
    let now = clock.now
    return state.withLock { FeedSnapshot($0, now: now) }
  }

  /// Changes the state under the lock, so that events are emitted in the order in which they occur.
  private func change<Result: Sendable>(
    _ body: (inout FeedState, FeedState.Moment) -> Result
  ) -> Result {
    let moment = FeedState.Moment(now: clock.now, date: clock.timeOfDay())
    return state.withLock { state in
      let result = body(&state, moment)
      for event in state.events.take() { emit(event) }
      return result
    }
  }
}
