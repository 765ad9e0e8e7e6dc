/// Streams that take turns and reach a viewer as one stream, for example when the PID of a program changes, when the
/// PMT declares a PID late, or when segments differ in kind. Rules about whole streams judge them together.
struct StreamSuccession: Sendable {
  /// The streams in the order of their first tags.
  private(set) var streams: [StreamFacts]
  /// The runs of tags of all streams, each with the index of its stream.
  private(set) var runs: [(stream: Int, run: TagRun)]
  private var spans: [RunSpan]
  private var tagCount: Int

  static let maximumStreams = 64

  init(_ first: StreamFacts) {
    streams = [first]
    runs = first.runs.map { (0, $0) }
    spans = RunSpan.spans(of: first, stream: 0)
    tagCount = first.tags.data + first.tags.info
  }

  var key: StreamKey { streams[0].key }
  var dataTags: Int { streams.reduce(0) { $0 + $1.tags.data } }
  var dataExtent: TagExtent? { Self.joined(streams.compactMap(\.dataExtent)) }
  var infoExtent: TagExtent? { Self.joined(streams.compactMap(\.infoExtent)) }
  /// The longest time between two consecutive DATA tags, in seconds.
  var longestGap: Double? {
    guard streams.count > 1 else { return streams[0].longestGap }
    let gaps = runs.compactMap(\.run.longestGap)
    let changes = extents(\.data).map { $0.after.start - $0.before.end }
    return (gaps + changes).max()
  }

  /// Returns the tags of a kind before and after each change from one stream to another.
  func changes(of kind: KeyPath<TagRun, TagExtent?>) -> [(before: TagExtent, after: TagExtent)] {
    extents(kind).filter { $0.isChange }.map { ($0.before, $0.after) }
  }

  private func extents(
    _ kind: KeyPath<TagRun, TagExtent?>
  ) -> [(before: TagExtent, after: TagExtent, isChange: Bool)] {
    let known = runs.compactMap { run in
      run.run[keyPath: kind].map { (stream: run.stream, extent: $0) }
    }
    return zip(known, known.dropFirst()).map { ($0.extent, $1.extent, $0.stream != $1.stream) }
  }

  /// Whether another stream of the succession carries tags of the missing kind during a silence.
  func bridges(_ silence: StreamSilence) -> Bool {
    guard streams.count > 1, let own = streams.firstIndex(where: { $0.key == silence.stream })
    else { return false }
    return runs.contains { stream, run in
      guard stream != own, run.start > silence.start, run.end < silence.end else { return false }
      switch silence.kind {
      case .data: return run.data != nil
      case .info: return run.info != nil
      case .other, .unreadable, nil: return true
      }
    }
  }

  /// Adds a stream whose tags do not overlap in time with the tags so far. Returns false if the stream does not fit.
  mutating func append(_ next: StreamFacts) -> Bool {
    guard streams.count < Self.maximumStreams, !next.runs.isEmpty, !runs.isEmpty,
      streams.contains(where: { $0.key.canBecome(next.key) })
    else { return false }
    let nextTags = next.tags.data + next.tags.info
    let nextSpans = RunSpan.spans(of: next, stream: streams.count)
    // This comparison of times alone rejects most streams.
    guard let changes = RunSpan.changes(spans, nextSpans) else { return false }
    // If tags alternate one by one, they come from two inserters, not from one stream that moves.
    let returns = changes - streams.count
    guard returns <= 1 || changes * 2 <= tagCount + nextTags else { return false }
    runs = (runs + next.runs.map { (streams.count, $0) }).sorted { left, right in
      left.run.start < right.run.start
    }
    spans = (spans + nextSpans).sorted { $0.start < $1.start }
    tagCount += nextTags
    streams.append(next)
    return true
  }

  private static func joined(_ extents: [TagExtent]) -> TagExtent? {
    guard var all = extents.first else { return nil }
    for extent in extents.dropFirst() {
      all.include(extent.first, time: extent.start)
      all.include(extent.last, time: extent.end)
    }
    return all
  }
}

