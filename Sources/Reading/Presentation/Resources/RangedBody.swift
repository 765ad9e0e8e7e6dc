import HTTP

/// The bytes of a resource that is fetched in ranges, so that the reader can skip bytes that it does not need. If the
/// server does not support ranges, the rest is requested as a whole.
///
/// Only one task may use the body. Releasing the body ends its request.
struct RangedBody: Sendable {
  /// The shortest skip, in bytes, that is worth a new request: a request takes about as long as reading 64 KiB. The
  /// limit doubles with each skip, since nothing is fetched while the new request waits.
  private static let leastSkip: Int64 = 64 << 10
  /// The number of requests for a resource that are always considered worthwhile.
  private static let fewRequests = 2
  /// The factor by which each range is longer than the previous one, until bytes are skipped.
  private static let growth: Int64 = 4

  private let source: ResourceSource
  private let request: ResourceRequest
  private var server: ServerFacts { source.server }
  private let start: Int64
  /// The current request; nil if there is none, or if its response has been read completely.
  private var current: ResourceBody?
  /// The position of the next byte in the resource.
  private var position: Int64
  /// The last requested range. An upper bound of `Int64.max` means the end of the resource.
  private var asked: Range<Int64>
  /// The position after the last byte of the current request; nil if not known yet.
  private var currentEnd: Int64?
  /// The position after the last byte to read; nil if not known yet.
  private var end: Int64?
  private var length: Int64
  private var answer: ResourceResponse?
  /// The number of skips over bytes that had not been requested yet.
  private var skips = 0
  private var skippedBytes: Int64 = 0
  private var requests = 0
  private var hasSkipped = false
  /// Whether the resource ends before the end of the requested range. Reading continues up to the end of the resource
  /// and reports the error there.
  private var isTooShort = false
  /// The address from which bytes were last read, if the resource has several addresses.
  private(set) var readAddress: BaseAddress?

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
      // If the size is unknown, a response that is shorter than its range is the last response.
      if position == asked.lowerBound || end == nil && position < asked.upperBound {
        end = position
      }
      if position >= end ?? .max { break }
    }
    judge()
    return []
  }

  /// Skips up to `count` of the next bytes if that avoids fetching them. `surplus` is the number of bytes before them
  /// that were read but also not needed. Returns the number of bytes skipped; if it is 0, the bytes must be read.
  mutating func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard server.areRangesSent, let end, let currentEnd, !isTooShort else { return 0 }
    // Bytes that are already in transit arrive sooner than the bytes of a new request.
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

  func cancel() { current?.cancel() }

  /// Waits for the response to the current request. If the server refuses the first range of a request for a whole
  /// resource, the resource is requested once without ranges.
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

  /// Updates the ends of the range and of the whole resource from a response.
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

  /// Checks the size of the whole resource. `first` is the size in the first response.
  private func check(_ size: Int64, before first: Int64?) throws(ResourceError) {
    if let first, first != size {
      throw request.failure(
        .incomplete,
        "changed from \(first) to \(size) bytes while it was read",
        "run the command again"
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
    // If the end is unknown, it is also unknown which bytes can be skipped.
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

  /// Checks at the end whether the skipped bytes were worth the additional requests. If not, later segments of the
  /// rendition are requested as a whole.
  private func judge() {
    guard requests > Self.fewRequests, skippedBytes < (position - start) / 2 else { return }
    server.noteWhole()
  }
}
