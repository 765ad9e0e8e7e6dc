import HTTP
import System

/// The bytes of a segment that is not complete yet: the bytes of its parts, in order, as soon as the playlist lists
/// each part. A segment is the concatenation of its parts (rfc8216bis, section 3.3). If a part cannot be read, the rest
/// of the bytes are read from the whole segment once the playlist lists it, starting with the first missing byte.
final class PartedSegment: Sendable {
  /// The maximum number of parts that are fetched ahead of the reader.
  static let eagerCount = 2
  /// Seconds by which the duration of a segment may exceed the sum of its parts although no part is
  /// missing: all durations are rounded.
  static let durationTolerance = 0.05

  private let state = Shared(State())
  private let loader: any ResourceLoader
  private let rendition: Int
  private let maximumSize: Int64
  private let limits: LiveLimits

  /// Makes a segment without parts. At most `maximumSize` bytes of each part and of the segment are read.
  init(_ loader: any ResourceLoader, rendition: Int, maximumSize: Int64, limits: LiveLimits) {
    self.limits = limits
    self.loader = loader
    self.rendition = rendition
    self.maximumSize = maximumSize
  }

  deinit { state.withLock { $0.giveUp() } }

  // MARK: - For the follower of the playlist

  /// Whether the running request for earlier parts also returns the bytes at `start`.
  func brings(url: String, start: Int64) -> Bool {
    state.read { $0.tail.map { $0.url == url && $0.position == start } ?? false }
  }

  /// Adds the parts that the playlist has listed since the last call. `adopt` returns the request that was started for
  /// a part before it was listed, or nil if there is no such request.
  func list(_ parts: [ListedMedia], adopt: (ListedMedia) -> PartStream?) {
    state.withLock { state in
      guard state.ending == nil, !state.isStopped, state.isContinued(by: parts) else { return }
      for part in parts.dropFirst(state.listed.count) where !state.isStopped {
        state.add(part, adopt(part))
        openAhead(&state)
      }
    }
  }

