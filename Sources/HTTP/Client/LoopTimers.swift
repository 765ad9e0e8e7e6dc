/// What is to happen later, the next first: a binary heap.
struct LoopTimers {
  typealias Instant = ContinuousClock.Instant

  private struct Entry {
    var deadline: Instant
    var id: UInt64
  }

  private var heap: [Entry] = []
  /// A cancelled timer is missing here; its entry in the heap stays for a while.
  private var bodies: [UInt64: @Sendable () -> Void] = [:]
  private var lastID: UInt64 = 0

  /// How many wait.
  var count: Int { bodies.count }

  /// How many entries there are, cancelled ones included.
  var entryCount: Int { heap.count }

  mutating func add(_ deadline: Instant, _ body: @escaping @Sendable () -> Void) -> UInt64 {
    lastID += 1
    bodies[lastID] = body
    heap.append(Entry(deadline: deadline, id: lastID))
    rise(heap.count - 1)
    return lastID
  }

  mutating func cancel(_ id: UInt64) {
    bodies[id] = nil
    // Entries without a body must not become most of the heap.
    guard heap.count > 2 * bodies.count + 64 else { return }
    heap.removeAll { bodies[$0.id] == nil }
    heap.sort { $0.deadline < $1.deadline }
  }

  /// When the next one is due.
  mutating func next() -> Instant? {
    while let first = heap.first, bodies[first.id] == nil { removeFirst() }
    return heap.first?.deadline
  }

  /// Takes one that is due.
  mutating func popDue(_ now: Instant) -> (@Sendable () -> Void)? {
    guard let deadline = next(), deadline <= now else { return nil }
    let id = heap[0].id
    removeFirst()
    return bodies.removeValue(forKey: id)
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(0)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, heap[index].deadline < heap[(index - 1) / 2].deadline {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].deadline < heap[least].deadline {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
