import System
import TimedMetadata

/// Brings what the threads of several renditions say into one order.
///
/// With an end in sight the order is that of the playlists, segment by segment, earliest first, so that
/// the same input gives the same output. Of a live input everything comes as soon as it is there.
final class EventMerger: Sendable {
  /// Events a rendition may be ahead of the consumer.
  static let trackCapacity = 256
  /// Bytes of tags a rendition may be ahead of the consumer; the last tag may exceed it.
  static let trackByteCapacity = 4 << 20

  private struct Track {
    var events = Fifo<RenditionEvent>()
    /// Bytes of the tags that wait.
    var byteCount = 0
    /// The start of the segment that the consumer has come to.
    var position = -Double.infinity
    /// The last event has been added.
    var isClosed = false
    /// The last event has been taken.
    var isFinished = false

    var isFull: Bool {
      events.count >= EventMerger.trackCapacity || byteCount >= EventMerger.trackByteCapacity
    }

    mutating func append(_ event: RenditionEvent) {
      byteCount += event.byteCount
      if case .finished = event { isClosed = true }
      events.append(event)
    }

    mutating func takeFirst() -> RenditionEvent? {
      guard let event = events.popFirst() else { return nil }
      byteCount -= event.byteCount
      switch event {
      case .segment(let start): position = start
      case .finished: isFinished = true
      case .run, .metadata, .ended, .message: break
      }
      return event
    }
  }

  private struct State {
    var tracks: [Track]
    var isAbandoned = false
  }

  /// What there is for the consumer.
  enum Next {
    case event(RenditionEvent, rendition: Int)
    case end
  }

  private let monitor: Monitor<State>
  private let isLive: Bool

  init(renditionCount: Int, isLive: Bool) {
    monitor = Monitor(State(tracks: Array(repeating: Track(), count: renditionCount)))
    self.isLive = isLive
  }

  /// Adds an event; waits while the consumer is far behind. False: nobody wants it any more, since the
  /// consumer went away or the rendition has said its last.
  @discardableResult
  func push(_ event: RenditionEvent, rendition: Int) -> Bool {
    monitor.wait { state in
      if state.isAbandoned || state.tracks[rendition].isClosed { return false }
      guard !state.tracks[rendition].isFull else { return nil }
      state.tracks[rendition].append(event)
      return true
    }
  }

  /// The next event; nil when there was none for so many seconds.
  func next(waitingAtMost seconds: Double) -> Next? {
    monitor.wait(atMost: seconds) { [isLive] state in
      let open = state.tracks.indices.filter { !state.tracks[$0].isFinished }
      guard !open.isEmpty else { return .end }
      let candidates = isLive ? open.filter { !state.tracks[$0].events.isEmpty } : open
      let first = candidates.min {
        (state.tracks[$0].position, $0) < (state.tracks[$1].position, $1)
      }
      guard let first, let event = state.tracks[first].takeFirst() else { return nil }
      return .event(event, rendition: first)
    }
  }

  /// Nobody will ask again: threads that wait go on and end.
  func abandon() { monitor.withLock { $0.isAbandoned = true } }
}

extension RenditionEvent {
  /// Bytes of the tag in it.
  var byteCount: Int {
    guard case .metadata(.tag(let tag)) = self else { return 0 }
    return tag.bytes.count
  }
}
