import Testing

/// Compares the pings that processes reported as stored with the pings that a collector received.
struct Account {
  /// The numbers of the pings that a process reported as stored.
  var promised: Set<Int> = []
  var kills = 0

  /// Checks the numbers that the collector received, in order.
  func check(_ received: [Int]) {
    let lost = promised.subtracting(received)
    #expect(lost.isEmpty, "lost: \(lost.sorted())")
    // These pings were stored, but their process was killed before it reported them.
    let untold = Set(received).subtracting(promised)
    #expect(untold.count <= kills, "never reported as stored: \(untold.sorted())")
    let copies = received.count - Set(received).count
    #expect(copies <= kills, "\(copies) copies after \(kills) kills")
    // A copy directly follows its original. Apart from copies, pings arrive in the order in which they were made.
    var firsts: [Int] = []
    for number in received where firsts.last != number { firsts.append(number) }
    #expect(firsts == firsts.sorted() && Set(firsts).count == firsts.count)
  }
}
