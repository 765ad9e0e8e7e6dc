import HTTP
import System
import TimedMetadata

/// The state of the segment of a `PartedSegment`.
struct PartedState {
  /// How the list of parts ended.
  enum Ending {
    /// The segment is listed.
    case segment(CompletedSegment)
    /// Nothing more will follow: the playlist has ended.
    case ended
    case failed(ResourceError)
  }

  /// A part that reading has not reached.
  struct Waiting {
    var part: ListedPart
    /// The request for it, if one has been started.
    var stream: PartStream?
    /// The request for the previous part returns it, too.
    var continues = false
    /// The request is for this part only: a second request would return the same.
    var isPlain = false
  }

  /// The part that is being read, or the rest of the segment.
  struct Current {
    /// Nil: the rest of the segment.
    var part: ListedPart?
    /// The position in the resource of the next byte.
    var position: Int64
    /// Remaining bytes; nil: up to the end.
    var remaining: Int64?
    var isOpenEnded: Bool
    /// The request is for this part only.
    var isPlain: Bool
    var resource: any Resource
    /// Bytes that have come and were not handed out.
    var ahead: [UInt8] = []
  }

  /// The parts listed so far.
  private(set) var listed: [ListedPart] = []
  var waiting = Fifo<Waiting>()
  var current: Current?
  /// A request that continues after the part for which it was started.
  var stream: PartStream?
  /// The position of the continuing request after all parts listed so far have been read.
  private(set) var tail: (url: String, position: Int64)?
  /// Bytes read.
  private(set) var delivered: Int64 = 0
  /// Parts that reading has reached.
  var boundaries: [PartedSegment.Boundary] = []
  private(set) var hasEndedPart = false
  /// No further part is read: missing bytes are read from the segment.
  var isStopped = false
  /// The rest of the segment has been requested.
  var hasRest = false
  /// The reason why a part could not be read.
  private(set) var failure: ResourceError?
  var ending: Ending?
  var isCancelled = false

  /// The duration of the listed parts, in seconds.
  var duration: Double { listed.reduce(0) { $0 + $1.duration } }

  /// Whether a list begins with the parts listed before. An older list from a cache is shorter.
  func isContinued(by parts: [ListedPart]) -> Bool {
    zip(listed, parts).allSatisfy { $0.isSameMedia(as: $1) }
  }

  /// Adds a listed part; a gap ends the reading of parts.
  mutating func add(_ part: ListedPart, _ stream: PartStream?) {
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

  /// Starts requests for the first waiting parts, so that at most `count` are running.
  mutating func openWaiting(atMost count: Int, _ open: (ListedPart) -> any Resource) {
    var opened = Fifo<Waiting>()
    for (index, known) in waiting.all.enumerated() {
      var next = known
      if index < count, next.stream == nil, !next.continues {
        next.stream = PartStream(
          url: next.part.url,
          position: next.part.start,
          isOpenEnded: false,
          resource: open(next.part)
        )
        next.isPlain = true
      }
      opened.append(next)
    }
    waiting = opened
  }

  /// The bytes of the current part that have come and were not handed out.
  mutating func takeAhead() -> [UInt8] {
    let bytes = current?.ahead ?? []
    current?.ahead = []
    return bytes.isEmpty ? [] : take(bytes)
  }

  /// Advances by the bytes that have come; returns those of the current part. A request for several parts may bring those of
  /// the next one, too.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    guard let remaining = current?.remaining else {
      delivered += Int64(bytes.count)
      current?.position += Int64(bytes.count)
      return bytes
    }
    let count = Int(min(remaining, Int64(bytes.count)))
    delivered += Int64(count)
    current?.position += Int64(count)
    current?.remaining = remaining - Int64(count)
    current?.ahead = Array(bytes[count...])
    if remaining == count { endPart() }
    return count == bytes.count ? bytes : Array(bytes[..<count])
  }

  /// A part has been read to its end.
  mutating func endPart() {
    guard let current else { return }
    if current.part != nil { hasEndedPart = true }
    if current.isOpenEnded, let url = current.part?.url {
      stream = PartStream(
        url: url,
        position: current.position,
        isOpenEnded: true,
        resource: current.resource,
        ahead: current.ahead
      )
    }
    self.current = nil
  }

  /// Ends the reading of parts: one could not be read, so those after it are not read either.
  mutating func stop(because error: ResourceError?) {
    isStopped = true
    failure = failure ?? error
    giveUp()
  }

  /// Ends all requests.
  mutating func giveUp() {
    current?.resource.cancel()
    stream?.resource.cancel()
    for next in waiting.all { next.stream?.resource.cancel() }
    current = nil
    stream = nil
    waiting = Fifo()
  }
}
