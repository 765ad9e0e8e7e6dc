/// Elements that wait for times, the earliest first: a binary heap.
struct DeadlineQueue<Deadline: Comparable, Element> {
  private var entries: [(deadline: Deadline, element: Element)] = []

  init() {}

  /// The number of elements.
  var count: Int { entries.count }

  /// The earliest moment.
  var first: Deadline? { entries.first?.deadline }

  /// The element that waits for it.
  var firstElement: Element? { entries.first?.element }

  /// Adds an element that waits for `deadline`.
  mutating func insert(_ element: Element, at deadline: Deadline) {
    entries.append((deadline, element))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].deadline < entries[parent].deadline else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest element out if its moment is not after `now`.
  mutating func removeFirst(upTo now: Deadline) -> Element? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink(0)
    return first.element
  }

  /// Keeps only the elements for which `isKept` returns true.
  mutating func keep(where isKept: (Element) -> Bool) {
    entries.removeAll { !isKept($0.element) }
    // A sorted array is a heap.
    entries.sort { $0.deadline < $1.deadline }
  }

  private mutating func sink(_ index: Int) {
    var parent = index
    while true {
      var earliest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].deadline < entries[earliest].deadline {
        earliest = child
      }
      guard earliest != parent else { return }
      entries.swapAt(earliest, parent)
      parent = earliest
    }
  }
}
