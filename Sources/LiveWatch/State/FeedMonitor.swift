import Presentation
import Synchronization
import TimedMetadata

/// The state of one feed, which its reader, its playlists and the ticking clock change. Each feed has a
/// lock of its own.
final class FeedMonitor: Sendable {
  private let state: Mutex<FeedState>
  private let clock: WatchClock
  private let emit: @Sendable (WatchEvent) -> Void

  /// A feed of which nothing is known. `emit` takes what happens; it must not wait.
  init(
    index: Int,
    name: String,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    settings: WatchSettings,
    clock: WatchClock,
    emit: @escaping @Sendable (WatchEvent) -> Void
  ) {
    self.clock = clock
    self.emit = emit
    let moment = FeedState.Moment(now: clock.now, date: clock.timeOfDay())
    state = Mutex(
      FeedState(
        index: index,
        name: name,
        title: title,
        labels: labels,
        settings: settings,
        at: moment
      )
    )
  }

  /// Takes what earlier runs found.
  func recall(_ earlier: [EarlierIncident]) { change { $0.recall(earlier, at: $1) } }

  /// What the list says about it now.
  func describe(title: String, labels: FeedLabels) {
    state.withLock { state in
      state.identity.title = title
      state.identity.labels = labels
    }
  }

  /// It is not followed any more: its alarms are cleared, and nothing happens after that.
  func retire() { change { $0.retire(at: $1) } }

  /// The feed is opened.
  func connecting() { change { $0.connecting(at: $1) } }

  /// The playlists are there. False: they are not live.
  func opened(_ playlists: OpenedPlaylists) -> Bool { change { $0.opened(playlists, at: $1) } }

  /// A playlist was asked for again.
  func reloaded(_ reload: PlaylistReload) { change { $0.reloaded(reload, at: $1) } }

  /// Takes the next event of the reader.
  func receive(_ event: TimedMetadataEvent) { change { $0.receive(event, at: $1) } }

  /// Reading ended.
  func failed(_ reason: String) { change { $0.failed(reason, at: $1) } }

  /// Looks at the feed; whether it should be opened again.
  func tick(bytesRead: Int64?) -> Bool { change { $0.tick(bytes: bytesRead, at: $1) } }

  /// For how many seconds the connection that has ended delivered; nil: it never did.
  var deliveredSeconds: Double? { state.withLock(\.delivery.deliveredSeconds) }

  /// What is known.
  func snapshot() -> FeedSnapshot {
    let now = clock.now
    return state.withLock { FeedSnapshot($0, now: now) }
  }

  /// Events leave in the order in which they happen.
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