/// A period without tags in one stream, from a tag or the end of an ad break to the next tag.
struct StreamSilence: Sendable {
  var stream: StreamKey
  /// The kind of tag that is missing; nil for any Nielsen tag.
  var kind: CheckedTag.Kind?
  /// The presentation time at which the silence starts, in seconds.
  var start: Double
  /// The presentation time of the tag after the silence, in seconds.
  var end: Double
}

/// The start and end of a run of tags, in presentation seconds.
private struct RunSpan: Sendable {
  var start: Double
  var end: Double
  var stream: Int

  static func spans(of facts: StreamFacts, stream: Int) -> [Self] {
    facts.runs.map { Self(start: $0.start, end: $0.end, stream: stream) }
      .sorted { $0.start < $1.start }
  }

  /// Counts how often the stream changes in the runs of `known` and `next`, sorted by time. Nil if runs of different
  /// streams overlap.
  static func changes(_ known: [Self], _ next: [Self]) -> Int? {
    var (left, right, changes) = (0, 0, 0)
    var previous: Self?
    while left < known.count || right < next.count {
      let isKnown =
        right >= next.count || left < known.count && known[left].start <= next[right].start
      let span = isKnown ? known[left] : next[right]
      if isKnown { left += 1 } else { right += 1 }
      if let previous, previous.stream != span.stream {
        guard previous.start > span.end || span.start > previous.end else { return nil }
        changes += 1
      }
      previous = span
    }
    return changes
  }
}

extension StreamKey {
  /// The key without the PID, shared by the streams of one program.
  fileprivate var ofProgram: Self {
    var key = self
    key.pid = nil
    return key
  }

  /// The key without the program, shared by the streams of one PID.
  fileprivate var ofPID: Self {
    var key = self
    key.program = nil
    return key
  }

  /// The key that all streams of one rendition share.
  fileprivate var ofRendition: Self {
    var key = self
    (key.program, key.pid, key.carriage) = (nil, nil, .text)
    return key
  }

  /// Whether the tags of this stream can continue in another stream.
  fileprivate func canBecome(_ other: Self) -> Bool {
    guard rendition == other.rendition else { return false }
    // The kinds of segments in the rendition differ; only transport streams have programs.
    guard carriage == other.carriage else { return program == nil || other.program == nil }
    return program == other.program || pid == other.pid
  }
}

extension StreamSuccession {
  /// The maximum number of successions that are compared with a stream. Only the latest are compared.
  private static let maximumCandidates = 64

  /// Joins the streams with Nielsen tags into successions. Streams that alternate become one.
  static func joining(_ streams: [StreamFacts]) -> [Self] {
    let nielsen = streams.filter { $0.tags.data + $0.tags.info > 0 }
    let inTime = nielsen.enumerated()
      .sorted { left, right in
        let times = (left.element.firstTag ?? .infinity, right.element.firstTag ?? .infinity)
        return times.0 == times.1 ? left.offset < right.offset : times.0 < times.1
      }
      .map(\.element)
    let isMixed = inTime.contains { $0.key.carriage != inTime.first?.key.carriage }
    var successions: [Self] = []
    var places: [StreamKey: [Int]] = [:]
    for stream in inTime {
      let names =
        [stream.key.ofProgram, stream.key.ofPID] + (isMixed ? [stream.key.ofRendition] : [])
      let known = names.flatMap { (places[$0] ?? []).suffix(maximumCandidates) }
      let candidates = Set(known).sorted().suffix(maximumCandidates)
      var place = candidates.first { successions[$0].append(stream) }
      if place == nil {
        place = successions.count
        successions.append(StreamSuccession(stream))
      }
      for name in names where place != places[name]?.last {
        places[name, default: []].append(place ?? 0)
      }
    }
    return successions
  }
}
