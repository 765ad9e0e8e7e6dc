/// Takes turns in running programs that do the same work, so that a busy moment of the machine affects all of them.
struct Race {
  /// A program with its arguments, and its name in the table.
  struct Entrant {
    var name: String
    var arguments: [String]
  }

  /// The median times of one program in seconds, its fastest run, and its peak memory in bytes.
  struct Result {
    var name: String
    var wall: Double
    var fastest: Double
    var processor: Double
    var peakMemory: Int
  }

  let entrants: [Entrant]
  let rounds: Int

  /// The results, in the order of the entrants. One round before the measurement fills the page cache.
  func run() throws -> [Result] {
    var costs = Array(repeating: [Child.Cost](), count: entrants.count)
    for round in 0...rounds {
      for (index, entrant) in entrants.enumerated() {
        let cost = try Child(arguments: entrant.arguments).run()
        if round > 0 { costs[index].append(cost) }
      }
    }
    return zip(entrants, costs).map { entrant, costs in
      Result(
        name: entrant.name,
        wall: Self.median(costs.map(\.wall)),
        fastest: costs.map(\.wall).min() ?? 0,
        processor: Self.median(costs.map(\.processor)),
        peakMemory: costs.map(\.peakMemory).max() ?? 0
      )
    }
  }

  private static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
