import Conformance

extension CheckText {
  /// How many tags there are. The same tags come in each rendition and are not summed up.
  var tagCounts: [String] {
    let tags = report.tags
    let whole = ["\(tags.data) DATA", "\(tags.info) INFO", "\(tags.other) other"]
    var counts: [String?: TagCounts] = [:]
    for stream in report.streams where stream.tags.data + stream.tags.info > 0 {
      guard let name = stream.rendition else { return whole }
      counts[name, default: TagCounts()].data += stream.tags.data
      counts[name, default: TagCounts()].info += stream.tags.info
    }
    guard counts.count > 1 else { return whole }
    let data = Self.range(counts.values.map(\.data))
    let info = Self.range(counts.values.map(\.info))
    return [
      "\(data) DATA", "\(info) INFO in each of \(counts.count) renditions", "\(tags.other) other",
    ]
  }

  /// `12`, or `10 to 12`.
  private static func range(_ numbers: [Int]) -> String {
    guard let least = numbers.min(), let most = numbers.max(), least < most else {
      return "\(numbers.first ?? 0)"
    }
    return "\(least) to \(most)"
  }
}
