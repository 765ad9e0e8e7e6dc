/// The pings of an input: their number for each product and type, and their times.
struct PingSeries: Sendable, Equatable {
  struct Kind: Sendable, Hashable, Comparable {
    /// The product of the ping, such as `dtvr`.
    var product: String
    /// The type of the ping, such as `impression`.
    var type: String

    static func < (one: Kind, other: Kind) -> Bool {
      (one.product, one.type) < (other.product, other.type)
    }
  }

  struct Point: Sendable, Equatable {
    /// The time of the ping on the presentation timeline, in seconds.
    var time: Double
    var kind: Int
  }

  static let capacity = 1000
  private static let kindCapacity = 64

  private(set) var total = 0
  /// The kinds in the order of their first ping. `counts` has the number of pings of each.
  private(set) var kinds: [Kind] = []
  private(set) var counts: [Int] = []
  private(set) var points: [Point] = []
  private(set) var isThinned = false

  /// For each product, the number of its pings and the index of the last one.
  private var products: [String: (count: Int, last: Int?)] = [:]

  /// Adds the next ping. If its index is not greater than the previous index of its product, the input was played again
  /// and the ping replaces all earlier pings of the product.
  mutating func append(_ kind: Kind, time: Double?, number: Int?) {
    var product = products[kind.product] ?? (0, nil)
    if InputReport.beginsAnew(number, after: &product.last) {
      forget(kind.product)
      total -= product.count
      product.count = 0
    }
    product.count += 1
    if products[kind.product] != nil || products.count < Self.kindCapacity {
      products[kind.product] = product
    }
    total += 1
    guard let index = index(of: kind) else {
      isThinned = true
      return
    }
    counts[index] += 1
    guard let time, abs(time) < 1e9 else { return }
    guard points.count < Self.capacity else {
      isThinned = true
      return
    }
    points.append(Point(time: time, kind: index))
  }

  private mutating func index(of kind: Kind) -> Int? {
    if let known = kinds.firstIndex(of: kind) { return known }
    guard kinds.count < Self.kindCapacity else { return nil }
    kinds.append(kind)
    counts.append(0)
    return kinds.count - 1
  }

  private mutating func forget(_ product: String) {
    let own = Set(kinds.indices.filter { kinds[$0].product == product })
    for index in own { counts[index] = 0 }
    points.removeAll { own.contains($0.kind) }
  }

  /// Removes the kinds with their counts, and the times, to save memory.
  mutating func reduce() { (kinds, counts, points) = ([], [], []) }

  static func == (one: PingSeries, other: PingSeries) -> Bool {
    one.total == other.total && one.kinds == other.kinds && one.counts == other.counts
      && one.points == other.points
  }
}
