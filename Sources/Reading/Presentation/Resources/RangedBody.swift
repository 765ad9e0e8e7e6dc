import HTTP

/// The bytes of a resource that is fetched range by range, as far as its reader needs it: bytes that the reader skips
/// are not requested. If the server does not support ranges, the rest is requested as a whole.
///
/// It belongs to the task that reads it. Letting go of it ends the request.
struct RangedBody: Sendable {
  /// A request takes about as much time as this many bytes: shorter skips are read instead. The limit doubles with
  /// each skip, since nothing is fetched meanwhile.
  private static let leastSkip: Int64 = 64 << 10
  /// This many requests for a resource are always worth it.
  private static let fewRequests = 2
  /// Each further range is this many times as long as the previous one.
  private static let growth: Int64 = 4

  private let source: ResourceSource
  private let request: ResourceRequest
  private var server: ServerFacts { source.server }
  private let start: Int64
  /// The request that is being read; nil if there is none, or if it has been read.
  private var current: ResourceBody?
  /// The position of the next byte.
  private var position: Int64
  /// The last requested range; an upper bound of `Int64.max` is the end of the resource.
  private var asked: Range<Int64>
  /// The position after the last byte of the current request; nil: not known yet.
  private var currentEnd: Int64?
  /// The position after the last byte to read; nil: not known yet.
  private var end: Int64?
  /// The number of bytes to request next.
  private var length: Int64
  /// The answer to the first request.
  private var answer: ResourceResponse?
  /// How often bytes were skipped that were not being fetched.
  private var skips = 0
  private var skippedBytes: Int64 = 0
  private var requests = 0
  private var hasSkipped = false
  /// The resource ends before the requested range: reading reports where.
  private var isTooShort = false
  /// The address that was read last, if there are several.
  private(set) var readAddress: BaseAddress?

  /// Requests the first bytes.
  init(_ source: ResourceSource, _ request: ResourceRequest) {
    self.source = source
    self.request = request
    start = request.byteRange?.lowerBound ?? 0
    end = request.byteRange.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
    position = start
    asked = start..<start
    length = source.server.headLength
    openNext()
  }

  /// Waits for bytes. Empty at the end.
  mutating func next() async throws(ResourceError) -> [UInt8] {
    while true {
      openNext()
      guard current != nil else { break }
      try await receiveAnswer()
      let bytes = try await current?.next() ?? []
      readAddress = current?.readAddress ?? readAddress
      guard bytes.isEmpty else {
        position += Int64(bytes.count)
        return bytes
      }
      current = nil
      // If the size is unknown, an answer shorter than its range is the last.
      if position == asked.lowerBound || end == nil && position < asked.upperBound {
        end = position
      }
      if position >= end ?? .max { break }
    }
    judge()
    return []
  }

  /// Skips up to `count` of the next bytes if they then need not be fetched. Of the bytes that were read last,
  /// `surplus` were not needed either. Returns the number of skipped bytes; 0: they must be read.
  mutating func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard server.areRangesSent, let end, let currentEnd, !isTooShort else { return 0 }
    // Bytes that are being fetched arrive sooner than those of a new request.
    let onItsWay = max(0, currentEnd - position)
    let all = min(count, end - position)
    guard all == end - position || all - onItsWay >= Self.leastSkip << min(skips, 16) else {
      return 0
    }
    defer { hasSkipped = true }
    if !hasSkipped { server.note(needed: max(0, position - start - surplus)) }
    guard all > onItsWay else { return 0 }
    position += all
    skips += 1
    skippedBytes += all - onItsWay
    length = server.headLength
    if position == end { judge() }
    cancel()
    (current, self.currentEnd) = (nil, position)
    return all
  }

  /// Ends the request; a task that waits for it gets `cancelled`.
  func cancel() { current?.cancel() }

  /// Waits for the answer to the current request. If the server refuses the first range, the whole resource is
  /// requested once.
  private mutating func receiveAnswer() async throws(ResourceError) {
    guard currentEnd == nil else { return }
    do throws(ResourceError) {
      if let answer = try await current?.response() { try take(answer) }
    } catch {
      guard error.code == .status || error.code == .refused, request.byteRange == nil,
        answer == nil, !Task.isCancelled
      else { throw error }
      var whole = request
      (whole.isTriedOnce, whole.retryTime) = (true, .zero)
      (current, asked) = (source.open(whole), start..<Int64.max)
      if let answer = try await current?.response() { try take(answer) }
    }
  }

  /// Updates the ends of the range and of the whole resource from an answer.
  private mutating func take(_ answer: ResourceResponse) throws(ResourceError) {
    if let whole = answer.wholeSize {
      try check(whole, before: self.answer?.wholeSize)
    } else {
      server.noteWhole()
    }
    currentEnd = answer.size.map { position + $0 }
    if let end, answer.wholeSize ?? .max < end { isTooShort = true }
    if end == nil {
      let isLast = currentEnd.map { $0 < asked.upperBound } ?? false
      end = answer.wholeSize ?? (isLast ? currentEnd : nil)
    }
    self.answer = self.answer ?? answer
  }

  /// Checks the size of the whole resource; `first` is the size in the first answer.
  private func check(_ size: Int64, before first: Int64?) throws(ResourceError) {
    if let first, first != size {
      throw request.failure(
        .incomplete,
        "changed while it was read: it had \(first) bytes, and has \(size)",
        "run it again"
      )
    }
    guard min(size, request.byteRange?.upperBound ?? size) - start > request.maximumSize else {
      return
    }
    throw request.tooLarge
  }

  /// Requests the next range if the previous one has been read.
  private mutating func openNext() {
    guard current == nil || currentEnd.map({ position >= $0 }) == true else { return }
    guard position < end ?? .max else {
      current = nil
      return
    }
    var request = request
    // Without a known end it is unknown which bytes can be skipped.
    let isPiece = answer == nil || end != nil && server.areRangesSent
    let (sum, isTooFar) = position.addingReportingOverflow(length)
    let upper = isPiece && !isTooFar ? sum : .max
    asked = position..<min(upper, end ?? .max)
    request.byteRange = asked
    request.mayEndEarlier = end == nil
    length *= Self.growth
    requests += 1
    (current, currentEnd) = (source.open(request), nil)
  }

  /// At the end, checks whether the ranges were worth their requests.
  private func judge() {
    guard requests > Self.fewRequests, skippedBytes < (position - start) / 2 else { return }
    server.noteWhole()
  }
}
