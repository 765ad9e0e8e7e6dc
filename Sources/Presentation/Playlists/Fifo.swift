/// A queue that takes its first element in constant time, for any length.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// A queue of no elements.
  init() {}

  /// The number of elements.
  var count: Int { elements.count - head }

  var isEmpty: Bool { head == elements.count }

  /// The element that was added first; nil when there is none.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// The element that was added last; nil when there is none.
  var last: Element? { isEmpty ? nil : elements.last ?? nil }

  /// The elements from the first to the last.
  var all: some Sequence<Element> { elements[head...].lazy.compactMap { $0 } }

  /// Adds an element after the others.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Adds elements after the others.
  mutating func append(contentsOf more: some Sequence<Element>) {
    elements.append(contentsOf: more.lazy.map { $0 })
  }

  /// Changes the last element that fits.
  mutating func changeLast(
    where isWanted: (Element) -> Bool,
    _ change: (inout Element) -> Void
  ) {
    let index = elements[head...].lastIndex { $0.map(isWanted) ?? false }
    guard let index, var element = elements[index] else { return }
    change(&element)
    elements[index] = element
  }

  /// Takes the first element; nil when there is none.
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
