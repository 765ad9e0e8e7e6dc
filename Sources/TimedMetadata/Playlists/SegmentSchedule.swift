/// Fetches the segments of all renditions ahead of their readers: several at a time, in the order of the
/// presentation, a bounded number of them.
final class SegmentSchedule: Sendable {
  /// A segment whose bytes are on their way.
  struct Opened: Sendable {
    var segment: PlannedSegment
    var resource: any Resource
    var key: SmallResource?
    var initialization: SmallResource?
    var initializationKey: SmallResource?
  }

  /// What a reader gets.
  enum Next {
    case segment(Opened)
    /// In a gap of the playlist, or encrypted beyond reading: there is nothing to fetch.
    case unread(PlannedSegment)
    case end
  }

  private struct Lane {
    var planned: [PlannedSegment] = []
    var opened: [Next] = []
    var isComplete = false
    /// The reader holds a segment that counts as being on its way.
    var holdsSegment = false
  }

  private struct State {
    var lanes: [Lane]
    var inFlight = 0
    var isCancelled = false
  }

  private let loader: any ResourceLoader
  private let cache: ResourceCache
  private let limits: PlaylistReadingLimits
  private let monitor: Monitor<State>

  init(_ loader: any ResourceLoader, renditionCount: Int, limits: PlaylistReadingLimits) {
    self.loader = loader
    self.limits = limits
    cache = ResourceCache(loader)
    monitor = Monitor(State(lanes: Array(repeating: Lane(), count: renditionCount)))
  }

  /// Adds segments behind those of the same rendition.
  func append(_ segments: [PlannedSegment], rendition: Int) {
    monitor.withLock { state in
      state.lanes[rendition].planned += segments
      fill(&state)
    }
  }

  /// No segment will be added to the rendition any more.
  func complete(rendition: Int) {
    monitor.withLock { $0.lanes[rendition].isComplete = true }
  }

  /// The start of the next segment of a rendition, by the playlist; nil when it is not known yet, or
  /// none comes.
  func nextStart(rendition: Int) -> Double? {
    monitor.withLock { state in
      switch state.lanes[rendition].opened.first {
      case .segment(let opened): opened.segment.start
      case .unread(let segment): segment.start
      case .end, nil: state.lanes[rendition].planned.first?.start
      }
    }
  }

  /// Waits for the next segment of a rendition. The one taken before counts as read.
  func take(rendition: Int) -> Next {
    monitor.withLock { state in
      guard state.lanes[rendition].holdsSegment else { return }
      state.lanes[rendition].holdsSegment = false
      state.inFlight -= 1
      fill(&state)
    }
    return monitor.wait { state in
      if state.isCancelled { return .end }
      guard let next = state.lanes[rendition].opened.first else {
        let lane = state.lanes[rendition]
        return lane.isComplete && lane.planned.isEmpty ? .end : nil
      }
      state.lanes[rendition].opened.removeFirst()
      if case .segment = next { state.lanes[rendition].holdsSegment = true }
      return next
    }
  }

  /// A rendition wants no further segment: those on their way are given up.
  func abandon(rendition: Int) {
    monitor.withLock { state in
      for case .segment(let opened) in state.lanes[rendition].opened {
        opened.resource.cancel()
        state.inFlight -= 1
      }
      if state.lanes[rendition].holdsSegment { state.inFlight -= 1 }
      state.lanes[rendition] = Lane(isComplete: true)
      fill(&state)
    }
  }

  /// Ends all: readers that wait get the end.
  func cancel() {
    monitor.withLock { state in
      state.isCancelled = true
      for case .segment(let opened) in state.lanes.flatMap(\.opened) {
        opened.resource.cancel()
        opened.key?.cancel()
        opened.initialization?.cancel()
      }
    }
  }

  /// Opens what there is room for: of all renditions the earliest segment first.
  private func fill(_ state: inout State) {
    while !state.isCancelled, state.inFlight < limits.segmentsInFlight {
      let waiting = state.lanes.indices.compactMap { index in
        state.lanes[index].planned.first.map { (start: $0.start, index: index) }
      }
      guard let next = waiting.min(by: { ($0.start, $0.index) < ($1.start, $1.index) }) else {
        return
      }
      let segment = state.lanes[next.index].planned.removeFirst()
      let opened = open(segment)
      if case .segment = opened { state.inFlight += 1 }
      state.lanes[next.index].opened.append(opened)
    }
  }

  private func open(_ segment: PlannedSegment) -> Next {
    if segment.isGap { return .unread(segment) }
    if case .unreadable = segment.encryption { return .unread(segment) }
    let initialization = segment.initialization
    return .segment(
      Opened(
        segment: segment,
        resource: loader.open(
          ResourceRequest(
            url: segment.url,
            byteRange: segment.byteRange,
            purpose: .segment,
            maximumSize: limits.segmentBytes
          )
        ),
        key: key(segment.encryption),
        initialization: initialization.map {
          cache.resource(
            ResourceRequest(
              url: $0.url,
              byteRange: $0.byteRange,
              purpose: .initialization,
              maximumSize: limits.initializationBytes
            )
          )
        },
        initializationKey: key(initialization?.encryption)
      )
    )
  }

  private func key(_ encryption: PlannedSegment.Encryption?) -> SmallResource? {
    guard case .aes128(let url, _) = encryption else { return nil }
    // A key has 16 bytes; a server that sends more gets a diagnostic of its own.
    return cache.resource(ResourceRequest(url: url, purpose: .key, maximumSize: 4096))
  }
}
