import System
import TimedMetadata

/// What a `PartedResource` knows of its segment.
struct PartedState {
  /// How the list of parts ended.
  enum Ending {
    /// The segment is listed.
    case segment(CompletedSegment)
    /// Nothing more comes: the playlist has ended.
    case ended
    case failed(ResourceError)
  }

  /// A part that reading has not come to.
  struct Waiting {
    var part: ListedPart
    /// The request for it, where one has been begun.
    var stream: PartStream?
    /// The request for the part before it brings it.
    var goesOn = false
    /// The request is for this part and no other: asking again would change nothing.
    var isPlain = false
  }

  /// What is being read.
  struct Current {
    /// Nil: the rest of the segment.
    var part: ListedPart?
    /// The position in the resource of the byte that comes next.
    var position: Int64
    /// Bytes to come; nil: as many as there are.
    var remaining: Int64?
    var isOpenEnded: Bool
    /// The request is for this part and no other.
    var isPlain: Bool
    var resource: any Resource
  }

  /// The parts listed so far.
  private(set) var listed: [ListedPart] = []
  var waiting = Fifo<Waiting>()
  var current: Current?
  /// A request that goes on after the part it was begun for.
  var stream: PartStream?
  /// Where the request that goes on stands once the parts listed so far have been read.
  private(set) var tail: (url: String, position: Int64)?
  /// Bytes read.
  private(set) var delivered: Int64 = 0
  /// Parts that reading has come to.
  var boundaries: [PartedResource.Boundary] = []
  private(set) var hasEndedPart = false
  /// No further part is read: what is missing comes from the segment.
  var isStopped = false
  /// The rest of the segment has been asked for.
  var hasRest = false
  /// Why a part could not be read.
  private(set) var failure: ResourceError?
  var ending: Ending?
  var isCancelled = false

  /// Seconds of the parts that were listed.
  var duration: Double { listed.reduce(0) { $0 + $1.duration } }

  /// Whether a list begins with the parts listed before. An older list, from a cache, is shorter.
  func isContinued(by parts: [ListedPart]) -> Bool {
    zip(listed, parts).allSatisfy { $0.isSameMedia(as: $1) }
  }

  /// Adds a part that is listed; a gap stops the reading of parts.
  mutating func add(_ part: ListedPart, _ stream: PartStream?) {
    guard !part.isGap else {
      isStopped = true
      stream?.resource.cancel()
      return
    }
    listed.append(part)
    // HTTP has no range of no bytes.
    guard part.byteRange?.isEmpty != true else { return }
    let goesOn =
      stream == nil && tail.map { $0.url == part.url && $0.position == part.start } ?? false
    waiting.append(Waiting(part: part, stream: stream, goesOn: goesOn))
    if let end = part.byteRange?.upperBound, goesOn || stream?.isOpenEnded ?? false {
      tail = (part.url, end)
    } else {
      tail = nil
    }
  }

  /// Begins requests for the first parts that wait, so that at most `count` are on their way.
  mutating func openWaiting(atMost count: Int, _ open: (ListedPart) -> any Resource) {
    var opened = Fifo<Waiting>()
    for (index, known) in waiting.all.enumerated() {
      var next = known
      if index < count, next.stream == nil, !next.goesOn {
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

  /// Bytes came.
  mutating func take(_ count: Int) {
    delivered += Int64(count)
    current?.position += Int64(count)
    guard let remaining = current?.remaining else { return }
    current?.remaining = remaining - Int64(count)
    if remaining - Int64(count) <= 0 { endPart() }
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
        resource: current.resource
      )
    }
    self.current = nil
  }

  /// A part could not be read: those after it are not either.
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
