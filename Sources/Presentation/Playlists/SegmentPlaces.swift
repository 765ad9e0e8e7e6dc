import TimedMetadata

/// The places of the latest segments of a run.
struct SegmentPlaces {
  /// The place of a segment in its run.
  struct Place {
    /// The position of its first byte in the run.
    var offset: Int64
    /// The position of the same byte in the file.
    var fileOffset: Int64
    /// The URI in the playlist.
    var uri: String
    var mediaSequence: Int
    /// The start in seconds of the rendition's own time.
    var start: Double
    /// Unix seconds at time 0 of the rendition.
    var wallClockAtZero: Double?
    /// Its AdaptationSet in a DASH manifest.
    var manifestSet: ManifestSet?
    /// The span in which the Period of the segment is presented, in seconds. The end may become known later than the
    /// start: segments of a Period can differ.
    var presented: ClosedRange<Double>?

    /// Whether a player presents the content at a time: the segments of a Period may extend beyond
    /// it.
    func presents(_ time: Double?) -> Bool {
      guard let time, let presented else { return true }
      return presented.contains(time)
    }
  }

  /// The number of segments, or parts of segments, whose places are kept: tags are delayed by less
  /// than that.
  static let capacity = 128

  private var places: [Place] = []

  /// Appends a segment.
  mutating func append(_ place: Place) {
    places.append(place)
    if places.count > Self.capacity { places.removeFirst() }
  }

  /// The places of the latest segment: a segment that is read in parts has several.
  private var lastSegment: Range<Int> {
    guard let number = places.last?.mediaSequence else { return 0..<0 }
    let before = places.lastIndex { $0.mediaSequence != number }
    return (before.map { $0 + 1 } ?? 0)..<places.count
  }

  /// Sets the start of the latest segment.
  mutating func placeLast(at start: Double, wallClockAtZero: Double?) {
    for index in lastSegment {
      places[index].start = start
      places[index].wallClockAtZero = wallClockAtZero
    }
  }

  /// Whether a position in the run is in the latest segment; true if the position is unknown.
  func isInLast(_ offset: Int64?) -> Bool {
    guard let offset, let first = lastSegment.first else { return true }
    return offset >= places[first].offset
  }

  /// The segment that contains a position in the run; without a position the latest. Nil before the first segment.
  func place(of offset: Int64?) -> Place? {
    guard let offset else { return places.last }
    return places.last { $0.offset <= offset } ?? places.first
  }
}
