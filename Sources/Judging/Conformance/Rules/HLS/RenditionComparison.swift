import TimedMetadata

/// Compares the tags of renditions as they come, in bounded memory: a tag is judged when enough have
/// come after it that its copies must have been among them.
struct RenditionComparison: Sendable {
  /// Tags that one rendition has and another lacks.
  struct Missing: Equatable {
    /// The first rendition, by the order in which they were met, that has them.
    var carrier: String?
    /// The rendition that lacks them.
    var rendition: String?
    var count: Int
    /// Presentation seconds of the first.
    var firstTime: Double
    /// Unix seconds of it.
    var wallClock: Double?
  }

  /// Tags that wait for their copies. Renditions are read side by side, a few segments apart.
  static let capacity = 4096
  /// The most renditions that are compared.
  static let maximumRenditions = 64
  /// Holes of one rendition that are remembered.
  static let maximumHoles = 1024

  private struct Occurrence: Sendable {
    var text: String
    var time: Double
    var wallClock: Double?
    /// The renditions that have it, by their bits.
    var carriers: UInt64
  }

  private struct Lack: Sendable {
    var count: Int
    var firstTime: Double
    var lastTime: Double
    /// Unix seconds of the first.
    var wallClock: Double?

    /// That of a single tag.
    init(_ occurrence: Occurrence) {
      count = 1
      (firstTime, lastTime) = (occurrence.time, occurrence.time)
      wallClock = occurrence.wallClock
    }

    /// Takes in others.
    mutating func include(_ other: Lack) {
      count += other.count
      if other.firstTime < firstTime { (firstTime, wallClock) = (other.firstTime, other.wallClock) }
      lastTime = max(lastTime, other.lastTime)
    }
  }

  /// The coverage of a time by the segments of a rendition.
  private enum Reach {
    /// They were read there.
    case read
    /// They were not, or perhaps not.
    case unread
    /// No segment received so far comes near it.
    case behind
  }

  private struct Pair: Hashable, Sendable {
    var carrier: Int
    var rendition: Int
  }

  private let limit: Double
  private var renditions: [String?] = []
  private var holes: [Int: [ClosedRange<Double>]] = [:]
  /// From the first to the last segment of a rendition that was received. A live rendition is joined a
  /// segment sooner or later than others, and left so: what it has before and after was not read.
  private var extents: [Int: ClosedRange<Double>] = [:]
  private var occurrences: [Int: Occurrence] = [:]
  /// By their text, the occurrences that wait.
  private var numbers: [String: [Int]] = [:]
  private var firstNumber = 0
  private var nextNumber = 0
  private var lacks: [Pair: Lack] = [:]
  /// The same of tags after the last segment that was taken in: they are missed where none follows.
  private var behind: [Pair: Lack] = [:]
  /// Of what was judged, the tags by the first rendition that has them: what a rendition lacks that is
  /// met later.
  private var judged: [Int: Lack] = [:]

  init(limit: Double) { self.limit = limit }

  /// Takes the next tag.
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

  /// Takes in what of a rendition was read, and what could not be.
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

  /// Tags that were judged before the rendition was known come before it.
  private mutating func forgetLacks(of index: Int, before start: Double) {
    for (pair, lack) in lacks where pair.rendition == index && lack.lastTime < start {
      lacks[pair] = nil
    }
  }

  /// Tags that were judged before more of the rendition was read can be in that part.
  private mutating func forgetBehind(_ index: Int) {
    for pair in behind.keys where pair.rendition == index { behind[pair] = nil }
  }

  /// Whether a rendition was read at that time: a copy may be as far away as the limit.
  private func reach(_ rendition: Int, at time: Double) -> Reach {
    if holes[rendition]?.contains(where: { $0.contains(time) }) == true { return .unread }
    guard let extent = extents[rendition] else { return .read }
    if time > extent.upperBound + limit { return .behind }
    let isInside = time >= extent.lowerBound + limit && time <= extent.upperBound - limit
    return isInside ? .read : .unread
  }

  /// Judges the remaining tags. Returns the tags that the named renditions lack; `hasEnded`: all of them were
  /// read to their ends, so that a rendition that ends before others lacks their tags from its end on.
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
