import System
import TimedMetadata

/// Merges the events of several renditions, each read by its own task, into one sequence.
///
/// The events of an input with an end are ordered segment by segment, by the start times of the segments in the
/// playlists, so that the same input always gives the same output. Events of a live input are passed on as soon as they
/// arrive.
final class EventMerger: Sendable {
  /// The number of events by which a rendition may be ahead of the consumer.
  static let trackCapacity = 256
  /// The number of tag bytes by which a rendition may be ahead of the consumer; the last tag may exceed it.
  static let trackByteCapacity = 4 << 20

  private struct Track {
    var events = Fifo<RenditionEvent>()
    var byteCount = 0
    /// The start of the segment that the consumer has reached, in seconds.
    var position = -Double.infinity
    /// Whether the last event has been added.
    var isClosed = false
    /// Whether the consumer has taken the last event.
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

  /// Adds events, and waits while the rendition is too far ahead of the consumer. Returns false if some events were
  /// dropped because the consumer has ended, because the rendition has already added its last event, or because the
  /// task is cancelled.
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

  /// Waits for the next event. Returns nil if no event arrives within `seconds`, or if the task is cancelled.
  func next(waitingAtMost seconds: Double? = nil) async -> Next? {
    guard let seconds else { return await state.wait { takeNext(&$0) } }
    return await state.wait(atMost: seconds) { takeNext(&$0) }
  }

  /// Removes and returns the next event, or the end; nil if no event is available now. With `isLast` no further events
  /// are expected: the available events of other renditions follow although earlier ones are missing.
  func takeNext(isLast: Bool = false) -> Next? { state.withLock { takeNext(&$0, isLast: isLast) } }

  private func takeNext(_ state: inout State, isLast: Bool = false) -> Next? {
    let open = state.tracks.indices.filter { !state.tracks[$0].isFinished }
    guard !open.isEmpty else { return .end }
    let candidates = isLive || isLast ? open.filter { !state.tracks[$0].events.isEmpty } : open
    let first = candidates.min {
      (state.tracks[$0].position, $0) < (state.tracks[$1].position, $1)
    }
    guard let first, let event = state.tracks[first].takeFirst() else { return nil }
    return .event(event, rendition: first)
  }

  /// Tells the merger that the consumer has ended. Tasks that wait in `push` continue, and their events are dropped.
  func abandon() { state.withLock { $0.isAbandoned = true } }
}

extension RenditionEvent {
  var byteCount: Int {
    guard case .metadata(.tag(let tag)) = self else { return 0 }
    return tag.bytes.count
  }
}

/// An event from the reader of one rendition. Times are in seconds of the rendition's own time.
enum RenditionEvent: Sendable {
  /// The start of the segment that contains the following events, or the time of a manifest's next event, in seconds.
  case segment(start: Double)
  /// The times of the following events belong to a new run of continuous media.
  case run(RunStart)
  /// A tag, a marker, a note or the final report of a segment.
  case metadata(TimedMetadataEvent)
  /// A segment has been read. Its final report follows when no further tag can belong to the segment; this report is
  /// used if reading ends before that.
  case ended(SegmentReport)
  case finished(RenditionEnd)
}

struct RunStart: Sendable, Equatable {
  /// The number of times the media sequence has restarted. Runs of different epochs do not share a clock.
  var epoch = 0
  /// The discontinuity sequence number. Runs with the same number in other renditions share a clock.
  var discontinuitySequence: Int
  /// The media clock at `start`.
  var origin: MediaOrigin
  /// The start of the run, in seconds of the rendition's own time.
  var start: Double
}

/// The result of reading a rendition.
struct RenditionEnd: Sendable, Equatable {
  /// The time up to which the rendition was read, in seconds of its own time; nil if no media was read.
  var end: Double?
  var streams: [StreamSummary] = []
  /// The number of segments that were read completely. Gaps count in `segmentsInGaps`, and segments that could not be
  /// read completely in `segmentsMissing`.
  var segmentsRead = 0
  var segmentsMissing = 0
  var segmentsInGaps = 0
  /// Whether media was read from any segment, or a tag from the manifest.
  var hasRead = false
  var media: Set<MediaKind> = []
  /// The reason why nothing could be read, or why reading ended early; nil if there is none.
  var failure: TimedMetadataError?
}
