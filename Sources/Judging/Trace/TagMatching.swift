/// Decides which tags of a tap are the same as tags of the taps before it.
struct TagMatching {
  /// The track of a tag, and its occurrence in the tap that is added.
  struct Pair {
    var track: Int
    var occurrence: Int
  }

  /// A tag to be matched, from either side.
  struct Known {
    /// The property that is compared. Nil if the tag is not to be matched.
    var key: String?
    var position: Double?
  }

  /// The properties by which tags are matched, in the order in which they are tried.
  enum Stage: CaseIterable {
    /// All bytes of the tag.
    case bytes
    /// The payload; the bytes around it may differ.
    case payload
    /// The sequence number and the times of the payload; its other bytes may differ.
    case identity
    /// The position on the timeline, for tags that share most of their bytes.
    case place

    func key(_ tag: TapTag) -> String? {
      switch self {
      case .bytes: tag.digest
      case .payload: tag.isNielsen && !tag.owner.isEmpty ? tag.owner : nil
      case .identity: tag.identity.map { "\(tag.kind) \($0)" }
      case .place: ""
      }
    }

    /// The maximum share of the payload's bytes that may differ. Nil if equal keys are sufficient. Different tags at
    /// one position differ in most bytes of the blob. Tags of another channel can have the same number and times, but
    /// differ in the blob and the CIDs.
    var mostChanged: Double? {
      switch self {
      case .bytes, .payload: nil
      case .identity: 0.75
      case .place: alike
      }
    }
  }

  /// The maximum share of the payload's bytes that may differ in a tag of the same content.
  static let alike = 0.25
  /// The width of a bin in the vote on the offset of two timelines, in seconds.
  private static let bin = 0.5
  /// The maximum number of equal tags of each side that vote: a tag that is repeated often fits every offset.
  private static let voters = 8
  private static let maximumLooks = 64
  /// The maximum shift of a tag that occurs several times, in seconds.
  static let reach = 60.0
  /// The distance, in seconds, up to which tags are paired by position, or the nearest of equal tags is preferred.
  static let near = 1.0

  /// The offset from the timeline of `old` to the timeline of `new` on which most pairs of equal tags agree, in
  /// seconds. Nil if no pair has positions.
  static func offset(_ old: [Known], _ new: [Known]) -> Double? {
    let first = groups(old)
    let second = groups(new)
    var distances: [Double] = []
    for (key, others) in second {
      for one in first[key, default: []].prefix(voters) {
        for other in others.prefix(voters) {
          guard let from = old[one].position, let to = new[other].position else { continue }
          distances.append(to - from)
        }
      }
    }
    distances.sort()
    guard !distances.isEmpty else { return nil }
    // The window of two bins with the most votes. If there are several, the one with the smallest offset.
    var best = 0..<0
    var start = 0
    for index in distances.indices {
      while distances[index] - distances[start] > 2 * bin { start += 1 }
      let window = start..<(index + 1)
      let isNearer =
        window.count == best.count && abs(distances[start]) < abs(distances[best.lowerBound])
      if window.count > best.count || isNearer { best = window }
    }
    return distances[best.lowerBound + best.count / 2]
  }

  /// The pairs of tags with equal keys. If each side has a key once, the tags are a pair at any distance, unless
  /// `within` limits the distance. Otherwise the nearest tags within the limit are pairs.
  static func pairs(_ old: [Known], _ new: [Known], within: Double? = nil) -> [Pair] {
    let first = groups(old)
    var pairs: [Pair] = []
    for (key, others) in groups(new).sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let ones = first[key] else { continue }
      if ones.count == 1, others.count == 1, within == nil {
        pairs.append(Pair(track: ones[0], occurrence: others[0]))
        continue
      }
      pairs += nearest(ones, others, old, new, limit: within ?? reach)
    }
    return pairs
  }

  private static func groups(_ tags: [Known]) -> [String: [Int]] {
    var groups: [String: [Int]] = [:]
    for (index, tag) in tags.enumerated() {
      if let key = tag.key { groups[key, default: []].append(index) }
    }
    return groups
  }

  /// Pairs the nearest tags: first those within `near`, then the others.
  private static func nearest(
    _ ones: [Int],
    _ others: [Int],
    _ old: [Known],
    _ new: [Known],
    limit: Double
  ) -> [Pair] {
    func placed(_ indices: [Int], _ tags: [Known]) -> [(index: Int, position: Double)] {
      indices.compactMap { index in tags[index].position.map { (index, $0) } }
        .sorted { $0.position < $1.position }
    }
    let tracks = placed(ones, old)
    let places = placed(others, new)
    var (isTaken, isPaired) = (
      [Bool](repeating: false, count: tracks.count), [Bool](repeating: false, count: places.count)
    )
    var pairs: [Pair] = []
    for bound in [min(near, limit), limit] {
      var low = 0
      for (number, place) in places.enumerated() where !isPaired[number] {
        while low < tracks.count, tracks[low].position < place.position - bound { low += 1 }
        var best: Int?
        var index = low
        var looked = 0
        while index < tracks.count, tracks[index].position <= place.position + bound,
          looked < maximumLooks
        {
          defer { index += 1 }
          guard !isTaken[index] else { continue }
          looked += 1
          let distance = abs(tracks[index].position - place.position)
          if best.map({ distance < abs(tracks[$0].position - place.position) }) ?? true {
            best = index
          }
        }
        guard let best else { continue }
        (isTaken[best], isPaired[number]) = (true, true)
        pairs.append(Pair(track: tracks[best].index, occurrence: places[number].index))
      }
    }
    return pairs
  }
}

extension [Double] {
  /// The percentile for `part`, a fraction from 0 to 1. Nil if there are no values.
  func percentile(_ part: Double) -> Double? {
    guard !isEmpty else { return nil }
    return sorted()[Swift.min(count - 1, Int(part * Double(count)))]
  }

  var median: Double? { percentile(0.5) }
}
