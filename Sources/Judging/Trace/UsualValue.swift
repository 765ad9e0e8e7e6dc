/// The usual value of a sequence. It follows a slow drift, but not a jump.
struct UsualValue {
  private var level: Double
  private let limit: Double

  /// The number of values at the beginning that define the usual value.
  private static let firstValues = 5
  /// The maximum distance from the usual value, as a multiple of the usual distance between values.
  private static let factor = 6.0
  /// The level moves toward each usual value by this fraction of the distance between them.
  private static let following = 0.1

  /// Creates the usual value of `values`. A distance of up to `tolerance` is always usual.
  init(_ values: [Double], tolerance: Double) {
    let level = Self.first(of: values)
    // Neither a single outlier nor a jump shows the usual distance.
    let steps = zip(values.dropFirst(), values).map { abs($0 - $1) }
    let distances = values.indices.map { index in
      min(
        index > 0 ? steps[index - 1] : .infinity,
        index < steps.count ? steps[index] : .infinity
      )
    }
    let usual = [distances, values.map { abs($0 - level) }]
      .compactMap { $0.isEmpty ? nil : $0.sorted()[($0.count - 1) / 2] }.min()
    self.level = level
    limit = max(tolerance, (usual ?? 0) * Self.factor)
  }

  /// The usual value at the beginning. 0 if there are no values.
  static func first(of values: [Double]) -> Double { Array(values.prefix(firstValues)).median ?? 0 }

  /// The distance of the next value from the usual value. Nil if the value is usual.
  mutating func distance(of value: Double) -> Double? {
    let distance = value - level
    guard abs(distance) <= limit else { return distance }
    level += distance * Self.following
    return nil
  }
}
