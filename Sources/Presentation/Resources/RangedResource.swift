import HTTP
import Synchronization

/// A resource that is fetched range by range, as far as its reader needs it: bytes that the reader skips are not
/// requested. If the server does not support ranges, the rest is requested as a whole.
final class RangedResource: Resource {
  private struct State {
    /// The request that is being read; nil if there is none, or if it has been read.
    var current: (any Resource)?
    /// The position of the next byte.
    var position: Int64
    /// The last requested range; an upper bound of `Int64.max` is the end of the resource.
    var asked: Range<Int64>
    /// The position after the last byte of the current request; nil: not known yet.
    var currentEnd: Int64?
    /// The position after the last byte to read; nil: not known yet.
    var end: Int64?
    /// The number of bytes to request next.
    var length: Int64
    var answer: ResourceResponse?
    /// How often bytes were skipped that were not being fetched.
    var skips = 0
    var skippedBytes: Int64 = 0
    var requests = 0
    var hasSkipped = false
    /// The resource ends before the requested range: reading reports where.
    var isTooShort = false
    var isCancelled = false
  }

  /// A request takes about as much time as this many bytes: shorter skips are read instead. The limit doubles with
  /// each skip, since nothing is fetched meanwhile.
  private static let leastSkip: Int64 = 64 << 10
  /// This many requests for a resource are always worth it.
  private static let fewRequests = 2
  /// Each further range is this many times as long as the previous one.
  private static let growth: Int64 = 4

  private let loader: any ResourceLoader
  private let request: ResourceRequest
  private let head: SegmentHead
  private let start: Int64
  private let state: Mutex<State>

  /// Requests the first bytes, as many as `head` specifies.
  init(_ loader: any ResourceLoader, _ request: ResourceRequest, _ head: SegmentHead) {
    self.loader = loader
    self.request = request
    self.head = head
    start = request.byteRange?.lowerBound ?? 0
    let end = request.byteRange.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
    state = Mutex(State(position: start, asked: start..<start, end: end, length: head.length))
    state.withLock { openNext(&$0) }
  }

  func response() async throws(ResourceError) -> ResourceResponse {
    if let answer = state.withLock({ $0.answer }) { return answer }
    guard var current = state.withLock({ $0.current }) else { throw .interrupted(request.url) }
    return try await answer(to: &current)
  }

  /// The answer to a request. If the server refuses the first range, the whole resource is
  /// requested once.
  private func answer(
    to current: inout any Resource
  ) async throws(ResourceError) -> ResourceResponse {
    do throws(ResourceError) {
      return try take(await current.response())
    } catch {
      guard error.code == .status || error.code == .refused, request.byteRange == nil,
        state.withLock({ $0.answer == nil && !$0.isCancelled })
      else { throw error }
      var whole = request
      (whole.isTriedOnce, whole.retryTime) = (true, .zero)
      let opened = loader.open(whole)
      let isCancelled = state.withLock { state in
        (state.current, state.currentEnd, state.asked) = (opened, nil, start..<Int64.max)
        return state.isCancelled
      }
      if isCancelled { opened.cancel() }
      current = opened
      return try take(await opened.response())
    }
  }

