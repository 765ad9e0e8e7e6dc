import TimedMetadata

/// Where the latest segments of a run stand.
struct SegmentPlaces {
  /// Where a segment stands in its run.
  struct Place {
    /// Position in the run of the first byte.
    var offset: Int64
    /// Position in the file of the same byte.
    var fileOffset: Int64
    /// The URI as the playlist has it.
    var uri: String
    var mediaSequence: Int
    /// Seconds of the rendition's own time.
    var start: Double
    /// Unix seconds at time 0 of the rendition.
    var wallClockAtZero: Double?
    /// What a manifest of DASH says of its AdaptationSet.
    var manifestSet: ManifestSet?
    /// Seconds in which the Period of the segment is presented. Where it ends may be known later than where it
    /// starts: segments of a Period can differ.
    var presented: ClosedRange<Double>?

    /// Whether a player presents what is at a time: the segments of a Period may reach beyond it.
    func presents(_ time: Double?) -> Bool {
      guard let time, let presented else { return true }
      return presented.contains(time)
    }
  }

  /// Segments, or parts of them, whose places are known: tags come late by less than that.
  static let capacity = 128

  private var places: [Place] = []

  /// Adds the segment behind the others.
  mutating func append(_ place: Place) {
    places.append(place)
    if places.count > Self.capacity { places.removeFirst() }
  }

  /// The places of the latest segment: of one that is read in parts there are several.
  private var lastSegment: Range<Int> {
    guard let number = places.last?.mediaSequence else { return 0..<0 }
    let before = places.lastIndex { $0.mediaSequence != number }
    return (before.map { $0 + 1 } ?? 0)..<places.count
  }

  /// Says where the latest segment starts.
  mutating func placeLast(at start: Double, wallClockAtZero: Double?) {
    for index in lastSegment {
      places[index].start = start
      places[index].wallClockAtZero = wallClockAtZero
    }
  }

  /// Whether a position of the run is in the latest segment, as it is when it is not known.
  func isInLast(_ offset: Int64?) -> Bool {
    guard let offset, let first = lastSegment.first else { return true }
    return offset >= places[first].offset
  }

  /// The segment that a position of the run is in; without a position the latest. Nil before the first.
  func place(of offset: Int64?) -> Place? {
    guard let offset else { return places.last }
    return places.last { $0.offset <= offset } ?? places.first
  }
}
