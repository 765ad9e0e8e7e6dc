/// The pings of an input: how many of each product and type, and when.
struct PingSeries: Sendable, Equatable {
  /// The key of a series of pings.
  struct Kind: Sendable, Hashable, Comparable {
    /// The product: `dtvr`.
    var product: String
    /// The type: `impression`.
    var type: String

    static func < (one: Kind, other: Kind) -> Bool {
      (one.product, one.type) < (other.product, other.type)
    }
  }

  /// A time in the stream at which there was a ping.
  struct Point: Sendable, Equatable {
    /// Presentation seconds.
    var time: Double
    /// The index of the kind.
    var kind: Int
  }

  /// As many times and kinds are kept at most.
  static let capacity = 1000
  private static let kindCapacity = 64

  private(set) var total = 0
  /// The kinds, in the order in which they came.
  private(set) var kinds: [Kind] = []
  private(set) var counts: [Int] = []
  private(set) var points: [Point] = []
  private(set) var isThinned = false

  /// How many pings a product has, and the number of the last one.
  private var products: [String: (count: Int, last: Int?)] = [:]

  /// Adds the next ping. A number that is not higher than the last one of its product replaces all before of
  /// that product, as when an input was played again.
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

  /// Drops everything but the number of pings.
  mutating func reduce() { (kinds, counts, points) = ([], [], []) }

  static func == (one: PingSeries, other: PingSeries) -> Bool {
    one.total == other.total && one.kinds == other.kinds && one.counts == other.counts
      && one.points == other.points
  }
}
