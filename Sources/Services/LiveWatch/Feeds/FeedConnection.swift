import HTTP
import Presentation
import Synchronization
import System
import TimedMetadata

/// One attempt to read a feed, from its opening to its end. It can be used from any thread.
package final class FeedConnection: Sendable {
  private let isOver = Shared(false)
  private let bytes = Atomic<Int64>(0)
  private let mediaBytes = Atomic<Int64>(0)
  private let monitor: FeedMonitor
  private let log: @Sendable (String) -> Void
  private let recorder: EvidenceRecorder?
  /// The clock that times the reloads of playlists.
  package let clock: any TaskClock
  package let fetches: FetchRecord

  init(
    _ monitor: FeedMonitor,
    clock: any TaskClock,
    recorder: EvidenceRecorder?,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.monitor, self.clock, self.recorder, self.log) = (monitor, clock, recorder, log)
    fetches = FetchRecord { clock.now }
  }

  /// Whether the connection was cancelled or has ended. Events that are still read from it are ignored.
  package var isCancelled: Bool { isOver.read { $0 } }

  func change(_ body: (inout FeedState, FeedState.Moment) -> Void) {
    if !isCancelled { monitor.change(body) }
  }

  package func read(_ count: Int64) { bytes.store(count, ordering: .relaxed) }

  package func report(_ text: String) { log(text) }

  /// Adapts the reading of a playlist to a watch: the playlist is followed without end, and its state is reported.
  package func prepare(_ access: PlaylistAccess) -> PlaylistAccess {
    var access = access
    access.onOpened = { playlists in
      if !self.monitor.change({ $0.opened(playlists, at: $1) }) { self.cancel() }
    }
    access.onReload = { reload in self.change { $0.reloaded(reload, at: $1) } }
    access.onBacklog = { rendition, count in
      self.change { state, _ in state.hasBacklog(of: count, in: rendition) }
    }
    if let recorder { access.loader = RecordingLoader(loader: access.loader, recorder: recorder) }
    access.limits.liveTimeoutSeconds = .infinity
    access.clock = clock
    access.reminder = LiveRules.reminder
    return access
  }

  /// Returns `next`, extended to record the feed's bytes if evidence is kept. `url` is the feed's URL after redirects.
  package func record(
    url: String,
    _ next: @escaping () async throws(TimedMetadataError) -> TimedMetadataEvents.Item
  ) -> () async throws(TimedMetadataError) -> TimedMetadataEvents.Item {
    guard let recorder else { return next }
    recorder.begin(url: EvidenceRecorder.key(url))
    return { () throws(TimedMetadataError) in
      let item = try await next()
      if case .bytes(let bytes) = item { bytes.withUnsafeBytes { recorder.receive($0) } }
      return item
    }
  }

  package func readerOptions(program: Int? = nil, pid: Int? = nil) -> ReaderOptions {
    ReaderOptions(program: program, pid: pid, reminder: LiveRules.reminder)
  }

  /// Records the progress of the reader: the bytes read, the bytes up to the latest media, and the position of a tap.
  package func observe(_ events: TimedMetadataEvents) {
    events.onProgress = { read, _ in self.read(read) }
    events.onMediaProgress = { [weak events] in
      self.mediaBytes.store($0, ordering: .relaxed)
      self.monitor.reach { events?.partialSummary?.duration }
    }
  }

  /// The number of bytes that have arrived so far, including bytes of segments that have not been read yet.
  var bytesRead: Int64 { max(bytes.load(ordering: .relaxed), fetches.segmentBytes) }

  /// The number of bytes of a stream without playlists, up to the latest media.
  var mediaBytesRead: Int64 { mediaBytes.load(ordering: .relaxed) }

  func cancel() { isOver.withLock { $0 = true } }

  /// Returns when the connection or the task is cancelled.
  func waitForCancel() async { _ = await isOver.wait { $0 ? () : nil } }
}
