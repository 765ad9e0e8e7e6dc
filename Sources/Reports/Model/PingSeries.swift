import Results

/// The pings of an input: how many of each product and type, and when.
struct PingSeries: Sendable, Equatable {
  /// What pings have in common.
  struct Kind: Sendable, Hashable, Comparable {
    /// The product: `dtvr`.
    var product: String
    /// The type: `impression`.
    var type: String

    static func < (one: Kind, other: Kind) -> Bool {
      (one.product, one.type) < (other.product, other.type)
    }
  }

  /// As many times and kinds are kept at most.
  static let capacity = 1000
  private static let kindCapacity = 64

  private(set) var total = 0
  /// The kinds, in the order in which they came.
  private(set) var kinds: [Kind] = []
  private(set) var counts: [Int] = []
  /// Presentation seconds and the index of the kind.
  private(set) var points: [(time: Double, kind: Int)] = []
  private(set) var isThinned = false

  mutating func append(_ kind: Kind, time: Double?) {
    total += 1
    let index: Int
    if let known = kinds.firstIndex(of: kind) {
      index = known
    } else {
      guard kinds.count < Self.kindCapacity else {
        isThinned = true
        return
      }
      index = kinds.count
      kinds.append(kind)
      counts.append(0)
    }
    counts[index] += 1
    guard let time, abs(time) < 1e9 else { return }
    guard points.count < Self.capacity else {
      isThinned = true
      return
    }
    points.append((time, index))
  }

  /// Gives up everything but the number of pings.
  mutating func reduce() { (kinds, counts, points) = ([], [], []) }

  static func == (one: PingSeries, other: PingSeries) -> Bool {
    one.total == other.total && one.kinds == other.kinds && one.counts == other.counts
      && one.points.elementsEqual(other.points, by: ==)
  }
}
