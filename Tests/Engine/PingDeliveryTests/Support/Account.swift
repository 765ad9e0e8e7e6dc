import Testing

/// Compares the pings that were promised to be kept with those that a collector received.
struct Account {
  /// The numbers of the pings that a process has reported as kept.
  var promised: Set<Int> = []
  /// How often a process was killed.
  var kills = 0

  /// Checks the numbers that the collector received, in order.
  func check(_ received: [Int]) {
    let lost = promised.subtracting(received)
    #expect(lost.isEmpty, "lost: \(lost.sorted())")
    // Kept, but killed before it could report it.
    let untold = Set(received).subtracting(promised)
    #expect(untold.count <= kills, "never promised: \(untold.sorted())")
    let copies = received.count - Set(received).count
    #expect(copies <= kills, "\(copies) copies after \(kills) kills")
    // A copy follows its original at once, and but for copies the order is that of making.
    var firsts: [Int] = []
    for number in received where firsts.last != number { firsts.append(number) }
    #expect(firsts == firsts.sorted() && Set(firsts).count == firsts.count)
  }
}
