/// A queue that removes its first element in constant time on average, whatever its length.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }

  var isEmpty: Bool { head == elements.count }

  var first: Element? { isEmpty ? nil : elements[head] }

  var all: some Sequence<Element> { elements[head...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func append(contentsOf more: some Sequence<Element>) {
    elements.append(contentsOf: more.lazy.map { $0 })
  }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      elements[head] = nil
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: head <= 1024)
        head = 0
      } else if head >= 64, head > elements.count / 2 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}
