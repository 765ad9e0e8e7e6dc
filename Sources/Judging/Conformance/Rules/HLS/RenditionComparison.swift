import TimedMetadata

/// Compares the tags of renditions in limited memory. A tag is judged when `capacity` later tags have arrived, or at
/// the end. Its copies must be among the later tags.
struct RenditionComparison: Sendable {
  /// Tags that one rendition has and another lacks.
  struct Missing: Equatable {
    /// The first rendition that has the tags, in the order in which the renditions appeared.
    var carrier: String?
    var rendition: String?
    var count: Int
    /// The presentation time of the first missing tag, in seconds.
    var firstTime: Double
    /// The time of day of the first missing tag, in Unix seconds.
    var wallClock: Double?
  }

  /// The maximum number of tags that wait for their copies. Renditions are read in parallel, a few segments apart.
  static let capacity = 4096
  static let maximumRenditions = 64
  static let maximumHoles = 1024

  private struct Occurrence: Sendable {
    var text: String
    var time: Double
    var wallClock: Double?
    /// The renditions that have the tag, one bit for each index in `renditions`.
    var carriers: UInt64
  }

  private struct Lack: Sendable {
    var count: Int
    var firstTime: Double
    var lastTime: Double
    /// The time of day of the first missing tag, in Unix seconds.
    var wallClock: Double?

    init(_ occurrence: Occurrence) {
      count = 1
      (firstTime, lastTime) = (occurrence.time, occurrence.time)
      wallClock = occurrence.wallClock
    }

    mutating func include(_ other: Lack) {
      count += other.count
      if other.firstTime < firstTime { (firstTime, wallClock) = (other.firstTime, other.wallClock) }
      lastTime = max(lastTime, other.lastTime)
    }
  }

  /// Whether the segments of a rendition cover a time.
  private enum Reach {
    /// A segment that was read covers the time, or no segment of the rendition is known.
    case read
    /// The rendition was not read at the time, or may not have been read.
    case unread
    /// The time is after all segments of the rendition received so far.
    case behind
  }

  private struct Pair: Hashable, Sendable {
    var carrier: Int
    var rendition: Int
  }

  private let limit: Double
  private var renditions: [String?] = []
  private var holes: [Int: [ClosedRange<Double>]] = [:]
  /// The time from the first to the last received segment of each rendition. A live rendition may
  /// be joined or left a segment earlier than others, and is unread outside of this range.
  private var extents: [Int: ClosedRange<Double>] = [:]
  private var occurrences: [Int: Occurrence] = [:]
  /// The keys in `occurrences` of all tags with the same text, by the text.
  private var numbers: [String: [Int]] = [:]
  private var firstNumber = 0
  private var nextNumber = 0
  private var lacks: [Pair: Lack] = [:]
  /// Missing tags after the last segment received so far. They count only if the rendition ends there.
  private var behind: [Pair: Lack] = [:]
  /// The judged tags, by the first rendition that has them. A rendition that appears later lacks all of them.
  private var judged: [Int: Lack] = [:]

  init(limit: Double) { self.limit = limit }

  mutating func receive(
    _ text: String,
    at time: Double,
    wallClock: Double? = nil,
    in rendition: String?
  ) {
    guard let index = index(of: rendition) else { return }
    let bit = UInt64(1) << UInt64(index)
    let copy = numbers[text]?
      .filter { number in
        occurrences[number].map { $0.carriers & bit == 0 && abs($0.time - time) <= limit } ?? false
      }
      .min { distance($0, time) < distance($1, time) }
    if let copy {
      occurrences[copy]?.carriers |= bit
      return
    }
    occurrences[nextNumber] = Occurrence(
      text: text,
      time: time,
      wallClock: wallClock,
      carriers: bit
    )
    numbers[text, default: []].append(nextNumber)
    nextNumber += 1
    if occurrences.count > Self.capacity { judgeFirst() }
  }

