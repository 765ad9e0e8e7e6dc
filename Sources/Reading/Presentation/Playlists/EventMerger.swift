import System
import TimedMetadata

/// Merges the events from the tasks of several renditions into one order.
///
/// For an input with an end the order is that of the playlists, segment by segment, earliest first, so that the same
/// input gives the same output. Events of a live input are passed on as soon as they arrive.
final class EventMerger: Sendable {
  /// Events by which a rendition may be ahead of the consumer.
  static let trackCapacity = 256
  /// Bytes of tags by which a rendition may be ahead of the consumer; the last tag may exceed it.
  static let trackByteCapacity = 4 << 20

  private struct Track {
    var events = Fifo<RenditionEvent>()
    /// Bytes of the waiting tags.
    var byteCount = 0
    /// The start of the segment that the consumer has reached.
    var position = -Double.infinity
    /// The last event has been added.
    var isClosed = false
    /// The last event has been taken.
    var isFinished = false

    var isFull: Bool {
      events.count >= EventMerger.trackCapacity || byteCount >= EventMerger.trackByteCapacity
    }

    mutating func append(_ event: RenditionEvent) {
      byteCount += event.byteCount
      if case .finished = event { isClosed = true }
      events.append(event)
    }

    mutating func takeFirst() -> RenditionEvent? {
      guard let event = events.popFirst() else { return nil }
      byteCount -= event.byteCount
      switch event {
      case .segment(let start): position = start
      case .finished: isFinished = true
      case .run, .metadata, .ended: break
      }
      return event
    }
  }

  private struct State {
    var tracks: [Track]
    var isAbandoned = false
  }

  /// The next item for the consumer.
  enum Next: Sendable {
    case event(RenditionEvent, rendition: Int)
    case end
  }

  private let state: Shared<State>
  private let isLive: Bool

  init(renditionCount: Int, isLive: Bool) {
    state = Shared(State(tracks: Array(repeating: Track(), count: renditionCount)))
    self.isLive = isLive
  }

  /// Adds events; waits while the rendition is too far ahead of the consumer. False: some were dropped, since the consumer
  /// has ended or the rendition has added its last event.
  @discardableResult
  func push(_ events: [RenditionEvent], rendition: Int) async -> Bool {
    var rest = events[...]
    while !rest.isEmpty {
      let isWanted = await state.wait { state -> Bool? in
        if state.isAbandoned || state.tracks[rendition].isClosed { return false }
        guard !state.tracks[rendition].isFull else { return nil }
        while !state.tracks[rendition].isFull, !state.tracks[rendition].isClosed,
          let event = rest.popFirst()
        {
          state.tracks[rendition].append(event)
        }
        return true
      }
      guard isWanted == true else { return false }
    }
    return true
  }

  /// Waits for the next event; nil if there was none for `seconds`, or if the task was cancelled.
  func next(waitingAtMost seconds: Double? = nil) async -> Next? {
    guard let seconds else { return await state.wait { takeNext(&$0) } }
    return await state.wait(atMost: seconds) { takeNext(&$0) }
  }

  /// The next event; nil if there is none now.
  func takeNext() -> Next? { state.withLock { takeNext(&$0) } }

  private func takeNext(_ state: inout State) -> Next? {
    let open = state.tracks.indices.filter { !state.tracks[$0].isFinished }
    guard !open.isEmpty else { return .end }
    let candidates = isLive ? open.filter { !state.tracks[$0].events.isEmpty } : open
    let first = candidates.min {
      (state.tracks[$0].position, $0) < (state.tracks[$1].position, $1)
    }
    guard let first, let event = state.tracks[first].takeFirst() else { return nil }
    return .event(event, rendition: first)
  }

  /// The consumer has ended: tasks that wait continue and end.
  func abandon() { state.withLock { $0.isAbandoned = true } }
}

extension RenditionEvent {
  /// Bytes of the tag in it.
  var byteCount: Int {
    guard case .metadata(.tag(let tag)) = self else { return 0 }
    return tag.bytes.count
  }
}

/// An event from the reader of one rendition, in its own time: seconds from its first frame.
enum RenditionEvent: Sendable {
  /// From here on it reads a segment that starts at this time, by the playlist.
  case segment(start: Double)
  /// From here on times belong to a new run of continuous media.
  case run(RunStart)
  /// A tag or a note.
  case metadata(TimedMetadataEvent)
  /// A segment has been read. Its final report follows when no further tag of it can follow; this one is used if
  /// reading ends before.
  case ended(SegmentReport)
  /// The last event.
  case finished(RenditionEnd)
}

/// The start of a run of continuous media.
struct RunStart: Sendable, Equatable {
  /// The number of restarts of the media sequence: runs of different epochs do not share a clock.
  var epoch = 0
  /// The discontinuity sequence number: runs of the same number in other renditions share its clock.
  var discontinuitySequence: Int
  /// The clock of the media at `start`.
  var origin: MediaOrigin
  /// In the rendition's own time.
  var start: Double
}

/// The result of reading a rendition.
struct RenditionEnd: Sendable, Equatable {
  /// The end of what was read, in the rendition's own time; nil without any clock.
  var end: Double?
  /// The ID3 streams found.
  var streams: [StreamSummary] = []
  /// Segments that were read completely, and those that were not.
  var segmentsRead = 0
  var segmentsMissing = 0
  /// Segments that are missing according to the playlist.
  var segmentsInGaps = 0
  /// Whether anything of any segment was read.
  var hasRead = false
  /// The kinds of media in its segments.
  var media: Set<MediaKind> = []
  /// The reason why nothing could be read, or why reading ended.
  var failure: TimedMetadataError?
}
