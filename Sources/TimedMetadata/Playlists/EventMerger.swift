/// Brings what the threads of several renditions say into one order.
///
/// With an end in sight the order is that of the playlists, segment by segment, earliest first, so that
/// the same input gives the same output. Of a live input everything comes as soon as it is there.
final class EventMerger: Sendable {
  /// Events a rendition may be ahead of the consumer.
  static let laneCapacity = 256

  private struct Lane {
    var events: [RenditionEvent] = []
    var head = 0
    /// The start of the segment that the consumer has come to.
    var position = -Double.infinity
    var isFinished = false

    var isEmpty: Bool { head == events.count }

    mutating func takeFirst() -> RenditionEvent {
      let event = events[head]
      head += 1
      if head == events.count || head > EventMerger.laneCapacity {
        events.removeFirst(head)
        head = 0
      }
      switch event {
      case .segment(let start): position = start
      case .finished: isFinished = true
      case .run, .metadata, .message: break
      }
      return event
    }
  }

  private struct State {
    var lanes: [Lane]
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
    monitor = Monitor(State(lanes: Array(repeating: Lane(), count: renditionCount)))
    self.isLive = isLive
  }

  /// Adds an event; waits while the consumer is far behind. False: nobody wants it any more.
  @discardableResult
  func push(_ event: RenditionEvent, rendition: Int) -> Bool {
    monitor.wait { state in
      if state.isAbandoned { return false }
      let lane = state.lanes[rendition]
      guard lane.events.count - lane.head < Self.laneCapacity else { return nil }
      state.lanes[rendition].events.append(event)
      return true
    }
  }

  /// The next event; nil when there was none for so many seconds.
  func next(waitingAtMost seconds: Double) -> Next? {
    monitor.wait(atMost: seconds) { [isLive] state in
      let open = state.lanes.indices.filter { !state.lanes[$0].isFinished }
      guard !open.isEmpty else { return .end }
      let candidates = isLive ? open.filter { !state.lanes[$0].isEmpty } : open
      let first = candidates.min { (state.lanes[$0].position, $0) < (state.lanes[$1].position, $1) }
      guard let first, !state.lanes[first].isEmpty else { return nil }
      return .event(state.lanes[first].takeFirst(), rendition: first)
    }
  }

  /// Nobody will ask again: threads that wait go on and end.
  func abandon() { monitor.withLock { $0.isAbandoned = true } }
}
