import HTTP
import System
import TimedMetadata

/// Fetches the segments of all renditions ahead of their readers: a limited number in parallel, in the order of the
/// presentation.
final class SegmentSchedule: Sendable {
  /// A segment that is being fetched.
  struct Opened: Sendable {
    var segment: PlannedSegment
    var body: SegmentBody
    var key: SmallResource?
    var initialization: SmallResource?
    var initializationKey: SmallResource?
    let server: ServerFacts

    /// Cancels everything, including keys and initialization sections, which other segments may share.
    func cancelAll() {
      body.cancel()
      key?.cancel()
      initialization?.cancel()
      initializationKey?.cancel()
    }
  }

  /// The next item for a reader.
  enum Next: Sendable {
    case segment(Opened)
    /// In a gap of the playlist, no longer listed, or with an encryption that cannot be read: nothing is fetched.
    case unread(PlannedSegment)
    case end
  }

  private struct Track {
    let server = ServerFacts()
    /// The number of segments that are being fetched.
    var inFlightCount = 0
    var planned = Fifo<PlannedSegment>()
    var opened = Fifo<Next>()
    /// What the newest version of a live playlist or manifest lists.
    var window: LiveWindow?
    var isComplete = false
    /// The reader has ended.
    var isAbandoned = false
    /// The segment that the reader holds: it counts as being fetched.
    var held: Opened?

    /// The number of segments that are listed whole and have not been read to their end; nil: the rendition is not live.
    var backlog: Int? {
      guard let window else { return nil }
      return (Array(planned.all) + inFlight.map(\.segment))
        .count { $0.isListed && !window.hasLeft($0) }
    }

    /// The segments that are being fetched.
    var inFlight: [Opened] {
      [held].compactMap { $0 }
        + opened.all.compactMap { next in
          guard case .segment(let opened) = next else { return nil }
          return opened
        }
    }

    /// Updates the window. Segments that have left it and have not been requested are not requested any more: a rendition that
    /// has fallen behind continues with the window.
    mutating func move(to next: LiveWindow?) {
      window = next ?? window
      guard let window else { return }
      while var segment = planned.first, window.hasLeft(segment) {
        _ = planned.popFirst()
        segment.parts?.cancel()
        segment.hasLeft = true
        opened.append(.unread(segment))
      }
    }
  }

  private struct State {
    var tracks: [Track]
    var inFlight = 0
    var isCancelled = false
  }

  private let loader: any ResourceLoader
  private let cache: ResourceCache
  private let limits: PlaylistReadingLimits
  /// The most segments of a rendition that are fetched in parallel.
  private let share: Int
  private let state: Shared<State>
  /// Called under the lock with the number of segments that a live rendition lists and that have not been read.
  private let onBacklog: @Sendable (_ rendition: Int, _ segments: Int) -> Void

  /// In a live presentation each rendition has its share of the parallel requests: one whose server hangs must not
  /// delay the others. In one with an end all renditions wait for the earliest segment anyway.
  init(
    _ loader: any ResourceLoader,
    renditionCount: Int,
    isLive: Bool = false,
    limits: PlaylistReadingLimits,
    clock: any LiveClock = SystemLiveClock(),
    onBacklog: @escaping @Sendable (_ rendition: Int, _ segments: Int) -> Void = { _, _ in }
  ) {
    self.loader = loader
    self.onBacklog = onBacklog
    self.limits = limits
    share = isLive ? max(1, limits.segmentsInFlight / max(1, renditionCount)) : .max
    cache = ResourceCache(clock: clock)
    state = Shared(State(tracks: (0..<renditionCount).map { _ in Track() }))
  }

  /// Adds segments of all renditions before any of them is opened, so that the earliest are opened
  /// first. `windows`: what live renditions list.
  func append(_ segments: [[PlannedSegment]], windows: [LiveWindow?] = []) {
    state.withLock { state in
      for (rendition, segments) in segments.enumerated() {
        state.tracks[rendition].planned.append(contentsOf: segments)
      }
      for (rendition, window) in windows.enumerated() { state.tracks[rendition].window = window }
      fill(&state)
      for rendition in segments.indices { report(state, rendition) }
    }
  }

  private func report(_ state: State, _ rendition: Int) {
    if let segments = state.tracks[rendition].backlog { onBacklog(rendition, segments) }
  }

  /// Appends segments to a rendition. False: its reader has ended. `window`: what the newest version of a live playlist or
  /// manifest lists; nil: as before.
  @discardableResult
  func append(_ segments: [PlannedSegment], rendition: Int, window: LiveWindow? = nil) -> Bool {
    state.withLock { state in
      guard !state.isCancelled, !state.tracks[rendition].isAbandoned else { return false }
      state.tracks[rendition].planned.append(contentsOf: segments)
      state.tracks[rendition].move(to: window)
      fill(&state)
      report(state, rendition)
      return true
    }
  }

  /// No further segment will be added to the rendition.
  func complete(rendition: Int) {
    state.withLock { $0.tracks[rendition].isComplete = true }
  }

  /// The start of the next segment of a rendition, by the playlist; nil if it is not known yet, or there is none.
  func nextStart(rendition: Int) -> Double? {
    state.withLock { state in
      switch state.tracks[rendition].opened.first {
      case .segment(let opened): opened.segment.start
      case .unread(let segment): segment.start
      case .end, nil: state.tracks[rendition].planned.first?.start
      }
    }
  }

