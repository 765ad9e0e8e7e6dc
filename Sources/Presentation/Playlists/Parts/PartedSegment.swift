import HTTP
import System

/// The bytes of a segment that is still being made: those of its parts, one after the other, as soon as its playlist
/// lists them. A segment is the concatenation of its parts (rfc8216bis, section 3.3), so bytes that are unavailable as
/// parts are read from the segment when it is listed, starting with the first missing byte.
final class PartedSegment: Sendable {
  /// The start of a part in the bytes of the segment.
  struct Boundary: Sendable, Equatable {
    var offset: Int64
    /// The URI in the playlist.
    var uri: String
    /// The position of the same byte in the resource of that URI.
    var fileOffset: Int64
  }

  /// The number of parts that are fetched ahead of the reader.
  static let eagerCount = 2
  /// Seconds by which the duration of a segment may exceed the sum of its parts although no part is missing: all are
  /// rounded.
  static let durationTolerance = 0.05

  private let state: Shared<PartedState>
  private let loader: any ResourceLoader
  private let rendition: Int
  private let maximumSize: Int64
  private let limits: LiveLimits

  /// Starts without parts. At most `maximumSize` bytes of each part and of the segment are read.
  init(_ loader: any ResourceLoader, rendition: Int, maximumSize: Int64, limits: LiveLimits) {
    self.limits = limits
    self.loader = loader
    self.rendition = rendition
    self.maximumSize = maximumSize
    state = Shared(PartedState())
  }

  deinit { state.withLock { $0.giveUp() } }

  // MARK: - For the follower of the playlist

  /// Whether a request for the previous part also returns the part at `start`.
  func brings(url: String, start: Int64) -> Bool {
    state.read { $0.tail.map { $0.url == url && $0.position == start } ?? false }
  }

  /// Updates the parts of the segment that its playlist lists so far. `adopt` returns the request that was started for
  /// a part before it was listed; nil: there is none.
  func list(_ parts: [ListedPart], adopt: (ListedPart) -> PartStream?) {
    state.withLock { state in
      guard state.ending == nil, !state.isStopped, state.isContinued(by: parts) else { return }
      for part in parts.dropFirst(state.listed.count) where !state.isStopped {
        state.add(part, adopt(part))
        openAhead(&state)
      }
    }
  }

  /// The segment is listed, with those parts that the playlist still lists.
  func complete(
    _ segment: CompletedSegment,
    parts: [ListedPart],
    adopt: (ListedPart) -> PartStream?
  ) {
    let isPrefix = state.withLock { state in
      state.listed.count <= parts.count && state.isContinued(by: parts)
    }
    if isPrefix { list(parts, adopt: adopt) }
    state.withLock { state in
      guard state.ending == nil else { return }
      let isComplete = isPrefix || state.duration + Self.durationTolerance >= segment.duration
      if !isComplete { state.isStopped = true }
      state.ending = .segment(segment)
    }
  }

  /// The segment will not be listed: the bytes of the parts are all there are, or `failure` is the
  /// reason why it failed.
  func end(_ failure: ResourceError? = nil) {
    state.withLock { state in
      guard state.ending == nil else { return }
      state.ending = failure.map { .failed($0) } ?? .ended
    }
  }

  /// The duration of the listed parts, in seconds.
  var duration: Double { state.read { $0.duration } }

  // MARK: - For the reader

  /// The segment, after it has been listed.
  var segment: CompletedSegment? {
    state.read { state in
      if case .segment(let segment)? = state.ending { segment } else { nil }
    }
  }

  /// Whether a part has been read to its end.
  var hasEndedPart: Bool { state.read { $0.hasEndedPart } }

  /// The parts that reading has reached since the last call.
  func takeBoundaries() -> [Boundary] {
    state.withLock { state in
      defer { state.boundaries = [] }
      return state.boundaries
    }
  }

  /// Waits for bytes of a part or for its end.
  func next() async throws(ResourceError) -> SegmentBody.Item {
    guard let step = await state.wait(for: { step(&$0) }) else {
      throw .interrupted(state.read { $0.listed.first?.url ?? "" })
    }
    switch step {
    case .end: return .end
    case .failure(let error): throw error
    case .ahead(let bytes): return .bytes(bytes)
    case .read(let resource):
      let bytes: [UInt8]
      do throws(ResourceError) {
        bytes = try await resource.next()
      } catch {
        try finishCurrent(error)
        return .endOfPart
      }
      guard !bytes.isEmpty else {
        try finishCurrent(nil)
        return .endOfPart
      }
      return .bytes(state.withLock { $0.take(bytes) })
    }
  }

