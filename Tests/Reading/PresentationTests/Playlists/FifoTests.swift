import Testing

@testable import Presentation

@Suite struct FifoTests {
  @Test(
    "elements are removed in the order in which they were appended",
    arguments: [1, 2, 63, 200, 5000]
  )
  func order(count: Int) {
    var queue = Fifo<Int>()
    var next = 0
    for value in 0..<count {
      queue.append(value)
      // One element is removed after every two that are appended.
      if value % 2 == 1 {
        let value = queue.popFirst()
        #expect(value == next)
        next += 1
      }
    }
    #expect(queue.count == count - next)
    #expect(queue.first == next)
    #expect(Array(queue.all) == Array(next..<count))
    while let value = queue.popFirst() {
      #expect(value == next)
      next += 1
    }
    #expect(next == count)
    #expect(queue.isEmpty)
    #expect(queue.first == nil)
  }

  @Test("a removed element is released immediately")
  func releases() {
    final class Object {}
    var queue = Fifo<Object>()
    for _ in 0..<10 { queue.append(Object()) }
    weak let first = queue.first
    #expect(first != nil)
    _ = queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 9)
  }
}