  /// Receives a segment, which extends the range of its rendition. An incomplete segment also adds a hole.
  mutating func receive(_ segment: SegmentReport) {
    guard let index = index(of: segment.rendition), let start = segment.start else { return }
    let end = start + max(0, segment.duration)
    if let extent = extents[index] {
      if end > extent.upperBound { forgetBehind(index) }
      extents[index] = min(extent.lowerBound, start)...max(extent.upperBound, end)
    } else {
      extents[index] = start...end
      forgetLacks(of: index, before: start + limit)
    }
    guard !segment.isComplete, holes[index, default: []].count < Self.maximumHoles else { return }
    holes[index, default: []].append(start - limit...end + limit)
  }

  /// Forgets missing tags that are all before the start of the rendition: they were judged before it was known.
  private mutating func forgetLacks(of index: Int, before start: Double) {
    for (pair, lack) in lacks where pair.rendition == index && lack.lastTime < start {
      lacks[pair] = nil
    }
  }

  /// Forgets the tags that were missing after the last segment, since the next segment may contain them.
  private mutating func forgetBehind(_ index: Int) {
    for pair in behind.keys where pair.rendition == index { behind[pair] = nil }
  }

  /// Returns whether a rendition was read at a time. Copies of a tag may differ in time by the limit.
  private func reach(_ rendition: Int, at time: Double) -> Reach {
    if holes[rendition]?.contains(where: { $0.contains(time) }) == true { return .unread }
    guard let extent = extents[rendition] else { return .read }
    if time > extent.upperBound + limit { return .behind }
    let isInside = time >= extent.lowerBound + limit && time <= extent.upperBound - limit
    return isInside ? .read : .unread
  }

  /// Judges the remaining tags, and returns the tags that the named renditions lack. With `hasEnded`, all renditions
  /// were read to their ends, so a rendition that ends early lacks the later tags of the others.
  mutating func finish(renditions names: [String?], hasEnded: Bool = false) -> [Missing] {
    while !occurrences.isEmpty { judgeFirst() }
    var all = lacks
    if hasEnded {
      for (pair, lack) in behind where all[pair]?.include(lack) == nil { all[pair] = lack }
    }
    return all.sorted { ($0.key.rendition, $0.key.carrier) < ($1.key.rendition, $1.key.carrier) }
      .filter { names.contains(renditions[$0.key.rendition]) }
      .map { pair, lack in
        Missing(
          carrier: renditions[pair.carrier],
          rendition: renditions[pair.rendition],
          count: lack.count,
          firstTime: lack.firstTime,
          wallClock: lack.wallClock
        )
      }
  }

  private func distance(_ number: Int, _ time: Double) -> Double {
    occurrences[number].map { abs($0.time - time) } ?? .infinity
  }

  private mutating func index(of rendition: String?) -> Int? {
    if let index = renditions.firstIndex(of: rendition) { return index }
    guard renditions.count < Self.maximumRenditions else { return nil }
    let new = renditions.count
    renditions.append(rendition)
    for (carrier, lack) in judged { lacks[Pair(carrier: carrier, rendition: new)] = lack }
    return new
  }

  private mutating func judgeFirst() {
    guard let occurrence = occurrences.removeValue(forKey: firstNumber) else { return }
    numbers[occurrence.text]?.removeAll { $0 == firstNumber }
    if numbers[occurrence.text]?.isEmpty == true { numbers[occurrence.text] = nil }
    firstNumber += 1
    let carrier = occurrence.carriers.trailingZeroBitCount
    let lack = Lack(occurrence)
    Self.add(lack, to: &judged[carrier])
    for rendition in renditions.indices
    where occurrence.carriers & UInt64(1) << UInt64(rendition) == 0 {
      let pair = Pair(carrier: carrier, rendition: rendition)
      switch reach(rendition, at: occurrence.time) {
      case .read: Self.add(lack, to: &lacks[pair])
      case .behind: Self.add(lack, to: &behind[pair])
      case .unread: break
      }
    }
  }

  private static func add(_ lack: Lack, to sum: inout Lack?) {
    if sum?.include(lack) == nil { sum = lack }
  }
}
