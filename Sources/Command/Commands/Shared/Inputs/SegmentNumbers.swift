/// The numbers in the names of segments that are joined, which show whether one is missing.
enum SegmentNumbers {
  /// Descriptions of the missing parts, by the index of the next file. If most names do not count up by one,
  /// the numbers are not those of segments.
  static func holes(in files: [FileName]) -> [Int: String] {
    let steps = files.indices.dropFirst().map { index in
      numbers(files[index - 1].bytes, files[index].bytes)
    }
    let singleSteps = steps.count { $0.map { $0.second - $0.first == 1 } ?? false }
    guard singleSteps * 2 >= steps.count else { return [:] }
    var holes: [Int: String] = [:]
    for (index, step) in steps.enumerated() {
      guard let (first, second) = step, second - first > 1 else { continue }
      let place = "between \(files[index].text) and \(files[index + 1].text)"
      holes[index + 1] =
        second - first == 2
        ? "number \(first + 1) is missing \(place): its content was not read"
        : "numbers \(first + 1) to \(second - 1) are missing \(place): their content was not read"
    }
    return holes
  }

  /// The numbers that two names differ in, where they differ in nothing else.
  private static func numbers(_ left: [UInt8], _ right: [UInt8]) -> (first: Int, second: Int)? {
    var start = zip(left, right).prefix { $0 == $1 }.count
    while start > 0, NaturalOrder.isDigit(left[start - 1]) { start -= 1 }
    let first = left[start...].prefix(while: NaturalOrder.isDigit)
    let second = right[start...].prefix(while: NaturalOrder.isDigit)
    guard left[first.endIndex...].elementsEqual(right[second.endIndex...]),
      let one = Int(String(decoding: first, as: UTF8.self)),
      let other = Int(String(decoding: second, as: UTF8.self))
    else { return nil }
    return (one, other)
  }
}
