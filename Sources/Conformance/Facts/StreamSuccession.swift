/// Streams that follow one another and are one to a viewer: the tags of a program whose PID moves, or of
/// a PID that its program map names late. Rules about the whole of a stream judge them together.
struct StreamSuccession: Sendable {
  /// The streams in the order of time.
  private(set) var streams: [StreamFacts]

  init(_ first: StreamFacts) { streams = [first] }

  /// The stream it starts with.
  var key: StreamKey { streams[0].key }
  /// DATA tags.
  var dataTags: Int { streams.reduce(0) { $0 + $1.tags.data } }
  /// From where to where its DATA tags stand.
  var dataExtent: TagExtent? { Self.joined(streams.compactMap(\.dataExtent)) }
  /// From where to where its INFO tags stand.
  var infoExtent: TagExtent? { Self.joined(streams.compactMap(\.infoExtent)) }

  /// Adds a stream that begins when all of these have ended; false when it is another.
  mutating func append(_ next: StreamFacts) -> Bool {
    guard let last = streams.last, let end = last.lastTag, let start = next.firstTag, end < start,
      last.key.rendition == next.key.rendition, last.key.carriage == next.key.carriage,
      last.key.program == next.key.program || last.key.pid == next.key.pid
    else { return false }
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

extension InputFacts {
  /// The streams with Nielsen tags, those that follow one another as one.
  var successions: [StreamSuccession] {
    let nielsen = streams.filter { $0.tags.data + $0.tags.info > 0 }
    let inTime = nielsen.enumerated()
      .sorted { left, right in
        let times = (left.element.firstTag ?? .infinity, right.element.firstTag ?? .infinity)
        return times.0 == times.1 ? left.offset < right.offset : times.0 < times.1
      }
      .map(\.element)
    var successions: [StreamSuccession] = []
    for stream in inTime {
      let isKnown = successions.indices.contains { successions[$0].append(stream) }
      if !isKnown { successions.append(StreamSuccession(stream)) }
    }
    return successions
  }
}