  /// Completes the segment, which is now listed as a whole. `parts` are the parts that the playlist still lists.
  func complete(_ segment: ListedMedia, parts: [ListedMedia], adopt: (ListedMedia) -> PartStream?) {
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

  /// Ends a segment that will not be listed as a whole. Reading the segment ends after its parts; it fails if there is
  /// a `failure`, or if a request for a part failed.
  func end(_ failure: ResourceError? = nil) {
    state.withLock { state in
      guard state.ending == nil else { return }
      state.ending = failure.map { .failed($0) } ?? .ended
    }
  }

  /// The total duration of the listed parts, in seconds.
  var duration: Double { state.read { $0.duration } }

  // MARK: - For the reader

  /// The whole segment if the playlist has listed it; otherwise nil.
  var segment: ListedMedia? {
    state.read { state in
      if case .segment(let segment)? = state.ending { segment } else { nil }
    }
  }

  /// Whether at least one part has been read to its end.
  var hasEndedPart: Bool { state.read { $0.hasEndedPart } }

  func next() async throws(ResourceError) -> SegmentBody.Item {
    guard let step = await state.wait(for: { step(&$0) }) else {
      throw .interrupted(state.read { $0.listed.first?.url ?? "" })
    }
    switch step {
    case .end: return .end
    case .failure(let error): throw error
    case .ahead(let item): return item
    case .read(let resource):
      var bytes: [UInt8] = []
      var failure: ResourceError?
      do throws(ResourceError) {
        bytes = try await resource.next()
      } catch {
        failure = error
      }
      guard bytes.isEmpty else { return state.withLock { $0.take(bytes) } }
      try finishCurrent(failure)
      return .endOfPart
    }
  }

  /// Cancels all requests and ends reading.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.giveUp()
    }
  }

  // MARK: - Requests

  private enum Step {
    case read(any Resource)
    /// Bytes that were received together with the bytes of the previous part.
    case ahead(SegmentBody.Item)
    case end
    case failure(ResourceError)
  }

  /// The next step for the reader; nil if it has to wait.
  private func step(_ state: inout State) -> Step? {
    if state.isCancelled { return .failure(.interrupted(state.listed.first?.url ?? "")) }
    if state.current == nil, !state.waiting.isEmpty {
      begin(state.waiting.removeFirst(), &state)
      openAhead(&state)
    }
    if let stream = state.current?.stream {
      guard !stream.ahead.isEmpty else { return .read(stream.resource) }
      return .ahead(state.take(stream.ahead))
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
  private func openAhead(_ state: inout State) {
    for index in state.waiting.indices.prefix(Self.eagerCount)
    where state.waiting[index].stream == nil && !state.waiting[index].continues {
      state.waiting[index].stream = open(state.waiting[index].part)
    }
  }

  private func begin(_ next: State.Waiting, _ state: inout State) {
    let part = next.part
    var stream = next.stream
    if next.continues, let known = state.stream, known.url == part.url, known.position == part.start
    {
      stream = known
      state.stream = nil
    }
    state.mark(part.uri, at: part.start)
    state.current = State.Current(
      part: part,
      remaining: part.byteRange.map { Int64($0.count) },
      stream: stream ?? open(part)
    )
  }

  /// Requests the whole segment from the first byte that has not been delivered.
  private func beginRest(of segment: ListedMedia, _ state: inout State) -> Step {
    state.hasRest = true
    guard !segment.isGap else { return .failure(Self.gap(segment)) }
    let start = (segment.byteRange?.lowerBound ?? 0) + state.delivered
    let end = segment.byteRange?.upperBound ?? .max
    guard start < end else { return .end }
    state.mark(segment.uri, at: start)
    var rest = segment
    if state.delivered > 0 { rest.byteRange = start..<end }
    let stream = open(rest, within: limits.transfer)
    state.current = State.Current(part: nil, remaining: nil, stream: stream)
    return .read(stream.resource)
  }

  private func finishCurrent(_ error: ResourceError?) throws(ResourceError) {
    let failure = state.withLock { state -> ResourceError? in
      guard let current = state.current else { return nil }
      if state.isCancelled { return error ?? .interrupted(current.part?.url ?? "") }
      guard let part = current.part else {
        state.current = nil
        return error
      }
      // A server may announce the file of a part before writing it, so an empty response is not the end of the part.
      let isEmpty = current.stream.position == part.start
      let isWhole = error == nil && (current.remaining ?? 0) == 0 && !isEmpty
      if isWhole {
        state.endPart()
      } else if current.stream.isPlain {
        // A request for only this part is not repeated; the bytes are read from the whole segment.
        state.stop(because: error)
      } else {
        current.stream.resource.cancel()
        var rest = part
        let position = current.stream.position
        if part.byteRange != nil || position > 0 {
          rest.byteRange = position..<(part.byteRange?.upperBound ?? .max)
        }
        state.current?.stream = open(rest)
      }
      return nil
    }
    if let failure { throw failure }
  }

  private func open(_ media: ListedMedia, within seconds: Double? = nil) -> PartStream {
    var request = ResourceRequest(
      url: media.url,
      byteRange: media.byteRange,
      purpose: .segment,
      rendition: rendition,
      maximumSize: maximumSize
    )
    request.timeLimit = .seconds(seconds ?? limits.part)
    return PartStream(
      url: media.url,
      position: media.start,
      isPlain: true,
      resource: loader.open(request)
    )
  }

  private static func gap(_ segment: ListedMedia) -> ResourceError {
    ResourceError(
      .notFound,
      url: segment.url,
      reason: "is a gap (EXT-X-GAP) after the parts that were read",
      remedy: "check the packager"
    )
  }
}

// MARK: - State

extension PartedSegment {
  /// The state that the follower of the playlist and the reader share.
  private struct State {
    enum Ending {
      case segment(ListedMedia)
      /// No part will follow, because the playlist has ended.
      case ended
      case failed(ResourceError)
    }

    /// A listed part that the reader has not reached.
    struct Waiting {
      var part: ListedMedia
      /// The request for the part, if one has been started.
      var stream: PartStream?
      /// Whether the request for the previous part also returns this part.
      var continues = false
    }

    /// The part that is being read, or the rest of the segment.
    struct Current {
      /// The part; nil while the rest of the segment is read.
      var part: ListedMedia?
      /// The number of bytes that remain; nil to read to the end.
      var remaining: Int64?
      var stream: PartStream
    }

    private(set) var listed: [ListedMedia] = []
    var waiting: [Waiting] = []
    var current: Current?
    /// A request that continues after the part for which it was started.
    var stream: PartStream?
    /// The position that the continuing request reaches after all parts listed so far.
    private(set) var tail: (url: String, position: Int64)?
    /// The number of bytes of the segment that have been delivered.
    private(set) var delivered: Int64 = 0
    /// The start of the next bytes, if they are the first bytes of a later part, or of the rest of the segment.
    private var partStart: SegmentBody.PartStart?
    private(set) var hasEndedPart = false
    /// Whether reading by parts has ended: missing bytes are read from the whole segment.
    var isStopped = false
    var hasRest = false
    /// The reason why the first unreadable part could not be read.
    private(set) var failure: ResourceError?
    var ending: Ending?
    var isCancelled = false

    var duration: Double { listed.reduce(0) { $0 + $1.duration } }

    /// Whether `parts` begins with the parts listed before. An older list from a cache may be shorter.
    func isContinued(by parts: [ListedMedia]) -> Bool {
      zip(listed, parts).allSatisfy { $0.isSameMedia(as: $1) }
    }

    /// Adds a listed part. A gap ends reading by parts.
    mutating func add(_ part: ListedMedia, _ stream: PartStream?) {
      guard !part.isGap else {
        isStopped = true
        stream?.resource.cancel()
        return
      }
      listed.append(part)
      // An empty range cannot be requested over HTTP.
      guard part.byteRange?.isEmpty != true else { return }
      let continues =
        stream == nil && tail.map { $0.url == part.url && $0.position == part.start } ?? false
      waiting.append(Waiting(part: part, stream: stream, continues: continues))
      if let end = part.byteRange?.upperBound, continues || stream?.isOpenEnded ?? false {
        tail = (part.url, end)
      } else {
        tail = nil
      }
    }

    /// Records that the next bytes are the first bytes of a part, or of the rest of the segment.
    mutating func mark(_ uri: String, at offset: Int64) {
      if delivered > 0 { partStart = SegmentBody.PartStart(uri: uri, offset: offset) }
    }

    /// Advances by the received bytes, and returns the bytes that belong to the current part. A response may also
    /// contain bytes of the next part.
    mutating func take(_ bytes: [UInt8]) -> SegmentBody.Item {
      let remaining = current?.remaining
      let count = remaining.map { Int(min($0, Int64(bytes.count))) } ?? bytes.count
      delivered += Int64(count)
      current?.stream.position += Int64(count)
      current?.remaining = remaining.map { $0 - Int64(count) }
      current?.stream.ahead = Array(bytes[count...])
      if remaining == Int64(count) { endPart() }
      return .bytes(count == bytes.count ? bytes : Array(bytes[..<count]), partStart.take())
    }

    /// Ends the current part, which has been read completely.
    mutating func endPart() {
      guard let current else { return }
      if current.part != nil { hasEndedPart = true }
      if current.stream.isOpenEnded { stream = current.stream }
      self.current = nil
    }

    /// Ends reading by parts because a part could not be read. Later parts are skipped.
    mutating func stop(because error: ResourceError?) {
      isStopped = true
      failure = failure ?? error
      giveUp()
    }

    mutating func giveUp() {
      current?.stream.resource.cancel()
      stream?.resource.cancel()
      for next in waiting { next.stream?.resource.cancel() }
      current = nil
      stream = nil
      waiting = []
    }
  }
}