  func next() async throws(ResourceError) -> [UInt8] {
    while true {
      let (current, isCancelled) = state.withLock { state in
        openNext(&state)
        return (state.current, state.isCancelled)
      }
      guard !isCancelled else { throw .interrupted(request.url) }
      guard var current else {
        state.withLock { judge($0) }
        return []
      }
      _ = try await answer(to: &current)
      let bytes = try await current.next()
      guard bytes.isEmpty else {
        state.withLock { $0.position += Int64(bytes.count) }
        return bytes
      }
      let isOver = state.withLock { state in
        state.current = nil
        // If the size is unknown, an answer shorter than its range is the last.
        if state.position == state.asked.lowerBound
          || state.end == nil && state.position < state.asked.upperBound
        {
          state.end = state.position
        }
        return state.position >= state.end ?? .max
      }
      if isOver {
        state.withLock { judge($0) }
        return []
      }
    }
  }

  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    let (skipped, needed, given) = state.withLock { state in
      guard head.areRangesSent, let end = state.end, let currentEnd = state.currentEnd,
        !state.isTooShort, !state.isCancelled
      else {
        return (Int64(0), Int64?.none, (any Resource)?.none)
      }
      // Bytes that are being fetched arrive sooner than those of a new request.
      let onItsWay = max(0, currentEnd - state.position)
      let all = min(count, end - state.position)
      guard all == end - state.position || all - onItsWay >= Self.leastSkip << min(state.skips, 16)
      else {
        return (0, nil, nil)
      }
      let needed = state.hasSkipped ? nil : max(0, state.position - start - surplus)
      state.hasSkipped = true
      guard all > onItsWay else { return (0, needed, nil) }
      state.position += all
      state.skips += 1
      state.skippedBytes += all - onItsWay
      state.length = head.length
      if state.position == end { judge(state) }
      defer { (state.current, state.currentEnd) = (nil, state.position) }
      return (all, needed, state.current)
    }
    given?.cancel()
    if let needed { head.note(needed: needed) }
    return skipped
  }

  func cancel() {
    let current = state.withLock { state in
      state.isCancelled = true
      return state.current
    }
    current?.cancel()
  }

  /// Checks the size of the whole resource; `first` is the size in the first answer.
  private func check(_ size: Int64, before first: Int64?) throws(ResourceError) {
    if let first, first != size {
      throw ResourceError(
        .incomplete,
        url: request.url,
        reason: "changed while it was read: it had \(first) bytes, and has \(size)",
        remedy: "run it again"
      )
    }
    guard min(size, request.byteRange?.upperBound ?? size) - start > request.maximumSize else {
      return
    }
    throw ResourceError(
      .tooLarge,
      url: request.url,
      reason: "is larger than \(request.maximumSize) bytes",
      remedy: "check what the URL names"
    )
  }

  /// Requests the next range if the previous one has been read.
  private func openNext(_ state: inout State) {
    let isRead = state.current == nil || state.currentEnd.map { state.position >= $0 } == true
    guard isRead, state.position < state.end ?? .max, !state.isCancelled else {
      if isRead, state.position >= state.end ?? .max { state.current = nil }
      return
    }
    var request = request
    let isFirst = state.answer == nil
    // Without a known end it is unknown which bytes can be skipped.
    let isPiece = isFirst || state.end != nil && head.areRangesSent
    let (sum, isTooFar) = state.position.addingReportingOverflow(state.length)
    let upper = isPiece && !isTooFar ? sum : .max
    state.asked = state.position..<min(upper, state.end ?? .max)
    request.byteRange = state.asked
    request.mayEndEarlier = state.end == nil
    state.length *= Self.growth
    state.requests += 1
    (state.current, state.currentEnd) = (loader.open(request), nil)
  }

  /// At the end, checks whether the ranges were worth their requests.
  private func judge(_ state: State) {
    guard state.requests > Self.fewRequests,
      state.skippedBytes < (state.position - start) / 2
    else { return }
    head.noteReadWhole()
  }

  /// Updates the ends of the range and of the whole resource from an answer.
  private func take(_ answer: ResourceResponse) throws(ResourceError) -> ResourceResponse {
    try state.withLock { (state) throws(ResourceError) in
      guard state.currentEnd == nil else { return state.answer ?? answer }
      if let whole = answer.wholeSize {
        try check(whole, before: state.answer?.wholeSize)
      }
      state.currentEnd = answer.size.map { state.position + $0 }
      if answer.wholeSize == nil { head.noteWhole() }
      if let end = state.end, answer.wholeSize ?? .max < end { state.isTooShort = true }
      if state.end == nil {
        let isLast = state.currentEnd.map { $0 < state.asked.upperBound } ?? false
        state.end = answer.wholeSize ?? (isLast ? state.currentEnd : nil)
      }
      if state.answer == nil {
        state.answer = ResourceResponse(
          url: answer.url,
          contentType: answer.contentType,
          size: state.end.map { $0 - start },
          wholeSize: answer.wholeSize
        )
      }
      return state.answer ?? answer
    }
  }
}
