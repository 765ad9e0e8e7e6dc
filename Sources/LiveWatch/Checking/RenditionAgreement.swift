import TimedMetadata

/// Compares the tags of renditions while they are read: a tag is judged when every rendition that carries
/// tags has been read past its time. Bounded, whatever comes.
struct RenditionAgreement: Sendable {
  /// A tag that a rendition lacks.
  struct Missing: Sendable, Equatable {
    /// A rendition that has it.
    var carrier: String?
    /// The rendition that lacks it.
    var rendition: String?
    /// Presentation seconds.
    var time: Double
  }

  /// Tags that wait for their copies.
  static let capacity = 512
  /// Renditions that are compared.
  static let maximumRenditions = 64
  /// Holes of a rendition that are remembered.
  static let maximumHoles = 32
  /// A rendition that is further behind the others than this is not waited for, in seconds.
  static let longestLag = 60.0
  /// Behind a tag so much must have been read, in seconds: tags come a little late.
  static let margin = 2.0

  private struct Lane: Sendable {
    var name: String?
    /// From where on it is known.
    var start: Double
    var reached: Double
    var hasTags = false
    var holes: [ClosedRange<Double>] = []
  }

  private struct Occurrence: Sendable {
    var text: String
    var time: Double
    /// The renditions that have it, by their bits.
    var carriers: UInt64
  }

  private let limit: Double
  private var lanes: [Lane] = []
  private var waiting: [Occurrence] = []

  /// A comparison that takes tags for the same when they stand no further apart than `limit` seconds.
  init(limit: Double) { self.limit = limit }

  /// Takes a Nielsen tag.
  mutating func receive(_ text: String, at time: Double, in rendition: String?) {
    guard let lane = lane(rendition, at: time) else { return }
    lanes[lane].hasTags = true
    let bit = UInt64(1) << UInt64(lane)
    let copy = waiting.indices
      .filter { index in
        let other = waiting[index]
        return other.text == text && other.carriers & bit == 0 && abs(other.time - time) <= limit
      }
      .min { abs(waiting[$0].time - time) < abs(waiting[$1].time - time) }
    if let copy {
      waiting[copy].carriers |= bit
      return
    }
    if waiting.count >= Self.capacity { waiting.removeFirst() }
    waiting.append(Occurrence(text: text, time: time, carriers: bit))
  }

  /// Takes a segment that was read, or could not be. Returns what is known to be missing now.
  mutating func receive(_ segment: SegmentReport) -> [Missing] {
    guard let start = segment.start, let lane = lane(segment.rendition, at: start) else { return [] }
    let end = start + segment.duration
    if !segment.isComplete {
      lanes[lane].holes.append(start - limit...max(start, end) + limit)
      if lanes[lane].holes.count > Self.maximumHoles { lanes[lane].holes.removeFirst() }
    }
    lanes[lane].reached = max(lanes[lane].reached, end)
    return judge()
  }

  private mutating func lane(_ rendition: String?, at time: Double) -> Int? {
    if let index = lanes.firstIndex(where: { $0.name == rendition }) { return index }
    guard lanes.count < Self.maximumRenditions else { return nil }
    lanes.append(Lane(name: rendition, start: time, reached: time))
    return lanes.count - 1
  }

  private mutating func judge() -> [Missing] {
    let carrying = lanes.indices.filter { lanes[$0].hasTags }
    let furthest = carrying.map { lanes[$0].reached }.max() ?? 0
    let inTime = carrying.filter { lanes[$0].reached >= furthest - Self.longestLag }
    guard let horizon = inTime.map({ lanes[$0].reached }).min() else { return [] }
    var missing: [Missing] = []
    var rest: [Occurrence] = []
    for occurrence in waiting {
      guard occurrence.time + Self.margin < horizon else {
        rest.append(occurrence)
        continue
      }
      let carrier = lanes[occurrence.carriers.trailingZeroBitCount].name
      for lane in inTime where lacks(occurrence, lane) {
        missing.append(
          Missing(carrier: carrier, rendition: lanes[lane].name, time: occurrence.time)
        )
      }
    }
    waiting = rest
    return missing
  }

  /// Whether a rendition was read where the tag stands, and does not have it.
  private func lacks(_ occurrence: Occurrence, _ lane: Int) -> Bool {
    occurrence.carriers & UInt64(1) << UInt64(lane) == 0
      && occurrence.time >= lanes[lane].start + limit
      && !lanes[lane].holes.contains { $0.contains(occurrence.time) }
  }
}