  /// Waits for the next segment of a rendition. The previous one is finished: its unread bytes are cancelled.
  func take(rendition: Int) async -> Next {
    state.withLock { state in
      guard let held = state.tracks[rendition].held else { return }
      held.body.cancel()
      state.tracks[rendition].held = nil
      state.tracks[rendition].inFlightCount -= 1
      state.inFlight -= 1
      fill(&state)
      report(state, rendition)
    }
    let next = await state.wait { state -> Next? in
      if state.isCancelled { return .end }
      guard let next = state.tracks[rendition].opened.popFirst() else {
        let track = state.tracks[rendition]
        return track.isComplete && track.planned.isEmpty ? .end : nil
      }
      if case .segment(let opened) = next { state.tracks[rendition].held = opened }
      return next
    }
    return next ?? .end
  }

  /// The reader of a rendition has ended: running requests are cancelled, and no further segments
  /// are fetched.
  func abandon(rendition: Int) {
    state.withLock { state in
      let inFlight = state.tracks[rendition].inFlight
      for opened in inFlight { opened.body.cancel() }
      state.inFlight -= inFlight.count
      state.tracks[rendition] = Track(isComplete: true, isAbandoned: true)
      fill(&state)
    }
  }

  /// Ends everything: readers that wait get the end, or `cancelled` from the resource for which they
  /// wait.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for opened in state.tracks.flatMap(\.inFlight) { opened.cancelAll() }
    }
  }

  /// Opens segments while there is room: the earliest segment of all renditions first. A reader
  /// that is ahead of the others waits for them, so the earliest segment must never wait for a
  /// later one.
  private func fill(_ state: inout State) {
    while !state.isCancelled {
      let isFull = state.inFlight >= max(1, limits.segmentsInFlight)
      let waiting = state.tracks.indices.compactMap { index -> (start: Double, index: Int)? in
        let track = state.tracks[index]
        // If there are more live renditions than parallel requests, each may have one.
        let hasRoom = isFull ? share == 1 && track.inFlightCount == 0 : track.inFlightCount < share
        return hasRoom ? track.planned.first.map { ($0.start, index) } : nil
      }
      guard let next = waiting.min(by: { ($0.start, $0.index) < ($1.start, $1.index) }),
        let segment = state.tracks[next.index].planned.popFirst()
      else { return }
      let opened = open(segment, next.index, state.tracks[next.index])
      if case .segment = opened {
        state.inFlight += 1
        state.tracks[next.index].inFlightCount += 1
      }
      state.tracks[next.index].opened.append(opened)
    }
  }

  /// Keys and initialization sections are requested first: a loader may answer in the order of the
  /// requests, and no segment can be read without them.
  private func open(_ segment: PlannedSegment, _ rendition: Int, _ track: Track) -> Next {
    if segment.isGap || segment.unreadableReason != nil { return .unread(segment) }
    let timeLimit = track.window.map { Duration.seconds($0.limits.transfer) }
    let segmentKey = key(segment.encryption, timeLimit)
    let initializationKey = key(segment.initialization?.encryption, timeLimit)
    let initialization = segment.initialization.map { section in
      var request = ResourceRequest(
        url: section.url,
        byteRange: section.byteRange,
        purpose: .initialization,
        maximumSize: limits.initializationBytes
      )
      request.timeLimit = timeLimit
      return cache.resource(request, from: ResourceSource(loader, section.addresses, track.server))
    }
    var request = ResourceRequest(
      url: segment.url,
      byteRange: segment.byteRange,
      purpose: .segment,
      rendition: rendition,
      maximumSize: limits.segmentBytes
    )
    request.timeLimit = timeLimit
    request.retryTime = track.window.map { .seconds($0.retryTime(of: segment)) } ?? .zero
    let source = ResourceSource(loader, segment.addresses, track.server)
    let body =
      segment.parts.map(SegmentBody.parts) ?? open(request, of: segment, from: source)
    return .segment(
      Opened(
        segment: segment,
        body: body,
        key: segmentKey,
        initialization: initialization,
        initializationKey: initializationKey,
        server: track.server
      )
    )
  }

  /// Of fragmented media on a server only the bytes before media data are fetched.
  private func open(
    _ request: ResourceRequest,
    of segment: PlannedSegment,
    from source: ResourceSource
  ) -> SegmentBody {
    let isFragmented = segment.initialization != nil || segment.mediaOffset != nil
    guard isFragmented, segment.encryption == nil,
      segment.byteRange?.isEmpty != true,
      ResourceAccess.isOnServer(segment.url), loader.bringsRanges,
      source.server.areRangesSent
    else { return .whole(source.open(request)) }
    return .ranged(RangedBody(source, request))
  }

  private func key(
    _ encryption: PlannedSegment.Encryption?,
    _ timeLimit: Duration?
  ) -> SmallResource? {
    guard case .aes128(let url, _) = encryption else { return nil }
    // A key has 16 bytes; an answer with more gets a specific diagnostic.
    var request = ResourceRequest(url: url, purpose: .key, maximumSize: 4096)
    request.timeLimit = timeLimit
    return cache.resource(request, from: ResourceSource(loader))
  }
}
