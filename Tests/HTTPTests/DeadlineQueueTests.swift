import Testing

@testable import HTTP

@Suite("what waits for moments")
struct DeadlineQueueTests {
  @Test(
    "elements come in the order of their moments",
    arguments: [[], [1], [3, 1, 2], [5, 4, 3, 2, 1, 0], [1, 1, 2, 2, 0]] as [[Double]]
  )
  func order(deadlines: [Double]) {
    var queue = DeadlineQueue<Double, Double>()
    for deadline in deadlines { queue.insert(deadline, at: deadline) }
    #expect(queue.first == deadlines.min())
    var taken: [Double] = []
    while let next = queue.removeFirst(upTo: .infinity) { taken.append(next) }
    #expect(taken == deadlines.sorted())
  }

  @Test("nothing comes before its moment, and what is not kept never")
  func limits() {
    var queue = DeadlineQueue<Double, Int>()
    for number in [9, 2, 7, 4] { queue.insert(number, at: Double(number)) }
    #expect(queue.removeFirst(upTo: 1.9) == nil)
    queue.keep { $0 != 4 }
    #expect(queue.count == 3)
    #expect((0..<4).map { _ in queue.removeFirst(upTo: 8) } == [2, 7, nil, nil])
  }
}
