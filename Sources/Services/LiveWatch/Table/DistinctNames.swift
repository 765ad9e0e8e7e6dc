/// Shortens long names of feeds to the parts in which the names differ. URLs of one server often differ in one word.
struct DistinctNames {
  private let names: [String]
  /// The numbers of characters shared by all names at the beginning and at the end, up to a whole word.
  private let common: (front: Int, back: Int)

  init(_ names: [String]) {
    self.names = names
    let front = Self.shared(names)
    let rests = names.map { String($0.dropFirst(front).reversed()) }
    common = (front, Self.shared(rests))
  }

  /// The names, each with at most `width` characters.
  func fitting(_ width: Int) -> [String] { names.map { fit($0, to: width) } }

  private func fit(_ name: String, to width: Int) -> String {
    guard name.count > width else { return name }
    let front = common.front > 0 ? "…" : ""
    let rest = name.dropFirst(common.front)
    let short = "\(front)\(rest)"
    guard short.count > width, common.back > 0 else { return short.cutInTheMiddle(to: width) }
    return "\(front)\(rest.dropLast(common.back))…".cutInTheMiddle(to: width)
  }

  /// The number of characters shared by all names at the beginning. No name is removed completely, and no word is cut.
  private static func shared(_ names: [String]) -> Int {
    guard names.count > 1, var common = names.first.map({ Array($0) }) else { return 0 }
    for name in names.dropFirst() {
      let count = zip(common, name).prefix { $0 == $1 }.count
      common.removeLast(common.count - count)
    }
    let shortest = names.map(\.count).min() ?? 0
    common = Array(common.prefix(max(0, shortest - 1)))
    while let last = common.last, last.isLetter || last.isNumber { common.removeLast() }
    return common.count
  }
}

extension String {
  /// Shortens the text in the middle, because the ends of a URL are more informative.
  func cutInTheMiddle(to width: Int) -> String {
    guard count > width else { return self }
    let head = (width - 1) / 2
    return prefix(head) + "…" + suffix(width - 1 - head)
  }
}
