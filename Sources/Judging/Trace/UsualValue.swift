/// What values are as a rule, in their order: it follows a slow drift, and no jump.
struct UsualValue {
  private var level: Double
  private let limit: Double

  /// The values at the start that say what is usual.
  private static let firstValues = 5
  /// How many times the usual distance of values a value may be away.
  private static let factor = 6.0
  /// The part of the way to each value that the level goes.
  private static let following = 0.1

  /// Values may be away by `tolerance` in any case.
  init(_ values: [Double], tolerance: Double) {
    let level = Self.first(of: values)
    // A value that is away from both of its neighbours says nothing about the usual distance, and neither does a jump.
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

  /// What is usual at the start; 0 without values.
  static func first(of values: [Double]) -> Double { Array(values.prefix(firstValues)).median ?? 0 }

  /// How far the next value is away; nil where it is usual.
  mutating func distance(of value: Double) -> Double? {
    let distance = value - level
    guard abs(distance) <= limit else { return distance }
    level += distance * Self.following
    return nil
  }
}