  /// Stops fetching.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.giveUp()
    }
  }

  // MARK: - Requests

  private enum Step {
    case read(any Resource)
    /// Bytes that came together with those of the part before.
    case ahead([UInt8])
    case end
    case failure(ResourceError)
  }

  /// The next step; nil: wait.
  private func step(_ state: inout PartedState) -> Step? {
    if state.isCancelled { return .failure(.interrupted(state.listed.first?.url ?? "")) }
    if state.current == nil, let next = state.waiting.popFirst() {
      begin(next, &state)
      openAhead(&state)
    }
    if let current = state.current {
      let bytes = state.takeAhead()
      return bytes.isEmpty ? .read(current.resource) : .ahead(bytes)
    }
    switch state.ending {
    case nil: return nil
    case .ended: return state.failure.map { .failure($0) } ?? .end
    case .failed(let error): return .failure(error)
    case .segment(let segment):
      guard state.isStopped, !state.hasRest else { return .end }
      return beginRest(of: segment, &state)
    }
  }

  /// Requests the next parts before the reader reaches them.
  private func openAhead(_ state: inout PartedState) {
    state.openWaiting(atMost: Self.eagerCount) { open($0.url, $0.byteRange) }
  }

  private func begin(_ next: PartedState.Waiting, _ state: inout PartedState) {
    let part = next.part
    var stream = next.stream
    if next.continues, let known = state.stream, known.url == part.url, known.position == part.start
    {
      stream = known
      state.stream = nil
    }
    state.boundaries.append(
      Boundary(offset: state.delivered, uri: part.uri, fileOffset: part.start)
    )
    state.current = PartedState.Current(
      part: part,
      position: part.start,
      remaining: part.byteRange.map { Int64($0.count) },
      isOpenEnded: stream?.isOpenEnded ?? false,
      isPlain: stream == nil || next.isPlain,
      resource: stream?.resource ?? open(part.url, part.byteRange),
      ahead: stream?.ahead ?? []
    )
  }

  /// Reads the segment from the first byte that no part contained.
  private func beginRest(of segment: CompletedSegment, _ state: inout PartedState) -> Step {
    state.hasRest = true
    guard !segment.isGap else { return .failure(Self.gap(segment)) }
    let start = (segment.byteRange?.lowerBound ?? 0) + state.delivered
    let end = segment.byteRange?.upperBound ?? .max
    guard start < end else { return .end }
    state.boundaries.append(
      Boundary(offset: state.delivered, uri: segment.uri, fileOffset: start)
    )
    let range = state.delivered == 0 ? segment.byteRange : start..<end
    let resource = open(segment.url, range, within: limits.transfer)
    state.current = PartedState.Current(
      part: nil,
      position: start,
      remaining: nil,
      isOpenEnded: false,
      isPlain: true,
      resource: resource
    )
    return .read(resource)
  }

  /// Continues after the end or the failure of a request.
  private func finishCurrent(_ error: ResourceError?) throws(ResourceError) {
    let failure = state.withLock { state -> ResourceError? in
      guard let current = state.current else { return nil }
      if state.isCancelled { return error ?? .interrupted(current.part?.url ?? "") }
      guard let part = current.part else {
        state.current = nil
        return error
      }
      // A server may announce the file of a part before writing it.
      let isEmpty = current.position == part.start
      let isWhole = error == nil && (current.remaining ?? 0) == 0 && !isEmpty
      if isWhole {
        state.endPart()
      } else if current.isPlain {
        // A player would wait for the segment, too.
        state.stop(because: error)
      } else {
        current.resource.cancel()
        let isRange = part.byteRange != nil || current.position > 0
        let end = part.byteRange?.upperBound ?? .max
        state.current?.resource = open(part.url, isRange ? current.position..<end : nil)
        state.current?.isPlain = true
        state.current?.isOpenEnded = false
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Requests a part, or the rest of the segment.
  private func open(
    _ url: String,
    _ range: Range<Int64>?,
    within seconds: Double? = nil
  ) -> any Resource {
    var request = ResourceRequest(
      url: url,
      byteRange: range,
      purpose: .segment,
      rendition: rendition,
      maximumSize: maximumSize
    )
    request.timeLimit = .seconds(seconds ?? limits.part)
    return loader.open(request)
  }

  private static func gap(_ segment: CompletedSegment) -> ResourceError {
    ResourceError(
      .notFound,
      url: segment.url,
      reason: "is a gap (EXT-X-GAP) after the parts that were read",
      remedy: "check the packager"
    )
  }
}
