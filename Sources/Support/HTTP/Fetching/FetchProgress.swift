/// The progress of a fetch: the bytes to request next, and the meaning of a response to that request.
struct FetchProgress: Sendable {
  /// The wanted range of bytes; nil means all. An upper bound of `Int64.max` means up to the end.
  let range: Range<Int64>?
  let url: String
  /// The number of bytes of the range that have been received.
  private(set) var received: Int64 = 0
  /// The number of bytes that the resource has in the range; nil while unknown.
  private(set) var expected: Int64?
  /// The size of the whole resource, from a response to a range request; nil if unknown.
  private(set) var wholeSize: Int64?
  private var representation: ContentValidators?
  private var isEncoded = false
  private let mayEndEarlier: Bool

  init(_ request: ResourceRequest) {
    range = request.byteRange
    mayEndEarlier = request.mayEndEarlier
    url = request.url
  }

  /// The position of the next byte in the whole resource.
  private var start: Int64 { (range?.lowerBound ?? 0) + received }

  /// The position after the last wanted byte; nil means the end.
  private var end: Int64? { range.flatMap { $0.upperBound == .max ? nil : $0.upperBound } }

  /// The number of bytes still wanted; nil if the end is unknown.
  var wanted: Int64? {
    let all = expected ?? end.map { $0 - (range?.lowerBound ?? 0) }
    return all.map { max(0, $0 - received) }
  }

  var isComplete: Bool { wanted == 0 }

  /// The value of `Range`; nil to request everything.
  var rangeField: String? {
    guard range != nil || received > 0 else { return nil }
    return "bytes=\(start)-\(end.map { String($0 - 1) } ?? "")"
  }

  /// The value of `If-Range`; nil if no body is resumed.
  var condition: String? { received > 0 ? representation?.condition : nil }

  /// Whether a body that was cut off can be resumed with certainty that it has not changed.
  var canResume: Bool { !isEncoded && representation?.condition != nil }

  mutating func restart() {
    received = 0
    expected = nil
    representation = nil
    isEncoded = false
  }

  mutating func add(_ count: Int) { received += Int64(count) }

  /// Records a successful response. Returns how many bytes of its body precede the wanted bytes. Nil if the response
  /// cannot continue the body that was cut off, because the resource has changed or may have changed.
  /// - Throws: `FetchFailure` if the response is not valid.
  mutating func accept(
    _ head: ResponseHead,
    at address: WebAddress
  ) throws(FetchFailure) -> Int64? {
    // Several fields form one list (RFC 9110, section 5.3). A list is refused, because only one encoding is decoded.
    let encoding = head.headers.values("content-encoding").joined(separator: ",").lowercased()
    guard ["identity", "", "gzip", "deflate"].contains(encoding) else {
      throw senseless("sent an encoding that was not requested (\(encoding))", address)
    }
    let isEncoded = encoding == "gzip" || encoding == "deflate"
    switch head.status {
    case 200, 203: return try acceptWhole(head, isEncoded: isEncoded, at: address)
    case 206 where rangeField != nil && !isEncoded: return try acceptPart(head, at: address)
    default:
      var failure = senseless(
        "answered \(head.status), which is not a usable response to the request",
        address
      )
      failure.error.status = head.status
      throw failure
    }
  }

  private mutating func acceptWhole(
    _ head: ResponseHead,
    isEncoded: Bool,
    at address: WebAddress
  ) throws(FetchFailure) -> Int64? {
    let length = isEncoded ? nil : head.headers["content-length"].flatMap(Int64.init)
    let new = ContentValidators(head, size: length)
    if received > 0 {
      guard !isEncoded, let representation, representation.isSame(as: new) else { return nil }
    }
    let first = range?.lowerBound ?? 0
    if let length, length < first {
      throw senseless("has only \(length) bytes, but byte \(first) was requested", address)
    }
    representation = new
    self.isEncoded = isEncoded
    expected = length.map { min($0, end ?? $0) - first }
    return start
  }

  private mutating func acceptPart(
    _ head: ResponseHead,
    at address: WebAddress
  ) throws(FetchFailure) -> Int64? {
    guard let part = head.headers["content-range"].flatMap(ContentRange.init),
      part.start == start, part.end <= end ?? .max
    else { throw senseless("sent no Content-Range that matches the request", address) }
    let new = ContentValidators(head, size: part.total)
    if received > 0 {
      guard let representation, representation.agrees(with: new) else { return nil }
    } else {
      representation = new
    }
    // If the server does not give the total size, it is unknown whether the rest of the range exists.
    let last =
      part.total == nil && mayEndEarlier
      ? part.end : end.map { end in min(end, part.total ?? end) } ?? part.total
    expected = (last ?? part.end) - (range?.lowerBound ?? 0)
    wholeSize = part.total
    return 0
  }

  /// Checks that a body that ended normally is complete.
  /// - Throws: `FetchFailure` if the body is not complete.
  func checkEnd(at address: WebAddress) throws(FetchFailure) {
    if let expected, received < expected {
      throw .broken("\(address.place) ended the response early", address)
    }
    if let end, start < end, !mayEndEarlier {
      throw .lasting(
        .incomplete,
        address,
        "ends at byte \(start), but bytes up to \(end) were requested",
        "check the byte ranges in the playlist"
      )
    }
  }

  private func senseless(_ what: String, _ address: WebAddress) -> FetchFailure {
    .lasting(.status, address, "\(address.place) \(what)", "check the server")
  }
}

/// The value of `Content-Range` (RFC 9110, section 14.4).
struct ContentRange: Sendable, Hashable {
  /// The position of the first byte.
  var start: Int64
  /// The position after the last byte.
  var end: Int64
  /// The size of the whole resource; nil if the server does not know it.
  var total: Int64?

  /// Reads `bytes 0-99/200` or `bytes 0-99/*`; fails for anything else.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard halves.count == 2, ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]),
      first >= 0, last >= first, last < .max
    else { return nil }
    total = Int64(halves[1])
    guard total ?? .max > last, total != nil || halves[1] == "*" else { return nil }
    (start, end) = (first, last + 1)
  }
}

/// The validators that show whether two responses have the same bytes (RFC 9110, section 8.8).
struct ContentValidators: Sendable, Hashable {
  /// A strong entity tag.
  var entityTag: String?
  /// `Last-Modified` as the server wrote it.
  var lastModified: String?
  var size: Int64?

  init(_ head: ResponseHead, size: Int64?) {
    entityTag = head.headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
    lastModified = head.headers["last-modified"]
    self.size = size
  }

  /// The value of `If-Range`; nil if the bytes have no validator.
  var condition: String? { entityTag ?? lastModified }

  /// Whether a partial response to a conditional request has the same bytes. A server may omit unchanged validators.
  func agrees(with part: ContentValidators) -> Bool {
    func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one == nil || other == nil || one == other
    }
    return agree(size, part.size) && agree(entityTag, part.entityTag)
      && (entityTag != nil || agree(lastModified, part.lastModified))
  }

  /// Whether `other` certainly has the same bytes.
  func isSame(as other: ContentValidators) -> Bool {
    if let size, let otherSize = other.size, size != otherSize { return false }
    if let entityTag { return other.entityTag == entityTag }
    guard let lastModified else { return false }
    return other.lastModified == lastModified
  }
}
