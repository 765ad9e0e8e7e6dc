import Playback
import System
import TimedMetadata

/// A stream that is being read by a thread of its own while it is played by another.
final class StreamFeed: Sendable {
  private let stream: any PlayerStream
  private let state: Monitor<State>
  private let onChange: @Sendable () -> Void

  private struct State {
    var buffer = StreamBuffer()
    var isLive = false
    var isCancelled = false
  }

  /// How long a wait lasts before it is asked whether it should end, in seconds.
  private static let pollSeconds = 0.1

  /// Begins to read. `onChange` is called on the reading thread when there is more to play.
  init(_ stream: any PlayerStream, onChange: @escaping @Sendable () -> Void) {
    self.stream = stream
    self.onChange = onChange
    state = Monitor(State(isLive: stream.isLive))
    let hasStarted = ReadingThread.start { [self] in read() }
    guard !hasStarted else { return }
    fail(
      TimedMetadataError(
        .cannotRead,
        input: stream.name,
        reason: "the system has no thread left",
        remedy: "end other programs and play again"
      )
    )
  }

  func cancel() {
    stream.cancel()
    state.withLock { $0.isCancelled = true }
  }

  // MARK: - Playing

  /// How the reading ended; nil while it continues.
  var end: StreamBuffer.End? { state.withLock { $0.buffer.end } }

  /// Seconds of the presentation that have been read.
  var reached: Double { state.withLock { $0.buffer.reached } }

  /// The last second of a live stream that can be played with this many seconds read after its
  /// start; nil of another, and of one that has ended.
  func liveEdge(lead: Double) -> Int64? {
    state.withLock { state in
      guard state.isLive, state.buffer.end == nil else { return nil }
      return Int64(max(0, state.buffer.reached - lead))
    }
  }

  /// Whether `second` can be played with this many seconds read after its start.
  func isReady(for second: Int64, lead: Double) -> Bool {
    state.withLock { $0.buffer.isReady(for: second, lead: lead) }
  }

  /// Waits until `second` can be played. False when `isInterrupted` before.
  func waitUntilReady(for second: Int64, lead: Double, isInterrupted: () -> Bool) -> Bool {
    while !isInterrupted() {
      let isReady = state.wait(atMost: Self.pollSeconds) { (state: inout State) -> Bool? in
        state.buffer.isReady(for: second, lead: lead) ? true : nil
      }
      if isReady == true { return true }
    }
    return false
  }

  /// The tags to send with `second`.
  func takeTags(of second: Int64) -> [HeldTag] {
    state.withLock { $0.buffer.takeTags(of: second) }
  }

  /// The ad breaks that are known.
  var adBreaks: AdBreaks { state.withLock { $0.buffer.adBreaks } }

  /// The next second to be played is `second`.
  func seek(to second: Int64) { state.withLock { $0.buffer.seek(to: second) } }

  // MARK: - Reading

  /// Gives callbacks access to the reader while it works.
  private final class Reading {
    var reader: TimedMetadataReader?
    /// Of what was read last time: the tags in it have come out since.
    var reached: Double?
  }

  private func read() {
    let reading = Reading()
    // The reader holds the closure, which holds this.
    defer { reading.reader = nil }
    do throws(TimedMetadataError) {
      let reader = try stream.open { [self] in
        let reached = reading.reached
        reading.reached = reading.reader?.reachedTime
        guard let reached else { return }
        change { $0.reach(reached) }
        _ = mayGoOn()
      }
      reading.reader = reader
      while let event = try reader.next() {
        if reader.isLive { state.withLock { $0.isLive = true } }
        if case .note(let note) = event {
          stream.take(note)
          continue
        }
        change { $0.receive(event) }
        guard mayGoOn() else { return }
      }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: TimedMetadataError) { change { $0.fail(error) } }

  private func change(_ body: (inout StreamBuffer) -> Void) {
    state.withLock { body(&$0.buffer) }
    onChange()
  }

  /// Waits while enough has been read. False: it is not played any more.
  private func mayGoOn() -> Bool {
    let readAhead = stream.readAhead
    return state.wait { (state: inout State) -> Bool? in
      if state.isCancelled { return false }
      return state.buffer.end != nil || state.buffer.wantsMore(readAhead: readAhead) ? true : nil
    }
  }
}
