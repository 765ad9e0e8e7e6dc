import System
import TimedMetadata

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
    /// What brings the segment, where it has several addresses.
    var alternatives: AlternativeLoader?
    /// Which base URL of the rendition works.
    var bases: BaseURLChoice?

    /// Gives up everything, keys and initialization sections included, which other segments may share.
    func cancelAll() {
      resource.cancel()
      key?.cancel()
      initialization?.cancel()
      initializationKey?.cancel()
    }
  }

  /// What a reader gets.
  enum Next {
    case segment(Opened)
    /// In a gap of the playlist, or encrypted beyond reading: there is nothing to fetch.
    case unread(PlannedSegment)
    case end
  }

  private struct Track {
    /// How many segments are on their way.
    var inFlightCount = 0
    var planned = Fifo<PlannedSegment>()
    var opened = Fifo<Next>()
    var isComplete = false
    /// The reader wants no more.
    var isAbandoned = false
    /// The segment that the reader holds: it counts as being on its way.
    var held: Opened?

    /// The segments on their way.
    var inFlight: [Opened] {
      [held].compactMap { $0 }
        + opened.all.compactMap { next in
          guard case .segment(let opened) = next else { return nil }
          return opened
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
  /// The segments of a rendition that may be on their way at the same time.
  private let share: Int
  private let monitor: Monitor<State>
  /// How many bytes stand before the media data of segments, by rendition.
  private let heads: [SegmentHead]
  /// Which base URL works, by rendition.
  private let bases: [BaseURLChoice]

  /// Of a live presentation each rendition has its share of what may be on its way: one whose server
  /// hangs must not hold up the others. With an end in sight all wait for the earliest segment anyway.
  init(
    _ loader: any ResourceLoader,
    renditionCount: Int,
    isLive: Bool = false,
    limits: PlaylistReadingLimits,
    clock: any LiveClock = SystemLiveClock()
  ) {
    self.loader = loader
    self.limits = limits
    share = isLive ? max(1, limits.segmentsInFlight / max(1, renditionCount)) : .max
    heads = (0..<renditionCount).map { _ in SegmentHead() }
    bases = (0..<renditionCount).map { _ in BaseURLChoice() }
    cache = ResourceCache(loader, clock: clock)
    monitor = Monitor(State(tracks: Array(repeating: Track(), count: renditionCount)))
  }

  /// Adds segments of all renditions before any of them is opened, so that the earliest come first.
  func append(_ segments: [[PlannedSegment]]) {
    monitor.withLock { state in
      for (rendition, segments) in segments.enumerated() {
        state.tracks[rendition].planned.append(contentsOf: segments)
      }
      fill(&state)
    }
  }

  /// Adds segments behind those of the same rendition. False: nobody wants them any more.
  @discardableResult
  func append(_ segments: [PlannedSegment], rendition: Int) -> Bool {
    monitor.withLock { state in
      guard !state.isCancelled, !state.tracks[rendition].isAbandoned else { return false }
      state.tracks[rendition].planned.append(contentsOf: segments)
      fill(&state)
      return true
    }
  }

  /// No segment will be added to the rendition any more.
  func complete(rendition: Int) {
    monitor.withLock { $0.tracks[rendition].isComplete = true }
  }

  /// The start of the next segment of a rendition, by the playlist; nil when it is not known yet, or
  /// none comes.
  func nextStart(rendition: Int) -> Double? {
    monitor.withLock { state in
      switch state.tracks[rendition].opened.first {
      case .segment(let opened): opened.segment.start
      case .unread(let segment): segment.start
      case .end, nil: state.tracks[rendition].planned.first?.start
      }
    }
  }

  /// Waits for the next segment of a rendition. The one taken before is done with: what of it has not
  /// been read is given up.
  func take(rendition: Int) -> Next {
    monitor.withLock { state in
      guard let held = state.tracks[rendition].held else { return }
      held.resource.cancel()
      state.tracks[rendition].held = nil
      state.tracks[rendition].inFlightCount -= 1
      state.inFlight -= 1
      fill(&state)
    }
    return monitor.wait { state in
      if state.isCancelled { return .end }
      guard let next = state.tracks[rendition].opened.popFirst() else {
        let track = state.tracks[rendition]
        return track.isComplete && track.planned.isEmpty ? .end : nil
      }
      if case .segment(let opened) = next { state.tracks[rendition].held = opened }
      return next
    }
  }

  /// A rendition wants no further segment: those on their way are given up, those to come are not
  /// fetched.
  func abandon(rendition: Int) {
    monitor.withLock { state in
      let inFlight = state.tracks[rendition].inFlight
      for opened in inFlight { opened.resource.cancel() }
      state.inFlight -= inFlight.count
      state.tracks[rendition] = Track(isComplete: true, isAbandoned: true)
      fill(&state)
    }
  }

  /// Ends all: readers that wait get the end, or `cancelled` from the resource they wait for.
  func cancel() {
    monitor.withLock { state in
      state.isCancelled = true
      for opened in state.tracks.flatMap(\.inFlight) { opened.cancelAll() }
    }
  }

  /// Opens what there is room for: of all renditions the earliest segment first. A reader that is
  /// ahead of the others waits for them, so the earliest segment must never wait for a later one.
  private func fill(_ state: inout State) {
    while !state.isCancelled {
      let isFull = state.inFlight >= max(1, limits.segmentsInFlight)
      let waiting = state.tracks.indices.compactMap { index -> (start: Double, index: Int)? in
        let track = state.tracks[index]
        // Of more live renditions than places each may have one.
        let hasRoom = isFull ? share == 1 && track.inFlightCount == 0 : track.inFlightCount < share
        return hasRoom ? track.planned.first.map { ($0.start, index) } : nil
      }
      guard let next = waiting.min(by: { ($0.start, $0.index) < ($1.start, $1.index) }),
        let segment = state.tracks[next.index].planned.popFirst()
      else { return }
      let opened = open(segment, next.index)
      if case .segment = opened {
        state.inFlight += 1
        state.tracks[next.index].inFlightCount += 1
      }
      state.tracks[next.index].opened.append(opened)
    }
  }

  /// Keys and initialization sections are asked for first: a loader may answer in the order of the
  /// requests, and no segment can be read without them.
  private func open(_ segment: PlannedSegment, _ rendition: Int) -> Next {
    if segment.isGap { return .unread(segment) }
    if case .unreadable = segment.encryption { return .unread(segment) }
    if case .unreadable = segment.initialization?.encryption { return .unread(segment) }
    let segmentKey = key(segment.encryption)
    let initializationKey = key(segment.initialization?.encryption)
    let initialization = segment.initialization.map { section in
      cache.resource(
        ResourceRequest(
          url: section.url,
          byteRange: section.byteRange,
          purpose: .initialization,
          maximumSize: limits.initializationBytes
        ),
        from: AlternativeLoader(loader, section.addresses, bases[rendition])
      )
    }
    var request = ResourceRequest(
      url: segment.url,
      byteRange: segment.byteRange,
      purpose: .segment,
      maximumSize: limits.segmentBytes
    )
    request.retryTime = segment.retryTime
    let alternatives = AlternativeLoader(loader, segment.addresses, bases[rendition])
    let resource =
      segment.parts ?? open(request, of: segment, rendition, from: alternatives ?? loader)
    return .segment(
      Opened(
        segment: segment,
        resource: resource,
        key: segmentKey,
        initialization: initialization,
        initializationKey: initializationKey,
        alternatives: alternatives,
        bases: bases[rendition]
      )
    )
  }

  /// Of fragmented media on a server only what stands before media data is fetched.
  private func open(
    _ request: ResourceRequest,
    of segment: PlannedSegment,
    _ rendition: Int,
    from loader: any ResourceLoader
  ) -> any Resource {
    let isFragmented = segment.initialization != nil || segment.mediaOffset != nil
    guard isFragmented, segment.encryption == nil,
      segment.byteRange?.isEmpty != true,
      ResourceAccess.isOnServer(segment.url), loader.bringsRanges,
      heads[rendition].areRangesSent
    else { return loader.open(request) }
    return RangedResource(loader, request, heads[rendition])
  }

  private func key(_ encryption: PlannedSegment.Encryption?) -> SmallResource? {
    guard case .aes128(let url, _) = encryption else { return nil }
    // A key has 16 bytes; a server that sends more gets a diagnostic of its own.
    return cache.resource(ResourceRequest(url: url, purpose: .key, maximumSize: 4096))
  }
}
