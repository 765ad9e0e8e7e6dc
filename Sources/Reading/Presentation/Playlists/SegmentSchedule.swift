import HTTP
import System
import TimedMetadata

/// Fetches the segments of all renditions before their readers need them: a limited number in
/// parallel, in the order of the presentation.
final class SegmentSchedule: Sendable {
  /// A segment that is being fetched.
  struct Opened: Sendable {
    var segment: PlannedSegment
    var body: SegmentBody
    var key: SmallResource?
    var initialization: SmallResource?
    var initializationKey: SmallResource?
    let server: ServerFacts

    /// Cancels all requests, including those for keys and initialization sections, which other segments may share.
    func cancelAll() {
      body.cancel()
      key?.cancel()
      initialization?.cancel()
      initializationKey?.cancel()
    }
  }

  enum Next: Sendable {
    case segment(Opened)
    /// A segment that is not fetched, because it is a gap, is no longer listed, or cannot be decrypted.
    case unread(PlannedSegment)
    case end
  }

  private struct Track {
    let server = ServerFacts()
    var inFlightCount = 0
    var planned = Fifo<PlannedSegment>()
    var opened = Fifo<Next>()
    /// The window of a live rendition; nil if its segments do not expire.
    var window: LiveWindow?
    var isComplete = false
    var isAbandoned = false
    /// The segment that the reader is reading. It counts as being fetched.
    var held: Opened?

    /// The number of segments in the window that are listed as a whole and have not been read completely; nil if there
    /// is no window.
    var backlog: Int? {
      guard let window else { return nil }
      return (Array(planned.all) + inFlight.map(\.segment))
        .count { $0.isListed && !window.hasLeft($0) }
    }

    var inFlight: [Opened] {
      [held].compactMap { $0 }
        + opened.all.compactMap { next in
          guard case .segment(let opened) = next else { return nil }
          return opened
        }
    }

    /// Updates the window. Segments that left the window before they were requested are not requested any more, so that
    /// a rendition that has fallen behind continues within the window.
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
  /// The maximum number of segments of one rendition that are fetched in parallel.
  private let share: Int
  private let state: Shared<State>
  /// Called while the lock is held, with the number of listed but unread segments of a live rendition.
  private let onBacklog: @Sendable (_ rendition: Int, _ segments: Int) -> Void

  /// Makes a schedule. In a live presentation each rendition has a share of the parallel requests, so that a server
  /// that hangs delays only its rendition. In a presentation with an end, one rendition may use all parallel requests.
  init(
    _ loader: any ResourceLoader,
    renditionCount: Int,
    isLive: Bool = false,
    limits: PlaylistReadingLimits,
    clock: any TaskClock = SystemClock(),
    onBacklog: @escaping @Sendable (_ rendition: Int, _ segments: Int) -> Void = { _, _ in }
  ) {
    self.loader = loader
    self.onBacklog = onBacklog
    self.limits = limits
    share = isLive ? max(1, limits.segmentsInFlight / max(1, renditionCount)) : .max
    cache = ResourceCache(clock: clock)
    state = Shared(State(tracks: (0..<renditionCount).map { _ in Track() }))
  }

  /// Adds segments of all renditions before any of them is opened, so that the earliest are opened first. `windows` are
  /// the windows of the renditions.
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

  /// Appends segments to a rendition. Returns false if its reader has ended or the schedule was cancelled. `window` is
  /// the window of the newest version; nil if it is unchanged.
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

  /// Records that no further segment will be added to the rendition.
  func complete(rendition: Int) {
    state.withLock { $0.tracks[rendition].isComplete = true }
  }

  /// The start of the next segment of a rendition, in seconds according to the playlist; nil if no next segment is
  /// known.
  func nextStart(rendition: Int) -> Double? {
    state.withLock { state in
      switch state.tracks[rendition].opened.first {
      case .segment(let opened): opened.segment.start
      case .unread(let segment): segment.start
      case .end, nil: state.tracks[rendition].planned.first?.start
      }
    }
  }

  /// Ends the previous segment of a rendition, cancels the rest of its request, and waits for the next segment.
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

  /// Records that the reader of a rendition has ended: its requests are cancelled, and no further segments are fetched.
  func abandon(rendition: Int) {
    state.withLock { state in
      let inFlight = state.tracks[rendition].inFlight
      for opened in inFlight { opened.body.cancel() }
      state.inFlight -= inFlight.count
      state.tracks[rendition] = Track(isComplete: true, isAbandoned: true)
      fill(&state)
    }
  }

  /// Cancels all requests. A reader that is waiting for a segment receives `end`; a reader that is waiting for bytes
  /// gets the error `cancelled`.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for opened in state.tracks.flatMap(\.inFlight) { opened.cancelAll() }
    }
  }

  /// Opens segments while there is room, the earliest segment of all renditions first. A reader that is ahead waits for
  /// the other readers, so the earliest segment must never wait for a later segment.
  private func fill(_ state: inout State) {
    while !state.isCancelled {
      let isFull = state.inFlight >= max(1, limits.segmentsInFlight)
      let waiting = state.tracks.indices.compactMap { index -> (start: Double, index: Int)? in
        let track = state.tracks[index]
        // If there are more live renditions than parallel requests, each may still have one request.
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

  /// Opens a segment. Its keys and its initialization section are requested first: a loader may respond in the order of
  /// the requests, and the segment is read after them.
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

  /// Opens the bytes of a segment. Unencrypted fragmented media is fetched in ranges, if server and loader support
  /// them, so that media data can be skipped.
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
    // A key has 16 bytes. The limit is higher so that a longer response gets a specific diagnostic.
    var request = ResourceRequest(url: url, purpose: .key, maximumSize: 4096)
    request.timeLimit = timeLimit
    return cache.resource(request, from: ResourceSource(loader))
  }
}
